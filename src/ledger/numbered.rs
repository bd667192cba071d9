//! Things by number, in order: a sorted list, because the maps of the standard library are kilobytes of wasm for every kind of thing in them.

/// Things, each with a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbered<T> {
    numbers: Vec<usize>,
    things: Vec<T>,
}

/// Numbers alone.
pub type Numbers = Numbered<()>;

impl<T> Default for Numbered<T> {
    fn default() -> Self {
        Self { numbers: Vec::new(), things: Vec::new() }
    }
}

impl<T> Numbered<T> {
    /// The thing of a number.
    #[must_use]
    pub fn get(&self, number: usize) -> Option<&T> {
        place(&self.numbers, number).ok().and_then(|at| self.things.get(at))
    }

    /// Returns `true` if there is a thing of that number.
    #[must_use]
    pub fn has(&self, number: usize) -> bool {
        place(&self.numbers, number).is_ok()
    }

    /// Puts a thing in the place of the one that has its number.
    pub fn set(&mut self, number: usize, thing: T) {
        match place(&self.numbers, number) {
            Ok(at) => self.things.get_mut(at).into_iter().zip([thing]).for_each(|(known, thing)| *known = thing),
            Err(at) => {
                self.numbers.insert(at, number);
                self.things.insert(at, thing);
            }
        }
    }

    /// Takes a thing out.
    pub fn take(&mut self, number: usize) -> Option<T> {
        let at = place(&self.numbers, number).ok()?;
        self.numbers.remove(at);
        Some(self.things.remove(at))
    }

    /// All of them, by number.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &T)> {
        self.numbers.iter().copied().zip(&self.things)
    }
}

impl<T: Default> Numbered<T> {
    /// Changes the thing of a number, which is made if there is none.
    pub fn change(&mut self, number: usize, change: impl FnOnce(&mut T)) {
        if !self.has(number) {
            self.set(number, T::default());
        }
        let at = place(&self.numbers, number);
        at.ok().and_then(|at| self.things.get_mut(at)).into_iter().zip([change]).for_each(|(thing, change)| change(thing));
    }
}

impl Numbers {
    /// Adds a number; says whether it was not there.
    pub fn add(&mut self, number: usize) -> bool {
        let is_new = !self.has(number);
        self.set(number, ());
        is_new
    }
}

fn place(numbers: &[usize], number: usize) -> Result<usize, usize> {
    // Mostly they come in their order.
    if numbers.last().is_some_and(|last| *last < number) { Err(numbers.len()) } else { numbers.binary_search(&number) }
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    #[test]
    fn things_are_found_by_their_numbers_in_whatever_order_they_came() {
        let mut things = Numbered::default();
        for number in [5, 3, 9, 4, 9] {
            things.set(number, number * 10);
        }
        assert_eq!(things.iter().map(|(number, thing)| (number, *thing)).collect::<Vec<_>>(), [(3, 30), (4, 40), (5, 50), (9, 90)]);
        assert_eq!((things.get(4), things.get(6)), (Some(&40), None));
        assert_eq!((things.take(4), things.take(4)), (Some(40), None));
        things.change(7, |thing| *thing += 1);
        assert_eq!(things.get(7), Some(&1));
    }
}
