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

use crate::audit::rule::rules;

rules![
    assistant_speaks_last,
    empty_assistant_message,
    exclusive_settings,
    foreign_tool_call_id,
    messages_do_not_alternate,
    raw_reasoning_with_tools,
    repeated_tool_result,
    result_without_call,
    setting_refused_by_model,
    streamed_structured_output,
    unanswered_call,
    unexpected_role,
];
