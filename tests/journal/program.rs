//! The program as its users run it.

use std::path::Path;
use std::process::Command;

/// Its exit code, and what it wrote to standard output and standard error.
pub fn run(arguments: &[&str], folder: &Path) -> (i32, String, String) {
    let program = Command::new(env!("CARGO_BIN_EXE_kibitzer")).args(arguments).current_dir(folder).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (program.status.code().unwrap(), text(program.stdout), text(program.stderr))
}
