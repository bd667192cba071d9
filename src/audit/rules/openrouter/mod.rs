//! OpenRouter and the gateways that use its `reasoning_details`.
//!
//! The facts in OpenRouter's row of the table of hosts, for each model:
//!
//! | member | meaning |
//! |---|---|
//! | `details` | the reasoning that a request must have: `call`, the encrypted item of the first call of each step; `start`, the thought at the start of a round; `plain`, the text, beside the details; `any`, text or details |
//! | `mandatory` | reasoning cannot be disabled |

mod details;
mod issuers;
mod wording;

pub mod camel_case_details;
pub mod corrupt_details_format;
pub mod details_without_text;
pub mod effort_and_budget;
pub mod excluded_reasoning;
pub mod foreign_details;
pub mod fragmented_details;
pub mod mandatory_reasoning_disabled;
pub mod missing_details;
pub mod mixed_details;
pub mod unlinked_details;
pub mod unpinned_details;
pub mod unsigned_details;

use crate::audit::Rule;

/// The rules of this folder, in the order in which they run and are listed.
pub(super) static RULES: &[&Rule] = &[
    &camel_case_details::RULE,
    &corrupt_details_format::RULE,
    &details_without_text::RULE,
    &effort_and_budget::RULE,
    &excluded_reasoning::RULE,
    &foreign_details::RULE,
    &fragmented_details::RULE,
    &mandatory_reasoning_disabled::RULE,
    &missing_details::RULE,
    &mixed_details::RULE,
    &unlinked_details::RULE,
    &unpinned_details::RULE,
    &unsigned_details::RULE,
];
