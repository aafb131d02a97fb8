//! Recording what goes over a wire, and playing it back in place of a debugger.
//!
//! A recording has one message a line: `>` and what was sent, or `<` and what came.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use async_trait::async_trait;
use serde_json::Value;

use super::{Transport, closed};

/// Passes messages on and writes each to a file.
pub struct Recorder {
    inner: Box<dyn Transport>,
    file: BufWriter<File>,
}

impl Recorder {
    /// Records `inner` to a new file.
    pub fn new(inner: Box<dyn Transport>, path: &Path) -> io::Result<Self> {
        Ok(Recorder { inner, file: BufWriter::new(File::create(path)?) })
    }

    fn note(&mut self, direction: char, message: &str) -> io::Result<()> {
        writeln!(self.file, "{direction} {}", message.replace('\n', " "))?;
        self.file.flush()
    }
}

#[async_trait]
impl Transport for Recorder {
    async fn send(&mut self, message: String) -> io::Result<()> {
        self.note('>', &message)?;
        self.inner.send(message).await
    }

    async fn receive(&mut self) -> io::Result<Vec<u8>> {
        let message = self.inner.receive().await?;
        self.note('<', &String::from_utf8_lossy(&message))?;
        Ok(message)
    }
}

/// A debugger that answers from a recording, and insists on being asked the same.
#[derive(Debug)]
pub struct Replayed {
    messages: VecDeque<(char, String)>,
}

impl Replayed {
    /// Plays the recording in `text`. Empty lines and lines that start with `#` are comments.
    pub fn new(text: &str) -> Self {
        let messages = text
            .lines()
            .filter_map(|line| {
                let direction = line.chars().next().filter(|first| ['>', '<'].contains(first))?;
                Some((direction, line[1..].trim().to_owned()))
            })
            .collect();
        Replayed { messages }
    }
}

#[async_trait]
impl Transport for Replayed {
    async fn send(&mut self, message: String) -> io::Result<()> {
        let expected = match self.messages.pop_front() {
            Some(('>', expected)) => expected,
            other => {
                return Err(io::Error::other(format!(
                    "sent {message} where the recording has {other:?}"
                )));
            }
        };
        let same = serde_json::from_str::<Value>(&expected).ok()
            == serde_json::from_str::<Value>(&message).ok();
        if same {
            Ok(())
        } else {
            Err(io::Error::other(format!("sent {message} where the recording has {expected}")))
        }
    }

    async fn receive(&mut self) -> io::Result<Vec<u8>> {
        match self.messages.pop_front() {
            Some(('<', message)) => Ok(message.into_bytes()),
            Some((_, expected)) => {
                Err(io::Error::other(format!("waits where the recording sends {expected}")))
            }
            None => Err(closed()),
        }
    }
}
