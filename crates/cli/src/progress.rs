//! A progress bar with rate and time left; nothing at all when nobody watches.

use std::fmt::Write;
use std::io::IsTerminal;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

/// A bar for so many steps.
pub fn bar(steps: usize, what: &str) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar =
        ProgressBar::with_draw_target(Some(steps as u64), ProgressDrawTarget::stderr_with_hz(5));
    let template = "{prefix} {wide_bar} {human_pos}/{human_len}  {rate}/s  {eta} left  {msg}";
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style.with_key("rate", |state: &ProgressState, text: &mut dyn Write| {
            write!(text, "{:.1}", state.per_sec()).ok();
        }));
    }
    bar.set_prefix(what.to_owned());
    bar
}
