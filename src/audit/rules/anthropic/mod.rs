//! Anthropic's Messages, wherever they are carried: blocks, signatures, bindings.

use crate::audit::rule::rules;

rules![thinking_without_signature];
