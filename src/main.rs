//! The program: parse, run one command, print one error chain.

use std::process::ExitCode;

fn main() -> ExitCode {
    kibitzer::cli::main()
}
