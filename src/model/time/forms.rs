//! The forms of a time, in the order in which they are tried. Each is a pattern that [`super::parser`] follows.
//!
//! In a pattern a small letter, `@` and `_` have a meaning, and any other character matches itself. A group in parentheses is optional, but a text that has
//! begun it must complete it.
//!
//! | | meaning |
//! |---|---|
//! | `y` `v` `c` `e` | a year: of four digits, of two to four, of two, of a sign and six digits or of four |
//! | `m` `n` | a month: two digits, its name |
//! | `d` `u` `a` | a day: two digits, one or two, one |
//! | `o` | the day of the year, three digits |
//! | `x` `w` `k` | a week year, a week, a day of the week |
//! | `j` `l` | the name of a day of the week, short and long |
//! | `h` `i` `s` `f` | hour, minute, second; a fraction of the second, with its point or comma |
//! | `@` | [`TIME`] |
//! | `t` | the `T` before a time, in either case |
//! | `z` | `Z`, in either case, or an offset: `+01`, `+0100`, `+01:00`, to 99 hours and 99 minutes |
//! | `q` | the name of a zone: up to three parts, digits only after the first |
//! | `g` | a zone of e-mail: `+0100`, or one of a few names |
//! | `_` | white space and comments of e-mail |

/// A time of day. Each colon is optional.
pub(super) const TIME: &str = "h((:)i((:)s(f)))";

pub(super) const FORMS: [&str; 12] = [
    // ISO 8601, as far as Luxon supports it. Each hyphen is optional; month and day may be missing. The `W` of a week must be a capital. A zone in brackets
    // overrides the offset before it. A time may appear alone, but without its `T`, and only if it does not look like a date: `0924` is a year, and `1234-05`
    // a month.
    "e((-)m((-)d))(t@(z)([q]))",
    "x(-)Ww((-)k)(t@(z)([q]))",
    "y(-)o(t@(z)([q]))",
    "@(z)([q])",
    // SQL, in the format of databases. `Z` is an offset, `Zulu` a zone. Luxon allows the second space even if nothing follows it.
    "y-m-d( @( )(z))",
    "y-m-d @( )q",
    "@( )(z)",
    "@( )q",
    // RFC 2822, the date of an e-mail. Names must have their usual case.
    "(_)(j,_)u_n_v_h:i(:s)_g(_)",
    // RFC 850 and asctime, the older dates of an HTTP header. The usual one, `Sun, 15 Nov 2026 02:08:33 GMT`, is also RFC 2822. Here a space is one space, and
    // an asctime day below 10 has one in place of its first digit.
    "l, d-n-c h:i:s GMT",
    "j n d h:i:s y",
    "j n  a h:i:s y",
];
