//! Calls and results: each call has one result, in its place. Also settings that chat hosts other than OpenAI refuse.
//!
//! These members of the profile come from the table of hosts and say what a host checks:
//!
//! | member | meaning |
//! |---|---|
//! | `order` | the vendor with whose sentence the host refuses messages in the wrong order; absent if no refusal is known |
//! | `ids` | `nine`: ids of calls have nine letters or digits |
//! | `alternates` | `true`: user and assistant messages must alternate |
//! | `forced` | the tool choice that may be forced while thinking: `none`, or `required` but no tool by name |
//! | `thinking` | the types of thinking that the model supports |
//! | `efforts` | the efforts that the model supports |
//! | `without` | the settings that the model refuses |
//! | `structured` | `whole`: structured output cannot be streamed |

mod messages;

pub mod assistant_speaks_last;
pub mod content_beside_reasoning;
pub mod empty_assistant_message;
pub mod exclusive_settings;
pub mod foreign_tool_call_id;
pub mod messages_do_not_alternate;
pub mod raw_reasoning_with_tools;
pub mod repeated_tool_result;
pub mod result_without_call;
pub mod setting_refused_by_model;
pub mod streamed_structured_output;
pub mod thinking_without_stream;
pub mod unanswered_call;
pub mod unexpected_role;

use crate::audit::Rule;

/// The rules of this folder, in the order in which they run and are listed.
pub(super) static RULES: &[&Rule] = &[
    &assistant_speaks_last::RULE,
    &content_beside_reasoning::RULE,
    &empty_assistant_message::RULE,
    &exclusive_settings::RULE,
    &foreign_tool_call_id::RULE,
    &messages_do_not_alternate::RULE,
    &raw_reasoning_with_tools::RULE,
    &repeated_tool_result::RULE,
    &result_without_call::RULE,
    &setting_refused_by_model::RULE,
    &streamed_structured_output::RULE,
    &thinking_without_stream::RULE,
    &unanswered_call::RULE,
    &unexpected_role::RULE,
];
