//! A finding made smaller: the program, the actions, and what is next to it and runs well.

use parallax_model::{Action, Program, Reduction, format_actions};

use super::list;
use crate::format::number;
use crate::text::Visible;

/// What stands on the page.
#[derive(Debug)]
pub(crate) struct ReductionView {
    pub(crate) what: Visible,
    pub(crate) debuggers: Visible,
    pub(crate) case: CaseView,
    pub(crate) control: Option<CaseView>,
    pub(crate) trials: String,
    pub(crate) is_complete: bool,
}

/// A program with actions.
#[derive(Debug)]
pub(crate) struct CaseView {
    pub(crate) lines: Vec<(usize, Visible)>,
    pub(crate) actions: Visible,
}

impl ReductionView {
    pub(crate) fn new(reduction: &Reduction) -> Self {
        let control = reduction.control.as_ref();
        ReductionView {
            what: Visible::long(&reduction.what),
            debuggers: list(&reduction.debuggers),
            case: CaseView::new(&reduction.program, &reduction.actions),
            control: control.map(|it| CaseView::new(&it.program, &it.actions)),
            trials: number(reduction.trials),
            is_complete: reduction.is_complete,
        }
    }
}

impl CaseView {
    fn new(program: &Program, actions: &[Action]) -> Self {
        let lines = program.lines();
        let count = lines.len() - usize::from(program.text.ends_with('\n'));
        let lines = lines.into_iter().take(count).enumerate();
        CaseView {
            lines: lines.map(|(at, line)| (at + 1, Visible::code(line))).collect(),
            actions: Visible::long(&format_actions(actions)),
        }
    }
}
