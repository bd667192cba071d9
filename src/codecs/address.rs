//! The parts of an address: its host, and the domain that a host lies in.

/// The host of an address, with its port.
pub(super) fn host_of(url: &str) -> &str {
    // The first piece is the scheme, which ends with a colon, or else the host itself.
    let mut pieces = url.split(['/', '?', '#']).filter(|piece| !piece.is_empty() && !piece.ends_with(':'));
    let authority = pieces.next().unwrap_or_default();
    authority.split_once('@').map_or(authority, |(_, host)| host)
}

/// True if a host is a domain, lies below it, or ends in it where the domain starts with `-`.
pub(super) fn is_within(host: &str, domain: &str) -> bool {
    host.strip_suffix(domain).is_some_and(|above| above.is_empty() || above.ends_with('.') || domain.starts_with('-'))
}
