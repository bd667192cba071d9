//! Each part that the request sends, with the recorded part that it is or that its handle came from.

use crate::audit::{Facts, Finding};
use crate::json::Value;
use crate::ledger::Side;
use crate::ledger::matching::SentPart;
use crate::ledger::{Answer, EmittedPart};

/// Lists every part that a model said in the request.
pub(super) fn sent_parts<'m, 'd>(facts: &'m Facts<'d>) -> &'m [SentPart<'d>] {
    facts.matched.as_ref().map_or(&[], |matched| &matched.sent)
}

/// Finds the part at which something was found.
pub(super) fn sent_part_at<'m, 'd>(facts: &'m Facts<'d>, finding: &Finding<'d>) -> Option<&'m SentPart<'d>> {
    sent_parts(facts).iter().find(|sent| sent.value == finding.place)
}

/// Lists the parts whose handle is on record, with the response and the part that it was issued with.
pub(super) fn issued<'m, 'd>(facts: &'m Facts<'d>) -> impl Iterator<Item = (&'m SentPart<'d>, &'d Answer, &'d EmittedPart)> {
    sent_parts(facts).iter().filter_map(|sent| {
        let (recorded, emitted) = facts.matched.as_ref()?.emitted(sent.from?)?;
        Some((sent, recorded, emitted))
    })
}

/// Lists every part, with the response and the part that it was recorded as.
pub(super) fn with_record<'m, 'd>(facts: &'m Facts<'d>) -> impl Iterator<Item = (&'m SentPart<'d>, Option<(&'d Answer, &'d EmittedPart)>)> {
    sent_parts(facts).iter().map(|sent| (sent, sent.of.and_then(|of| facts.matched.as_ref()?.emitted(of))))
}

/// Finds the handle that a part carries.
pub(super) fn handle_of<'d>(sent: &SentPart<'d>) -> Option<Value<'d>> {
    let own = || Some(sent.value).filter(|_| sent.trace.handle.is_some());
    Side::Handle.paths().iter().find_map(|path| sent.value.path(path)).or_else(own).filter(|handle| handle.text().is_some())
}
