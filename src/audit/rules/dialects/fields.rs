//! The members in which a chat host reads reasoning.

use crate::audit::{Facts, Finding};
use crate::error::Error;
use crate::json::Changes;

/// The members that hold reasoning as a text, at any host.
pub(super) const FIELDS: [&str; 3] = ["reasoning_content", "reasoning", "thinking"];

/// Returns the name of the member in which the host reads reasoning.
#[inline(never)]
pub(in crate::audit::rules) fn field_read<'d>(facts: &Facts<'d>) -> Option<&'d str> {
    let preferred = || facts.profile.path("fields.reads.0")?.text()?.plain();
    facts.described.reasoning_field.or_else(preferred)
}

/// Moves the finding's place, a member of the message that is its first related place, to another name.
#[inline(never)]
pub(super) fn move_to_member<'d>(finding: &Finding<'d>, name: &str, changes: &mut Changes<'d>) -> Result<(), Error> {
    if let Some(message) = finding.related.first() {
        changes.set(*message, name, finding.place.raw())?;
    }
    changes.remove(finding.place)
}
