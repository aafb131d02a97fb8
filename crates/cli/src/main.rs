//! The `parallax` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    parallax::main()
}
