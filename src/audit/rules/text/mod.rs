//! Rules for reasoning in visible text, and for fields and prefixes that frameworks and proxies add.

pub(in crate::audit::rules) mod judged_handles;

pub mod damaged_handle;
pub mod framework_flag_sent;
pub mod handle_of_another_vendor;
pub mod masked_handle;
pub mod thinking_in_text;
pub mod thought_in_call_id;
pub mod unbalanced_thinking_tag;
pub mod wrapped_handle;

use crate::audit::Rule;

/// The rules of this folder, in the order in which they run and are listed.
pub(super) static RULES: &[&Rule] = &[
    &damaged_handle::RULE,
    &framework_flag_sent::RULE,
    &handle_of_another_vendor::RULE,
    &masked_handle::RULE,
    &thinking_in_text::RULE,
    &thought_in_call_id::RULE,
    &unbalanced_thinking_tag::RULE,
    &wrapped_handle::RULE,
];
