//! A sorted list of keys, each with the numbers of the items that have it.

/// Keys in order.
pub(super) struct Sorted<'k> {
    keys: Vec<(&'k [u8], usize)>,
}

impl<'k> Sorted<'k> {
    pub(super) fn new(unsorted: &[(&'k [u8], usize)]) -> Self {
        let mut keys = unsorted.to_vec();
        keys.sort_by_key(|(key, _)| *key);
        Self { keys }
    }

    /// Lists the numbers under a key, in order.
    pub(super) fn of<'i>(&'i self, key: &'i [u8]) -> impl Iterator<Item = usize> + use<'i, 'k> {
        let from = self.keys.partition_point(|(known, _)| *known < key);
        self.keys.iter().skip(from).take_while(move |(known, _)| *known == key).map(|(_, nth)| *nth)
    }
}
