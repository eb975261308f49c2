use super::{Cli, Outcome};
use clap::CommandFactory;

/// Which shell to complete for.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The shell.
    shell: clap_complete::Shell,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Outcome> {
    clap_complete::generate(args.shell, &mut Cli::command(), "kibitzer", &mut std::io::stdout());
    Ok(Outcome::Fine)
}
