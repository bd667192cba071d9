//! Floor 6: views.
mod pattern;
pub use pattern::Pattern;
