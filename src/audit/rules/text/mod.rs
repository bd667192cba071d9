//! Reasoning that stands in visible text, and what frameworks leave behind.

use crate::audit::rule::rules;

rules![];
