//! Gemini, on all its wires: thought signatures.

use crate::audit::rule::rules;

rules![missing_thought_signature];
