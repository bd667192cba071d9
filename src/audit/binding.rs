//! Tells which rules bind at a target. The answer depends on the profile alone, so the latest are kept.

use std::cell::RefCell;
use std::rc::Rc;

use super::grade::{HOST, LISTED_HOST, LISTED_MODEL, MODEL, OWN_HOST};
use super::report::Check;
use super::rule::Rule;
use super::rules;
use crate::json::Value;
use crate::knowledge::recent::Recent;
use crate::model::Wire;
use crate::request::RequestFacts;

/// For each rule, in the order of [`rules::all`]: `None` if it binds, else the check that the report shows for it.
pub(super) type Binding = Rc<[Option<Check>]>;

/// Returns the binding at the target of a request.
pub(super) fn binding_of(facts: &RequestFacts<'_>) -> Binding {
    let profile = facts.profile.raw();
    LAST.with_borrow_mut(|last| match last.get(profile) {
        Some(known) => known.clone(),
        None => {
            let binding: Binding = rules::all().map(|rule| settle(rule, facts.profile, facts.wire)).collect();
            last.put(profile.to_vec(), binding.clone());
            binding
        }
    })
}

thread_local! {
    static LAST: RefCell<Recent<Binding>> = const { RefCell::new(Recent::new()) };
}

/// Returns what the report shows for a rule that does not bind, and `None` for one that does.
fn settle(rule: &Rule, profile: Value<'_>, wire: &Wire) -> Option<Check> {
    if !rule.is_of(wire) {
        return Some(Check::NotApplicable);
    }
    let condition = profile.unmet(rule.binds)?;
    let condition = condition.strip_prefix(b"!").unwrap_or(condition);
    let asks = |name: &str| condition.starts_with(name.as_bytes()) && profile.get(if name == "binds" { "name" } else { name }).is_none();
    // A target that does not name its model or its host leaves open whether the rule binds.
    let need = if asks("name") || asks("binds") {
        Some(MODEL)
    } else {
        ["vendor", "dialect", "surface", "handle_form"].into_iter().find(|name| asks(name)).and_then(|name| need_of(name, profile))
    };
    Some(need.map_or(Check::NotApplicable, Check::Unknown))
}

/// Returns the facts that a rule needs to decide about a member that follows from the host. A listed host has every fact: one without a dialect has none.
/// Only the vendor may depend on the model.
fn need_of(member: &str, profile: Value<'_>) -> Option<&'static str> {
    match (profile.get("host").is_some(), profile.fits("listed=true")) {
        (false, _) => Some(HOST),
        (true, false) => Some(LISTED_HOST),
        (true, true) if member == "handle_form" => profile.fits("gateway=true").then_some(OWN_HOST),
        (true, true) if member != "vendor" => None,
        (true, true) => Some(if profile.get("name").is_some() { LISTED_MODEL } else { MODEL }),
    }
}
