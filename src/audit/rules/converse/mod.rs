//! Bedrock's Converse: how reasoning is nested there. What it shares with Messages is with [`super::anthropic`].

use crate::audit::rule::rules;

rules![misnested_reasoning, reasoning_without_text, two_kinds_of_reasoning, unsigned_reasoning];
