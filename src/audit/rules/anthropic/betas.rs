//! The betas of a request, which are in a header that an audit may not see.

use crate::audit::{Facts, Found};
use crate::json::Value;

/// Reports a place that requires a beta, if the betas of the request are known and do not include it. `beta` is the beginning of its name.
pub(super) fn require_beta<'d>(facts: &Facts<'d>, found: &mut Found<'d>, beta: &str, place: Option<Value<'d>>) {
    if facts.profile.fits(&["betas.*^", beta].concat()) {
        return;
    }
    let Some(place) = place else { return };
    if are_known(facts) {
        found.at(place);
    } else {
        found.needs(BETAS);
    }
}

/// Returns `true` if the betas of the request are known, also if there are none.
pub(super) fn are_known(facts: &Facts<'_>) -> bool {
    facts.profile.get("betas").is_some()
}

/// The need of a rule if the betas are unknown.
pub(super) const BETAS: &str = "the beta header is not known";
