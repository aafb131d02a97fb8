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

/// The sheet of all pages of Parallax, and what only this one needs.
const SHEET: &str = include_str!("../../report/templates/style.css");
const STYLE: &str = ".heat{padding:.7rem 0;white-space:normal}.line{display:block;white-space:pre;padding:0 .9rem}\
.line b{display:inline-block;width:4.5em;color:var(--quiet);font-weight:normal}\
.line i{display:inline-block;width:3.5em;color:var(--quiet);font-style:normal}.gap{color:var(--quiet)}\
.legend{margin-top:1.5rem}.scale{display:inline-block;width:9em;height:.9em;vertical-align:-.1em;border:1px solid var(--rule);\
background:linear-gradient(90deg,rgba(220,60,40,0),rgba(220,60,40,.6))}";

const LEGEND: &str = "<p class=legend>Below are the lines that the failing run executes. In front of each stand its number and \
how many witnesses execute it too; the redder it is, the more suspicious, from a line that every run executes to the first of its file: \
<span class=scale></span>. Point at a line to see which witnesses exonerate it.";

/// What is put on the page.
pub struct Page<'a> {
    /// The program that makes the subject fail.
    pub program: &'a str,
    /// The subject's name.
    pub subject: &'a str,
    /// What failed, in words.
    pub symptom: &'a str,
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
        let title = format!("{} breaks {}", escaped(self.program), escaped(self.subject));
        let mut out = format!(
            "<!doctype html><html lang=en><head><meta charset=utf-8>\
             <meta name=viewport content=\"width=device-width, initial-scale=1\">\
             <meta name=generator content=Parallax><meta name=color-scheme content=\"light dark\">\
             <meta http-equiv=Content-Security-Policy content=\"default-src 'none'; style-src 'unsafe-inline'\">\
             <title>{title}</title><style>{SHEET}{STYLE}</style></head><body><h1>{title}</h1>"
        );
        self.lead(&mut out);
        self.files(&mut out);
        out.push_str(LEGEND);
        for place in self.ranking.iter().take(FILES) {
            self.heat(place.item, &mut out);
        }
        self.witnesses(&mut out);
        out
    }

    fn lead(&self, out: &mut String) {
        let trials: usize = self.evidence.trials.values().sum();
        let _ = write!(
            out,
            "<p class=lead><strong>{}</strong>: {} witnesses, runs nearby that pass, among {trials} trials say which \
             files of {} are most likely to hold the bug.",
            escaped(self.symptom),
            self.evidence.witnesses().count(),
            escaped(self.subject),
        );
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
        let _ = write!(out, "<h2 id=\"f{file}\">{name}</h2><pre class=heat>");
        let mut hot: BTreeMap<u32, (usize, f64)> = BTreeMap::new();
        for &(line, suspicion) in self.lines {
            let place = self.map.lines[line as usize];
            if place.file == file {
                hot.insert(place.line, (line as usize, suspicion));
            }
        }
        let highest = hot.values().map(|hot| hot.1).fold(f64::MIN_POSITIVE, f64::max);
        let cool = self.indifferent().min(highest);
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
            let shade =
                |suspicion: f64| ((suspicion - cool) / (highest - cool).max(1e-9)).clamp(0.0, 1.0);
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

    /// The suspicion of a line that every run executes, which tells nothing.
    fn indifferent(&self) -> f64 {
        let everywhere =
            |line: u32| self.evidence.runs.iter().all(|run| run.lines.contains(line as usize));
        self.lines.iter().find(|(line, _)| everywhere(*line)).map_or(0.0, |line| line.1)
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
