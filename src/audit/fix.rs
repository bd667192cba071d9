//! The fixes of findings: the edits that their rules make for them.

use super::fix_title::title_of;
use super::{Facts, Finding, MadeFix, ProposedFix};
use crate::json::{Changes, Document};

/// Makes the first fix that the finding offers and that changes anything.
pub(crate) fn fix_of<'d>(finding: &Finding<'d>, facts: &Facts<'d>, document: &'d Document<'d>) -> MadeFix {
    for fix in finding.fixes {
        let mut changes = Changes::new(document);
        let edits = fix.edit.apply(facts, finding, &mut changes).and_then(|()| changes.edits()).unwrap_or_default();
        if !edits.is_empty() {
            return Some(ProposedFix { safety: fix.safety, title: title_of(fix.title, finding.place, &changes), edits });
        }
    }
    None
}

/// The bytes that the fixes of one report may have. One fix may edit every thought of a request, and a thousand of those would be longer than anybody can use.
pub(crate) struct FixBudget {
    left: usize,
}

impl Default for FixBudget {
    fn default() -> Self {
        Self { left: 1 << 20 }
    }
}

impl FixBudget {
    /// Makes a fix if there are bytes left. Otherwise the fix is omitted, which is `None`.
    pub(crate) fn make(&mut self, make: impl FnOnce() -> MadeFix) -> Option<MadeFix> {
        (self.left > 0).then(|| {
            let made = make();
            let size: usize = made.iter().flat_map(|fix| &fix.edits).map(|edit| EDIT_SIZE + edit.text.len()).sum();
            self.left = self.left.saturating_sub(size);
            made
        })
    }
}

/// The length of an edit as JSON, beside its text.
const EDIT_SIZE: usize = 40;
