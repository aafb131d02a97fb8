//! Compilers: a command that makes a program and its source map of a text.

use std::io;
use std::path::Path;
use std::time::Duration;

use parallax_model::{Blame, Location, MapMistake, MapMistakeKind, Program};
use parallax_process::{Bounds, Scratch, read_below};
use tokio::process::Command;

use crate::source_map::{MapError, SourceMap};

/// What a compiler may take.
const BOUNDS: Bounds = Bounds { time: Some(Duration::from_secs(60)), ..Bounds::NONE };

/// A command that reads a text and writes another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Compiler {
    /// The name that people use for it.
    pub name: String,
    /// The command and its arguments. `{input}` is the text, `{folder}` the folder that the output is
    /// written to and `{output}` the file in it; its map is beside it, with `.map` added.
    pub run: Vec<String>,
}

/// What a compiler made of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Compiled {
    /// The compiled program.
    pub program: Program,
    /// Where it comes from.
    pub map: SourceMap,
}

/// Why there is no compiled program.
#[derive(Debug, thiserror::Error)]
pub enum CompileError {
    /// The compiler cannot be run.
    #[error("`{command}` cannot be run; `parallax setup` gets what is missing")]
    Command {
        /// The command.
        command: String,
        /// What the system said.
        #[source]
        cause: io::Error,
    },
    /// Its files cannot be written.
    #[error("cannot write the compiler's files")]
    Files(#[source] io::Error),
    /// It writes no program.
    #[error("{name} does not compile it: {words}")]
    Rejected {
        /// The compiler.
        name: String,
        /// The beginning of what it said.
        words: String,
    },
    /// Its map cannot be read.
    #[error("{name} writes a map that is none")]
    Map {
        /// The compiler.
        name: String,
        /// What is wrong.
        #[source]
        cause: MapError,
    },
}

impl CompileError {
    /// The mistake that it is to refuse a program which is one; none where the compiler did not run.
    pub fn mistake(&self, source: &Program) -> Option<MapMistake> {
        let CompileError::Rejected { name, .. } = self else { return None };
        Some(MapMistake {
            program: source.name.to_string(),
            compiler: name.clone(),
            debugger: None,
            kind: MapMistakeKind::Rejected,
            blame: Blame::Compiler,
            original: Location { line: 1, column: 0 },
            compiled: None,
            actions: Vec::new(),
            expected: String::new(),
            shown: self.to_string(),
        })
    }
}

/// How long a file may be that a compiler writes.
const MAX_OUTPUT: u64 = 256 << 20;

/// A file that a compiler has written; links are not followed.
fn written(scratch: &Scratch, name: &str) -> io::Result<String> {
    let bytes = read_below(scratch.path(), &Path::new("out").join(name), MAX_OUTPUT)?;
    String::from_utf8(bytes).map_err(|_| io::ErrorKind::InvalidData.into())
}

impl Compiler {
    /// Compiles a text, and reads the map.
    ///
    /// # Errors
    /// Where the compiler cannot be run, or makes no program with a map.
    pub async fn compile(&self, source: &Program) -> Result<Compiled, CompileError> {
        let scratch = Scratch::new().map_err(CompileError::Files)?;
        let compiled = self.output(source, &scratch).await?;
        let map = SourceMap::read(&written(&scratch, "program.js.map").unwrap_or_default());
        let map = map.map_err(|cause| CompileError::Map { name: self.name.clone(), cause })?;
        // No debugger is to find the map by itself.
        let is_code = |line: &&str| !line.starts_with("//# sourceMappingURL=");
        let lines: Vec<&str> = compiled.split('\n').filter(is_code).collect();
        Ok(Compiled { program: source.with_text(lines.join("\n")), map })
    }

    /// What the command makes of a text, without a map.
    ///
    /// # Errors
    /// As for `compile`.
    pub async fn convert(&self, source: &Program) -> Result<Program, CompileError> {
        let scratch = Scratch::new().map_err(CompileError::Files)?;
        Ok(source.with_text(self.output(source, &scratch).await?))
    }

    async fn output(&self, source: &Program, scratch: &Scratch) -> Result<String, CompileError> {
        let extension =
            Path::new(&*source.name).extension().and_then(|it| it.to_str()).unwrap_or("js");
        let (input, folder) =
            (scratch.path().join(format!("program.{extension}")), scratch.path().join("out"));
        std::fs::create_dir(&folder).map_err(CompileError::Files)?;
        std::fs::write(&input, &*source.text).map_err(CompileError::Files)?;
        let output = folder.join("program.js");
        let fill = |word: &String| {
            word.replace("{input}", &input.to_string_lossy())
                .replace("{folder}", &folder.to_string_lossy())
                .replace("{output}", &output.to_string_lossy())
        };
        let words: Vec<String> = self.run.iter().map(fill).collect();
        let (command, arguments) = words.split_first().ok_or_else(|| {
            let cause = io::Error::from(io::ErrorKind::InvalidInput);
            CompileError::Command { command: self.name.clone(), cause }
        })?;
        let mut process = Command::new(command);
        let tools = words.iter().map(Path::new).filter(|it| it.is_absolute() && it.is_file());
        let sandbox = scratch.confine(&mut process).with_tools(tools);
        process.args(arguments).current_dir(scratch.path());
        let finished = parallax_process::run_confined(&mut process, &sandbox, &BOUNDS)
            .await
            .map_err(|cause| CompileError::Command { command: command.clone(), cause })?;
        written(scratch, "program.js").map_err(|_| CompileError::Rejected {
            name: self.name.clone(),
            words: match format!("{}{}", finished.stderr, finished.stdout).trim() {
                "" => "it writes no program.js, and says nothing".to_owned(),
                words => words
                    .split_whitespace()
                    .collect::<Vec<_>>()
                    .join(" ")
                    .chars()
                    .take(400)
                    .collect(),
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a compiler makes that is a line of shell; `$0` is where its output goes.
    async fn made(line: &str) -> Result<Program, CompileError> {
        let run = ["sh", "-c", line, "{output}"].map(str::to_owned).into();
        Compiler { name: "sh".into(), run }.convert(&Program::new("p.js", "1;")).await
    }

    #[tokio::test]
    async fn what_a_compiler_links_to_is_not_read() {
        assert_eq!(&*made("echo 2 > $0").await.unwrap().text, "2\n");
        // This very file is outside of what the compiler may read.
        let file = format!("{}/Cargo.toml", env!("CARGO_MANIFEST_DIR"));
        let links = [
            format!("ln -s {file} $0"),
            format!("rmdir ${{0%/*}}; ln -s {} ${{0%/*}}", env!("CARGO_MANIFEST_DIR")),
        ];
        for line in
            links.iter().map(String::as_str).chain(["mkfifo $0", "mkdir $0", "ln -s /dev/zero $0"])
        {
            let made = made(line).await;
            assert!(matches!(made, Err(CompileError::Rejected { .. })), "{line}: {made:?}");
        }
    }
}
