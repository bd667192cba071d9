//! Each part of the request, with the recorded part that it replays or that its handle was issued with.

use crate::audit::{Facts, Finding};
use crate::json::Value;
use crate::ledger::Side;
use crate::ledger::matching::SentPart;
use crate::ledger::{Answer, EmittedPart};

/// Lists every part of the request that comes from a model.
pub(super) fn sent_parts<'m, 'd>(facts: &'m Facts<'d>) -> &'m [SentPart<'d>] {
    facts.matched.as_ref().map_or(&[], |matched| &matched.sent)
}

/// Finds the part at the place of a finding.
pub(super) fn sent_part_at<'m, 'd>(facts: &'m Facts<'d>, finding: &Finding<'d>) -> Option<&'m SentPart<'d>> {
    sent_parts(facts).iter().find(|sent| sent.value == finding.place)
}

/// Lists the parts whose handle is recorded, with the response and the part that it was issued with.
pub(in crate::audit::rules) fn issued<'m, 'd>(
    facts: &'m Facts<'d>,
) -> impl Iterator<Item = (&'m SentPart<'d>, &'d Answer, &'d EmittedPart)> {
    sent_parts(facts).iter().filter_map(|sent| {
        let (recorded, emitted) = facts.matched.as_ref()?.emitted(sent.from?)?;
        Some((sent, recorded, emitted))
    })
}

/// Lists every part, with the recorded response and part that it replays.
pub(super) fn with_record<'m, 'd>(facts: &'m Facts<'d>) -> impl Iterator<Item = (&'m SentPart<'d>, Option<(&'d Answer, &'d EmittedPart)>)> {
    sent_parts(facts).iter().map(|sent| (sent, sent.of.and_then(|of| facts.matched.as_ref()?.emitted(of))))
}

/// Finds the handle of a part.
pub(super) fn handle_of<'d>(sent: &SentPart<'d>) -> Option<Value<'d>> {
    let own = || sent.trace.handle.is_some().then_some(sent.value);
    Side::Handle.paths().iter().find_map(|path| sent.value.path(path)).or_else(own).filter(|handle| handle.text().is_some())
}
