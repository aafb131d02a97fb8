//! Where tests find what they need: the repository, the cache, the texts, installed tools.

use std::path::{Path, PathBuf};

/// The root of the workspace.
pub fn repository() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.canonicalize().unwrap_or(root)
}

/// Parallax's cache: `PARALLAX_CACHE`, or the user's cache folder.
pub fn cache() -> PathBuf {
    set("PARALLAX_CACHE")
        .or_else(|| set("XDG_CACHE_HOME").map(|cache| cache.join("parallax")))
        .or_else(|| set("HOME").map(|home| home.join(".cache/parallax")))
        .expect("set PARALLAX_CACHE or HOME")
}

/// The folder of the texts of ECMA-262: `PARALLAX_SPEC_DIR`, or where `parallax spec get` puts them
/// when it is run in the workspace.
pub fn texts() -> PathBuf {
    repository().join(set("PARALLAX_SPEC_DIR").unwrap_or_else(|| ".parallax/spec".into()))
}

/// The text of an edition such as `es2026`.
pub fn text(edition: &str) -> String {
    let path = texts().join(format!("{edition}.html"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The folder of an npm package such as `grammarkdown@3.3.2`, in the cache.
pub(crate) fn package(package: &str) -> PathBuf {
    let name = package.rsplit_once('@').map_or(package, |(name, _)| name);
    package_folder(package).join("node_modules").join(name)
}

/// The folder that an npm package is installed into.
pub(crate) fn package_folder(package: &str) -> PathBuf {
    cache().join("npm").join(package.replace('/', "+"))
}

/// The executable of a debugger or engine, as the default settings describe it.
pub(crate) fn executable(tool: &str) -> PathBuf {
    let settings = settings();
    let described =
        ["debugger", "engine", "compiler"].iter().find_map(|kind| settings.get(*kind)?.get(tool));
    let described = described.unwrap_or_else(|| panic!("the settings have no tool `{tool}`"));
    let value = |key: &str| described.get(key)?.as_str();
    match (value("command"), value("package"), value("binary")) {
        (Some(command), _, _) => find(command).unwrap_or_else(|| command.into()),
        (None, Some(named), Some(binary)) => package(named).join(binary),
        _ => panic!("the settings do not say where `{tool}` is"),
    }
}

/// The file that is there once a subject is built, relative to its folder.
pub(crate) fn built(subject: &str) -> PathBuf {
    let settings = settings();
    let built = settings["subject"][subject]["built"].as_str();
    built.map(PathBuf::from).expect("a subject says what it builds")
}

fn settings() -> toml::Table {
    let path = repository().join("crates/cli/default.toml");
    let text = std::fs::read_to_string(path).expect("the default settings can be read");
    text.parse().expect("the default settings are TOML")
}

/// A command on `PATH`.
pub(crate) fn find(command: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(command)).find(|it| it.is_file())
}

fn set(name: &str) -> Option<PathBuf> {
    std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from)
}
