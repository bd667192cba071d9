//! The fix of one finding: the edits that its rule makes for it.

use super::{Facts, Finding, Safety};
use crate::json::{Changes, Document, Edit};

/// The longest report, in findings, whose fixes are all made at once. In a longer one a fix is made when somebody asks for it, because
/// ten thousand fixes take longer than the audit.
pub const PREVIEWED: usize = 32;

/// How safe a fix is, and its edits. `None` if no fix of the rule changes anything.
pub type Fix = Option<(Safety, Vec<Edit>)>;

/// Makes the first fix of a finding's rule that changes anything.
pub(crate) fn fix_of<'d>(finding: &Finding<'d>, facts: &Facts<'d>, document: &'d Document<'d>) -> Fix {
    for (safety, mend) in finding.rule.fixes.iter().skip(finding.fixes) {
        let mut changes = Changes::new(document);
        let made = mend.apply(facts, finding, &mut changes).and_then(|()| changes.edits()).unwrap_or_default();
        if !made.is_empty() {
            return Some((*safety, made));
        }
    }
    None
}
