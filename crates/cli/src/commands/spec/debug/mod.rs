//! `parallax spec debug`: stepping through a program by the text, forwards and backwards.

mod command;
mod scopes;
mod view;

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parallax_oracle::{Navigator, Oracle};
use parallax_program::corpus;

use super::text;
use crate::exit_code::{Exit, Failure};
use crate::table::table;
use crate::{Context, terminal};
use command::{COMMANDS, Command};

/// Step through a program by the steps of an edition, forwards and backwards
#[derive(clap::Args)]
pub struct Args {
    /// The script.
    program: PathBuf,
    /// A name such as es2026, or the path of a `spec.html`.
    #[arg(long, visible_alias = "edition", default_value = "es2026")]
    spec: String,
    /// Perform these commands, separated by semicolons, instead of those of standard input.
    #[arg(long)]
    commands: Option<String>,
}

/// Runs the command. It waits on a thread of its own, so that an interrupt ends it.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<Exit> {
    let text = text::path(&args.spec, context)?;
    tokio::task::spawn_blocking(move || converse(&args, &text)).await??;
    Ok(Exit::Success)
}

fn converse(args: &Args, text: &Path) -> anyhow::Result<()> {
    let programs = corpus::read(&args.program)?.programs;
    let [program] = programs.as_slice() else {
        let path = args.program.display();
        return Err(Failure::usage(format!("{path} is not one program: name a file")));
    };
    let oracle = parallax_oracle::shared(text)
        .map_err(|error| Failure::because("nothing can be debugged by the text", error))?;
    let truth = oracle.truth(program).map_err(|why| {
        Failure::because(format!("{} cannot be debugged by the text", program.name), why)
    })?;
    let mut conversation = Conversation { navigator: Navigator::new(truth), oracle, last: None };
    terminal::say(&view::opening(&conversation.navigator));
    match &args.commands {
        Some(list) => conversation.perform_all(list),
        None => conversation.read()?,
    }
    Ok(())
}

/// What is said between a person and the debugger.
struct Conversation {
    oracle: Arc<Oracle>,
    navigator: Navigator,
    /// The last command, which an empty line repeats.
    last: Option<Command>,
}

impl Conversation {
    fn perform_all(&mut self, list: &str) {
        for line in list.split(';').map(str::trim).filter(|it| !it.is_empty()) {
            terminal::say(&format!("> {}", terminal::printable(line)));
            if !self.answer(line) {
                return;
            }
        }
    }

    /// Answers the lines of standard input up to their end.
    fn read(&mut self) -> anyhow::Result<()> {
        let has_prompt = io::stdin().is_terminal() && io::stdout().is_terminal();
        let mut lines = io::stdin().lock();
        loop {
            if has_prompt && write!(io::stdout(), "> ").and_then(|()| io::stdout().flush()).is_err()
            {
                return Ok(());
            }
            let mut line = Vec::new();
            let count = lines.read_until(b'\n', &mut line);
            if count.map_err(|cause| Failure::because("cannot read the commands", cause))? == 0 {
                return Ok(());
            }
            if !self.answer(&String::from_utf8_lossy(&line)) {
                return Ok(());
            }
        }
    }

    /// Answers a line. Whether the conversation goes on.
    fn answer(&mut self, line: &str) -> bool {
        let command = match self.last.clone().filter(|_| line.trim().is_empty()) {
            Some(last) => Ok(last),
            None if line.trim().is_empty() => return true,
            None => command::parse(line),
        };
        match command {
            Ok(Command::Quit) => return false,
            Ok(command) => {
                terminal::say(&self.perform(&command));
                self.last = Some(command);
            }
            Err(sentence) => terminal::say(&terminal::printable(&sentence)),
        }
        true
    }

    fn perform(&mut self, command: &Command) -> String {
        match command {
            Command::Go(motion, direction) => {
                self.navigator.go(&self.oracle, *motion, *direction);
                view::position(&self.navigator)
            }
            Command::GoTo(number) => match self.navigator.go_to(number - 1) {
                true => view::position(&self.navigator),
                false => {
                    format!("there are {} stops: choose one of them", self.navigator.stops().len())
                }
            },
            Command::Break(request) => match self.navigator.set(request.clone()) {
                Some(place) => format!("breakpoint at {place}"),
                None => format!(
                    "nothing can be stopped at from line {} on: choose a line before",
                    request.line
                ),
            },
            Command::Unbreak(line) => match self.navigator.unset(*line) {
                true => format!("no breakpoint at line {line} any more"),
                false => format!(
                    "there is no breakpoint at line {line}: name the line that was asked for"
                ),
            },
            Command::Print(expression) => {
                scopes::evaluated(&self.navigator, &self.oracle, expression)
            }
            Command::Stack => view::stack(&self.navigator),
            Command::Scopes => scopes::scopes(&self.navigator, &self.oracle),
            Command::Output => view::output(&self.navigator),
            Command::Algorithm => view::algorithm(&self.navigator, &self.oracle),
            Command::Help => help(),
            Command::Quit => String::new(),
        }
    }
}

fn help() -> String {
    let mut commands = table(&["command", "what it does"]);
    for (command, what) in COMMANDS {
        commands.add_row([*command, *what]);
    }
    commands.to_string()
}
