//! Tables for the terminal.

use comfy_table::{ContentArrangement, Table, presets};

use crate::terminal::{printable_lines, shortened};

/// The longest cell that is shown in full.
const MAX_WIDTH: usize = 2000;

/// A table with a header, as wide as the terminal, or as it needs to be when there is none.
pub fn table<H: AsRef<str>>(header: &[H]) -> Table {
    let mut table = Table::new();
    table
        .load_style(presets::UTF8_HORIZONTAL_ONLY)
        .set_content_arrangement(ContentArrangement::Dynamic);
    if let Some(width) = terminal_width() {
        table.set_width(width);
    }
    table.set_header(header.iter().map(|cell| cell_text(cell.as_ref())));
    table
}

/// A cell that cannot steer the terminal.
pub fn cell_text(text: &str) -> String {
    printable_lines(&shortened(text, MAX_WIDTH))
}

/// How wide the terminal is; none when the output goes elsewhere.
fn terminal_width() -> Option<u16> {
    use std::io::IsTerminal;
    if !std::io::stdout().is_terminal() {
        return None;
    }
    size_of_terminal()
}

#[allow(unsafe_code)]
fn size_of_terminal() -> Option<u16> {
    // SAFETY: the call fills a struct of ours, and its result is checked before that is read.
    unsafe {
        let mut size: libc::winsize = std::mem::zeroed();
        let answered = libc::ioctl(libc::STDOUT_FILENO, libc::TIOCGWINSZ, &raw mut size) == 0;
        (answered && size.ws_col > 20).then_some(size.ws_col)
    }
}
