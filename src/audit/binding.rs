//! Tells which rules bind at a target. The answer depends on the profile alone, so the latest are kept.

use std::cell::RefCell;
use std::rc::Rc;

use super::grade::MODEL;
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
    // A target that does not say whose model it is leaves open whether the rule binds.
    let asks = |name: &str, told_by: &str| condition.starts_with(name.as_bytes()) && profile.get(told_by).is_none();
    Some(OPEN.iter().find(|(name, told_by, _)| asks(name, told_by)).map_or(Check::NotApplicable, |(.., need)| Check::Unknown(need)))
}

/// The members that a target may leave open, the member that would tell them, and what a rule that asks for one of them needs.
const OPEN: [(&str, &str, &str); 5] = [
    ("name", "name", MODEL),
    ("binds", "name", MODEL),
    ("vendor", "vendor", "needs the host"),
    ("dialect", "dialect", "needs the host"),
    ("surface", "surface", "needs the host"),
];
