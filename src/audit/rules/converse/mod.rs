//! Bedrock's Converse: how reasoning is nested there.

use crate::audit::rule::rules;

rules![];
