//! Where an edition's text is.

use std::path::{Path, PathBuf};

use parallax_spec::document::Document;
use parallax_spec::run::Specification;

use crate::exit_code::Failure;
use crate::{Context, terminal};

/// The folder with the texts of editions.
pub fn folder(context: &Context) -> PathBuf {
    context.config.spec_folder()
}

/// Reads the document that a path or a name such as `es2026` stands for.
pub fn document(named: &str, context: &Context) -> anyhow::Result<Document> {
    Ok(Document::parse(&source(named, context)?))
}

/// The edition that a path or a name such as `es2026` stands for, ready to run programs.
pub fn specification(named: &str, context: &Context) -> anyhow::Result<Specification> {
    Specification::new(&document(named, context)?)
        .map_err(|stop| Failure::usage(format!("{named} cannot be run: {}", super::why(&stop))))
}

/// The file that a path or a name such as `es2026` stands for.
pub fn path(named: &str, context: &Context) -> anyhow::Result<PathBuf> {
    locate(named, &folder(context))
}

/// Reads the text that a path or a name such as `es2026` stands for.
pub fn source(named: &str, context: &Context) -> anyhow::Result<String> {
    let path = path(named, context)?;
    let bytes = std::fs::read(&path)
        .map_err(|cause| Failure::because(format!("cannot read {}", path.display()), cause))?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    if !text.contains("<emu-alg") {
        return Err(Failure::usage(format!(
            "{} has no algorithms: it is not the source text of ECMA-262",
            path.display()
        )));
    }
    if !text.contains("</emu-annex>") {
        terminal::say_error(&format!("{} has no annexes: it may be cut off", path.display()));
    }
    Ok(text)
}

fn locate(named: &str, folder: &Path) -> anyhow::Result<PathBuf> {
    let path = PathBuf::from(named);
    if path.is_file() {
        return Ok(path);
    }
    let is_name = !named.is_empty()
        && named.chars().all(|symbol| symbol.is_ascii_alphanumeric() || symbol == '-');
    let inside = folder.join(format!("{named}.html"));
    if is_name && inside.is_file() {
        return Ok(inside);
    }
    Err(Failure::usage(if is_name {
        format!(
            "there is no edition {named} in {}: name a file, or run `parallax spec get {named}`",
            folder.display()
        )
    } else {
        format!("there is no file {named}")
    }))
}
