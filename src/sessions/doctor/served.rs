//! Whether the model and the host that the caller names can answer the next request.

use super::options::DoctorOptions;
use crate::audit::Facts;
use crate::json::scan;
use crate::knowledge::profile;
use crate::model::{Target, Wire};

/// Returns the reason why nothing is known about the next request: the model or the host is not in the tables, or cannot serve the wire.
pub fn why_unserved(facts: &Facts<'_>, options: &DoctorOptions) -> Option<String> {
    let target = facts.profile;
    let wire = facts.wire.as_str();
    if let Some(host) = &options.host {
        if !target.fits("listed=true") {
            return Some(["The host ", host, " is not in the tables."].concat());
        }
        if target.fits("other_wire=true") {
            return Some(["The host ", host, " does not accept requests of the format ", wire, "."].concat());
        }
    }
    let model = options.model.as_deref()?;
    if target.fits("standing=unknown,!standing") {
        return Some(["The model ", model, " is not in the tables."].concat());
    }
    let (host, vendor) = (target.word("host"), target.word("vendor"));
    let is_served = vendor_of(model).is_none_or(|own| vendor.is_empty() || own == vendor);
    (!is_served && !host.is_empty()).then(|| [host, " does not serve the model ", model, "."].concat())
}

/// Returns the vendor of a model by its name alone.
fn vendor_of(model: &str) -> Option<String> {
    let mut target = Target::new(Wire::OPENAI_CHAT);
    target.model = Some(model.to_owned());
    target.unrecorded = vec!["host".to_owned()];
    let nothing = scan(b"{}").ok()?;
    let profile = profile::profile(&target, nothing.root(), b"").ok()?;
    let document = scan(&profile).ok()?;
    Some(document.root().word("vendor").to_owned()).filter(|vendor| !vendor.is_empty())
}
