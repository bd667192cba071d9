//! The request has a member `__snake__`: say here in one sentence what is wrong.
//!
//! # What it checks
//!
//! Say what the rule looks at, and at which targets.
//!
//! # Why
//!
//! Say what the provider does. Quote its own words after a `>`.
//!
//! # Bad
//!
//! ```json
//! {{bad}}
//! ```
//!
//! # Good
//!
//! ```json
//! {{good}}
//! ```
//!
//! # Fix
//!
//! Unsafe: the member is removed.
//!
//! # Evidence
//!
//! - inferred, {{date}}: say who knows it, with a link

use crate::audit::{{{names}}};

/// The rule.
pub static RULE: Rule = Rule {
    id: "__kebab__",
    binds: "wire={{wire}}",
    severity: Severity::Advice,
    evidence: Evidence::Inferred,
    since: "{{version}}",
    tier: Tier::Nursery,
{{needs}}    check,
    fixes: &[Fix::new("remove", Safety::Unsafe, FixEdit::Remove)],
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    if let Some(place) = facts.body.get("__snake__") {
        found.at(place);
    }
}
