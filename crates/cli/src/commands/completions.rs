//! `parallax completions`: a script that completes command lines in a shell.

use clap_complete::Shell;

use crate::exit_code::Exit;
use crate::terminal;

/// Write a script that completes the options of this command in a shell
#[derive(clap::Args)]
pub struct Args {
    /// The shell.
    shell: Shell,
}

/// Runs the command.
pub fn run(args: &Args, mut command: clap::Command) -> anyhow::Result<Exit> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "parallax", &mut script);
    terminal::say(String::from_utf8(script)?.trim_end());
    Ok(Exit::Success)
}
