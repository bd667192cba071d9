//! OpenRouter and the gateways that speak its `reasoning_details`.
//!
//! The facts in the row of OpenRouter say of a model there:
//!
//! | member | what it says |
//! |---|---|
//! | `details` | which reasoning must come back: `call`, the seal of the first call of each step; `start`, the thought a round began with; `plain`, the text, beside the details; `any`, the one or the other |
//! | `mandatory` | reasoning cannot be switched off |

mod details;
mod issuers;
mod wording;

use crate::audit::rule::rules;

rules![
    camel_case_details,
    corrupt_details_format,
    details_without_text,
    effort_and_budget,
    excluded_reasoning,
    foreign_details,
    fragmented_details,
    mandatory_reasoning_disabled,
    missing_details,
    mixed_details,
    unlinked_details,
    unpinned_details,
    unsigned_details,
];
