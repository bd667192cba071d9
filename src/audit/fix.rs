//! The fix of one finding: the edits that its rule makes for it.

use super::{Facts, Finding, MadeFix};
use crate::json::{Changes, Document};

/// The longest report, in findings, whose fixes are all made at once. In a longer one a fix is made when somebody asks for it, because
/// ten thousand fixes take longer than the audit.
pub const PREVIEWED: usize = 32;

/// Makes the first fix that the finding offers and that changes anything.
pub(crate) fn fix_of<'d>(finding: &Finding<'d>, facts: &Facts<'d>, document: &'d Document<'d>) -> MadeFix {
    for fix in finding.fixes {
        let mut changes = Changes::new(document);
        let made = fix.mend.apply(facts, finding, &mut changes).and_then(|()| changes.edits()).unwrap_or_default();
        if !made.is_empty() {
            return Some((fix.safety, made));
        }
    }
    None
}
