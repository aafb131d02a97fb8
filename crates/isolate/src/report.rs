//! An isolation as one page: the ranking, and a heat map of the most suspicious files in which each
//! line says which witnesses exonerate it.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;

use crate::coverage::Map;
use crate::evidence::{Evidence, Run};
use crate::rank::Ranked;

/// How many files are shown line by line.
const FILES: usize = 5;

/// Lines shown around those that the failing run executes.
const AROUND: u32 = 2;

const STYLE: &str = "body{font:15px/1.45 system-ui,sans-serif;margin:2em auto;max-width:75em;padding:0 1em;color:#222}\
table{border-collapse:collapse}td,th{padding:.15em .8em .15em 0;text-align:left;vertical-align:top}\
pre{font:13px/1.4 ui-monospace,monospace;margin:0;overflow-x:auto}.line{display:block;white-space:pre}\
.line b{display:inline-block;width:5em;color:#777;font-weight:normal}.line i{display:inline-block;width:4em;color:#777;font-style:normal}\
.gap{color:#999}@media(prefers-color-scheme:dark){body{background:#181818;color:#ddd}}";

/// What is put on the page.
pub struct Page<'a> {
    /// What failed, in words.
    pub title: &'a str,
    /// The subject's lines.
    pub map: &'a Map,
    /// All runs.
    pub evidence: &'a Evidence,
    /// Files by suspicion.
    pub ranking: &'a [Ranked],
    /// The suspicion of each line that the failing run executes.
    pub lines: &'a [(u32, f64)],
}

impl Page<'_> {
    /// The page. It needs nothing else: no script, no file beside it.
    pub fn html(&self) -> String {
        let title = escaped(self.title);
        let mut out = format!(
            "<!doctype html><html lang=en><meta charset=utf-8><meta name=\"generator\" content=\"Parallax\">\
             <title>{title}</title><style>{STYLE}</style><h1>{title}</h1>"
        );
        self.files(&mut out);
        for place in self.ranking.iter().take(FILES) {
            self.heat(place.item, &mut out);
        }
        self.witnesses(&mut out);
        out
    }

    fn files(&self, out: &mut String) {
        out.push_str("<table><tr><th>rank<th>file<th>suspicion");
        for (at, place) in self.ranking.iter().take(20).enumerate() {
            let name = escaped(&self.map.files[place.item as usize]);
            let shown = match at < FILES {
                true => format!("<a href=\"#f{}\">{name}</a>", place.item),
                false => name,
            };
            let _ = write!(out, "<tr><td>{}<td>{shown}<td>{:.3}", place.rank, place.score);
        }
        out.push_str("</table>");
    }

    /// The lines of one file that the failing run executes, with a few around them.
    fn heat(&self, file: u32, out: &mut String) {
        let name = escaped(&self.map.files[file as usize]);
        let _ = write!(out, "<h2 id=\"f{file}\">{name}</h2><pre>");
        let mut hot: BTreeMap<u32, (usize, f64)> = BTreeMap::new();
        for &(line, suspicion) in self.lines {
            let place = self.map.lines[line as usize];
            if place.file == file {
                hot.insert(place.line, (line as usize, suspicion));
            }
        }
        let highest = hot.values().map(|hot| hot.1).fold(f64::MIN_POSITIVE, f64::max);
        let lowest = hot.values().map(|hot| hot.1).fold(highest, f64::min);
        let text = self.text(file);
        let mut last = 0;
        for (number, line) in (1u32..).zip(text.lines()) {
            let near = hot.range(number.saturating_sub(AROUND)..=number + AROUND).next().is_some();
            if !near {
                continue;
            }
            if number > last + 1 {
                out.push_str("<span class=\"line gap\">⋮</span>");
            }
            last = number;
            let shade = |suspicion: f64| (suspicion - lowest) / (highest - lowest).max(1e-9);
            match hot.get(&number) {
                Some(&(at, suspicion)) => self.line(number, line, at, shade(suspicion), out),
                None => {
                    let _ = write!(
                        out,
                        "<span class=line><b>{number}</b><i></i>{}</span>",
                        escaped(line)
                    );
                }
            }
        }
        out.push_str("</pre>");
    }

    fn line(&self, number: u32, line: &str, at: usize, heat: f64, out: &mut String) {
        let innocent: Vec<String> = self
            .numbered()
            .filter(|(_, run)| run.lines.contains(at))
            .map(|(number, _)| format!("W{number}"))
            .collect();
        let said = match innocent.is_empty() {
            true => "no witness executes this line".to_owned(),
            false => format!("exonerated by {}", innocent.join(" ")),
        };
        let _ = write!(
            out,
            "<span class=line style=\"background:rgba(220,60,40,{:.2})\" title=\"{said}\"><b>{number}</b><i>{}</i>{}</span>",
            heat * 0.6,
            innocent.len(),
            escaped(line)
        );
    }

    fn witnesses(&self, out: &mut String) {
        out.push_str("<h2>Witnesses</h2><table>");
        for (number, run) in self.numbered() {
            let (origin, label) = (run.origin.name(), escaped(&run.label));
            let _ = write!(out, "<tr><td>W{number}<td>{origin}<td>{label}");
        }
        out.push_str("</table>");
    }

    fn numbered(&self) -> impl Iterator<Item = (usize, &Run)> {
        (1..).zip(self.evidence.witnesses())
    }

    /// The text that the lines of a file are in.
    fn text(&self, file: u32) -> String {
        let path: Option<&PathBuf> =
            self.map.functions.iter().find(|function| function.file == file).map(|f| &f.path);
        let bytes = path.and_then(|path| std::fs::read(path).ok()).unwrap_or_default();
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

/// Text that is only text: markup is escaped, and what would hide or reorder is spelled out.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\t' => out.push('\t'),
            '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{feff}' => {
                out.extend(character.escape_unicode());
            }
            character if character.is_control() => out.extend(character.escape_unicode()),
            character => out.push(character),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_text_stays_text() {
        assert_eq!(
            escaped("<b title=\"x\">&\u{202e}\u{1b}"),
            "&lt;b title=&quot;x&quot;&gt;&amp;\\u{202e}\\u{1b}"
        );
    }
}
