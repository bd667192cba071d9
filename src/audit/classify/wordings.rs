//! What providers say in other words than those of the rules.

/// Wordings that no rule spells: older ones, those of gateways, and the heads that vendors say will stay. The longer outranks the shorter, as everywhere.
pub(super) const WORDINGS: &[(&str, &str)] = &[];
