//! Rules for reasoning in Bedrock's Converse. The rules that it shares with Messages are in [`super::anthropic`].

pub mod misnested_reasoning;
pub mod reasoning_without_text;
pub mod refused_reasoning_block;
pub mod two_kinds_of_reasoning;
pub mod unsigned_reasoning;

use crate::audit::Rule;

/// The rules of this folder, in the order in which they run and are listed.
pub(super) static RULES: &[&Rule] = &[
    &misnested_reasoning::RULE,
    &reasoning_without_text::RULE,
    &refused_reasoning_block::RULE,
    &two_kinds_of_reasoning::RULE,
    &unsigned_reasoning::RULE,
];
