//! Reads histories of changes in the form of GNU's ChangeLog: bugs, files and functions.

/// One change of a history.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Change {
    /// The first line: date and author.
    pub head: String,
    /// The bugs that it is for: component and number.
    pub bugs: Vec<(String, u64)>,
    /// The files that it changes.
    pub files: Vec<ChangedFile>,
}

/// A file of a change.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ChangedFile {
    /// Its name, below the folder of the history.
    pub name: String,
    /// The functions that were changed, as the author wrote them.
    pub functions: Vec<String>,
    /// What the author wrote of it.
    pub text: String,
}

impl Change {
    /// The date, as year, month and day.
    pub fn date(&self) -> &str {
        self.head.split_whitespace().next().unwrap_or_default()
    }
}

/// The changes of a history, in its order.
pub fn changes(text: &str) -> Vec<Change> {
    let mut changes: Vec<Change> = Vec::new();
    for line in text.lines() {
        let rest = line.trim_start();
        if !line.starts_with(['\t', ' ']) && !line.is_empty() {
            changes.push(Change { head: line.to_owned(), ..Change::default() });
        } else if let Some(change) = changes.last_mut() {
            change.add(rest);
        }
    }
    changes
}

impl Change {
    fn add(&mut self, line: &str) {
        if let Some(bug) = line.strip_prefix("PR ").filter(|_| self.files.is_empty()) {
            let bug = bug.split_whitespace().next().unwrap_or_default();
            let parts = bug.split_once('/');
            self.bugs
                .extend(parts.and_then(|(part, at)| Some((part.to_owned(), at.parse().ok()?))));
        } else if let Some(entry) = line.strip_prefix("* ") {
            let names = entry.split([':', '(']).next().unwrap_or_default();
            let rest = &entry[names.len()..];
            let names = names.split([',', ' ']).filter(|name| !name.is_empty());
            let first = self.files.len();
            self.files.extend(
                names.map(|name| ChangedFile { name: name.to_owned(), ..ChangedFile::default() }),
            );
            for file in &mut self.files[first..] {
                file.add(rest);
            }
        } else if let Some(file) = self.files.last_mut() {
            file.add(line);
        }
    }
}

impl ChangedFile {
    /// One line of the entry: names in brackets in front of what was done, then that.
    fn add(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
        let mut rest = line;
        while let Some(names) = rest.strip_prefix('(') {
            let end = names.find(')').unwrap_or(names.len());
            let names_end = &names[..end];
            let names_of = names_end.split(',').map(str::trim).filter(|name| !name.is_empty());
            for name in names_of {
                if !self.functions.iter().any(|known| known == name) {
                    self.functions.push(name.to_owned());
                }
            }
            rest = names.get(end + 1..).unwrap_or_default().trim_start();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_read() {
        let text = "2022-08-01  A B  <a@b>\n\t    C D  <c@d>\n\n\tPR tree-optimization/1\n\tPR c/22\n\
            \t* tree-x.cc (f, x::g): Fix.\n\t(h): Likewise (not a name).\n\t* y.cc, z.cc: New (no).\n\n\
            2022-08-02  A B  <a@b>\n\n\t* config/a.md\n\t(*b<mode>): Fix.\n";
        let changes = changes(text);
        assert_eq!(changes.len(), 2);
        assert_eq!(changes[0].date(), "2022-08-01");
        assert_eq!(changes[0].bugs, [("tree-optimization".to_owned(), 1), ("c".to_owned(), 22)]);
        let files: Vec<(&str, String)> = changes
            .iter()
            .flat_map(|change| &change.files)
            .map(|file| (file.name.as_str(), file.functions.join(" ")))
            .collect();
        let expected =
            [("tree-x.cc", "f x::g h"), ("y.cc", ""), ("z.cc", ""), ("config/a.md", "*b<mode>")];
        assert_eq!(files, expected.map(|(file, names)| (file, names.to_owned())));
    }
}
