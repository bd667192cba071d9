//! Sets of words that grow. The value is the wire's word; constants name the known ones.

/// Declares an open set of words: a constant for each known one. Any other word is kept unchanged.
macro_rules! open_set {
    ($(#[doc = $doc:literal])+ pub struct $name:ident; $($(#[doc = $about:literal])+ $known:ident = $text:literal,)+) => {
        $(#[doc = $doc])+
        #[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(std::borrow::Cow<'static, str>);

        impl $name {
            $($(#[doc = $about])+ pub const $known: $name = $name(std::borrow::Cow::Borrowed($text));)+

            /// The known ones.
            pub const KNOWN: &'static [$name] = &[$($name::$known,)+];

            /// Returns the one of that name, known or not.
            #[must_use]
            pub fn named(name: impl Into<String>) -> Self {
                Self(std::borrow::Cow::Owned(name.into()))
            }

            /// Returns its name.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }

            /// Returns `true` if it is a known one.
            #[must_use]
            pub fn is_known(&self) -> bool {
                Self::KNOWN.contains(self)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

pub(crate) use open_set;
