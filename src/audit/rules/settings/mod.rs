//! How a request asks for thinking, and what it asks for beside it.

use crate::audit::rule::rules;

rules![];
