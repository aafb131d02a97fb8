//! Compilers in front of an engine: transpilers and minifiers that Node runs in a process of their own.
//!
//! The driver loads the compiler once, and makes a program of each program that it is told. What is wrong with
//! that shows when the engine runs it.

use std::path::PathBuf;

use parallax_model::pattern::any;
use serde::Deserialize;

use crate::node::Node;
use crate::{Behaviour, Instance, LaunchError, Limits, Link};

const DRIVER: &str = include_str!("compiler.js");

/// How many programs a compiler is told ahead. Some compile all that they have at once.
const AHEAD: usize = 64;

/// A compiler, and what is asked of it.
#[derive(Clone, Debug)]
pub struct Compiler {
    /// Its name, such as `babel-es2015`.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Node's executable.
    pub node: PathBuf,
    /// The file that is loaded, or started.
    pub binary: PathBuf,
    /// The body of a function of `binary`, `require` and `options`, whose result makes a program of a program. It may
    /// promise it.
    pub transform: String,
    /// The options.
    pub options: serde_json::Value,
    /// Patterns of what it says when it refuses a program that it is documented not to support.
    pub unsupported: Vec<String>,
    /// Whether all programs that it makes are strict, so that only strict ones keep their meaning.
    pub is_strict: bool,
}

impl Compiler {
    async fn launch(&self, limits: &Limits) -> Result<Link, LaunchError> {
        let text = format!(
            "var VERSION = {version}, BINARY = {binary}, OPTIONS = {options};\nfunction load(binary, require, options) {{\n{transform}\n}}\n{DRIVER}",
            version = serde_json::Value::from(format!("{} {}", self.name, self.version)),
            binary = serde_json::Value::from(self.binary.to_string_lossy()),
            options = self.options,
            transform = self.transform,
        );
        let instance = Instance {
            name: self.name.clone(),
            engine: &Node,
            command: self.node.clone(),
            args: Vec::new(),
            compiler: None,
        };
        let flags = ["--no-warnings", "--max-old-space-size=1024"];
        // A compiler's own threads and processes reserve more than they use.
        let within = |sandbox: parallax_process::Sandbox| {
            sandbox.with_tools([self.binary.as_path()]).with_large_reservations()
        };
        instance.drive_in(within, &flags, ("driver.cjs", &text), limits).await
    }
}

/// What a compiler tells.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Reply {
    id: usize,
    text: Option<String>,
    refused: Option<String>,
}

/// What a compiler makes of a program: another one, or what became of it.
pub type Compiled = Result<String, Behaviour>;

/// A compiler with limits, which is replaced when it fails.
pub struct CompilerRunner {
    compiler: Compiler,
    limits: Limits,
    link: Option<Link>,
}

impl CompilerRunner {
    /// One that is not started yet.
    pub fn new(compiler: Compiler, limits: Limits) -> Self {
        CompilerRunner { compiler, limits, link: None }
    }

    /// Has the next program compiled by a new process.
    pub fn renew(&mut self) {
        self.link = None;
    }

    /// Starts the compiler if it does not run; its name and version.
    ///
    /// # Errors
    /// Where it cannot be started.
    pub async fn bring_up(&mut self) -> Result<String, LaunchError> {
        Ok(self.link().await?.version().to_owned())
    }

    async fn link(&mut self) -> Result<&mut Link, LaunchError> {
        let link = match self.link.take() {
            Some(link) => link,
            None => self.compiler.launch(&self.limits).await?,
        };
        Ok(self.link.insert(link))
    }

    /// Compiles programs, one after the other.
    ///
    /// # Errors
    /// Where it cannot be started again.
    pub async fn compile(&mut self, programs: &[&str]) -> Result<Vec<Compiled>, LaunchError> {
        let mut made = Vec::with_capacity(programs.len());
        while made.len() < programs.len() {
            let limits = self.limits;
            let link = self.link().await?;
            if let Some(failure) = until_it_fails(link, programs, &limits, &mut made).await {
                self.link = None;
                made.push(Err(failure));
            }
        }
        let judged = made.into_iter().zip(programs);
        Ok(judged.map(|(made, program)| self.judged(made, program)).collect())
    }

    /// What is not to be expected of the compiler says nothing about it.
    fn judged(&self, made: Compiled, program: &str) -> Compiled {
        match made {
            Err(Behaviour::NoScript(words)) if any(&self.compiler.unsupported, &words) => {
                Err(Behaviour::Unsupported(words))
            }
            Ok(_) if self.compiler.is_strict && !is_strict(program) => Err(Behaviour::Unsupported(
                "what it makes of a sloppy program is strict".to_owned(),
            )),
            made => made,
        }
    }
}

/// Compiles programs after those that have been, to the end or until the process fails.
async fn until_it_fails(
    link: &mut Link,
    programs: &[&str],
    limits: &Limits,
    made: &mut Vec<Compiled>,
) -> Option<Behaviour> {
    let mut sent = made.len();
    while made.len() < programs.len() {
        while sent < programs.len() && sent < made.len() + AHEAD {
            link.send(sent, programs[sent]);
            sent += 1;
        }
        let line = match link.answer(limits).await {
            Ok(line) => line,
            Err(failure) => return Some(failure),
        };
        let reply = serde_json::from_slice(&line).ok().filter(|it: &Reply| it.id == made.len());
        match reply.map(|it| (it.text, it.refused)) {
            Some((Some(text), None)) => made.push(Ok(text)),
            Some((None, Some(words))) => made.push(Err(Behaviour::NoScript(words))),
            _ => return Some(Behaviour::Crashed("the compiler's answer is not valid".to_owned())),
        }
    }
    None
}

/// Whether a program begins with `"use strict"`.
fn is_strict(program: &str) -> bool {
    let code =
        program.lines().map(str::trim_start).find(|it| !it.is_empty() && !it.starts_with("//"));
    code.is_some_and(|it| it.starts_with("\"use strict\"") || it.starts_with("'use strict'"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_strict_by_its_first_line_of_code() {
        assert!(is_strict("// a test\n\n\"use strict\";\nvar x;"));
        assert!(
            !is_strict("var x; 'use strict';") && !is_strict("") && !is_strict("// 'use strict'")
        );
    }
}
