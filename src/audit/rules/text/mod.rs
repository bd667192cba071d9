//! Reasoning that stands in visible text, and what frameworks leave behind.

use crate::audit::rule::rules;

rules![masked_handle, thinking_in_text, thought_in_call_id, unbalanced_thinking_tag, wrapped_handle];
