//! Calls and results: each answered, once, in its place; and what chat hosts other than OpenAI's will not be asked for.
//!
//! Which host checks what is in the facts of the table of hosts, by these members of the profile:
//!
//! | member | what it says |
//! |---|---|
//! | `order` | in whose words the host refuses messages that are out of order; none: it is not known to |
//! | `ids` | `nine`: ids of calls are nine letters or digits |
//! | `alternates` | `true`: user and assistant take turns |
//! | `forced` | what may be forced while thinking: `none`, or `required` but no tool by name |
//! | `thinking` | the types of thinking that the model takes |
//! | `efforts` | the efforts that the model takes |
//! | `without` | the settings that the model refuses |
//! | `structured` | `whole`: structured output is not streamed |

mod messages;

pub mod assistant_speaks_last;
pub mod empty_assistant_message;
pub mod exclusive_settings;
pub mod foreign_tool_call_id;
pub mod messages_do_not_alternate;
pub mod raw_reasoning_with_tools;
pub mod repeated_tool_result;
pub mod result_without_call;
pub mod setting_refused_by_model;
pub mod streamed_structured_output;
pub mod unanswered_call;
pub mod unexpected_role;

use crate::audit::Rule;

/// The rules of this folder, in the order in which they run and are listed.
pub(super) static RULES: &[&Rule] = &[
    &assistant_speaks_last::RULE,
    &empty_assistant_message::RULE,
    &exclusive_settings::RULE,
    &foreign_tool_call_id::RULE,
    &messages_do_not_alternate::RULE,
    &raw_reasoning_with_tools::RULE,
    &repeated_tool_result::RULE,
    &result_without_call::RULE,
    &setting_refused_by_model::RULE,
    &streamed_structured_output::RULE,
    &unanswered_call::RULE,
    &unexpected_role::RULE,
];
