//! OpenRouter and the gateways that speak its `reasoning_details`.

use crate::audit::rule::rules;

rules![];
