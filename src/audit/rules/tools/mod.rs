//! Calls and results: each answered, once, in its place.

use crate::audit::rule::rules;

rules![];
