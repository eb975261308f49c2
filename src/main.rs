//! The program: parse, run one command, print one error chain.

use std::process::ExitCode;

fn main() -> ExitCode {
    keep_to_ourselves();
    kibitzer::cli::main()
}

/// Has ONNX Runtime tell nobody how it is used: its official library keeps a device's number and reports to its makers unless this
/// stands in the environment before it is loaded.
#[allow(unsafe_code)]
fn keep_to_ourselves() {
    // SAFETY: no other thread runs yet that could read the environment.
    unsafe { std::env::set_var("ORT_DISABLE_TELEMETRY", "1") };
}
