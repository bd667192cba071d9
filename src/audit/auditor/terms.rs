//! The terms of a judgement: the next request has to share them for it to hold.

use crate::audit::Options;
use crate::audit::facts::Facts;
use crate::json::Value;
use crate::ledger::LedgerMatch;

/// The target, the options, and all that a request says beside its messages.
pub(super) fn terms(facts: &Facts<'_>, options: &Options<'_>) -> Option<Vec<u8>> {
    let list = list(facts)?;
    let mut terms = facts.profile.raw().to_vec();
    if let Some(scope) = facts.matched.as_ref().map(LedgerMatch::scope) {
        terms.extend_from_slice(scope.credential.as_deref().unwrap_or_default().as_bytes());
        terms.extend_from_slice(&scope.conversation.map_or([0; 32], |name| name.0));
    }
    for rule in &options.off {
        terms.extend_from_slice(rule.id.as_bytes());
        terms.push(b',');
    }
    // How the answer shall come is no matter of what it is asked with.
    for (name, value) in facts.body.members().filter(|(name, value)| *value != list && *name != *"stream") {
        terms.extend_from_slice(name.raw());
        terms.push(b':');
        terms.extend_from_slice(value.raw());
    }
    Some(terms)
}

/// The list of the messages.
pub(super) fn list<'d>(facts: &Facts<'d>) -> Option<Value<'d>> {
    let first = facts.entries.first()?.value.span().start;
    facts.body.members().map(|(_, value)| value).find(|value| value.span().start < first && first < value.span().end)
}
