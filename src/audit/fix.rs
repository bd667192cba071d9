//! The fix of one finding: the edits that its rule makes for it.

use super::{Facts, Finding, MadeFix};
use crate::json::{Changes, Document};

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
