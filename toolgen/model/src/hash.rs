//! The hash of a name: bytes in, 64 bits out, eight bytes at a time, the same in const evaluation.
//!
//! It costs a fraction of the standard library's, which keeps strangers from filling a map with names that collide. The
//! names in these maps are those of the program and of its operator.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A map by such names.
pub type ByName<K, V> = HashMap<K, V, BuildHasherDefault<Quick>>;

/// 2^64 divided by the golden ratio, and a second odd constant with mixed bits.
const A: u64 = 0x9e37_79b9_7f4a_7c15;
const B: u64 = 0xd6e8_feb8_6659_fd93;

/// The hash of `bytes`.
#[inline]
pub const fn hash(bytes: &[u8]) -> u64 {
    let mut state = bytes.len() as u64 ^ A;
    let mut rest = bytes;
    while let Some((chunk, after)) = rest.split_first_chunk::<8>() {
        state = mix(state ^ u64::from_le_bytes(*chunk));
        rest = after;
    }
    if let Some(last) = bytes.last_chunk::<8>() {
        // The last eight bytes again, in place of a loop over the few that are left.
        return mix(state ^ u64::from_le_bytes(*last));
    }
    let mut tail = 0;
    while let [first, after @ ..] = rest {
        tail = tail << 8 | *first as u64;
        rest = after;
    }
    mix(state ^ tail)
}

const fn mix(state: u64) -> u64 {
    let product = (state as u128).wrapping_mul(B as u128);
    (product as u64) ^ ((product >> 64) as u64)
}

/// [`hash`] for maps.
#[derive(Clone, Copy, Debug, Default)]
pub struct Quick(u64);

impl Hasher for Quick {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        self.0 = self.0.rotate_left(5) ^ hash(bytes);
    }

    /// The end of a text: its length is in its hash already.
    #[inline]
    fn write_u8(&mut self, _: u8) {}

    #[inline]
    fn write_usize(&mut self, number: usize) {
        self.0 = mix(self.0 ^ number as u64 ^ A);
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::{ByName, hash};

    #[test]
    fn a_map_finds_each_name_and_no_other() {
        let names: ByName<String, usize> = (0..1000).map(|n| (format!("tool_{n}"), n)).collect();
        assert!((0..1000).all(|n| names.get(format!("tool_{n}").as_str()) == Some(&n)));
        assert_eq!((names.get("tool_"), names.get("")), (None, None));
        let places: ByName<usize, usize> = (0..1000).map(|n| (n * 64, n)).collect();
        assert!((0..1000).all(|n| places.get(&(n * 64)) == Some(&n)) && !places.contains_key(&1));
    }

    #[test]
    fn names_that_differ_little_spread_over_the_index() {
        let mut places = std::collections::HashSet::new();
        for n in 0..1000 {
            places.insert(hash(format!("tool_{n}").as_bytes()) & 2047);
        }
        // 1000 balls in 2048 bins hit about 790 bins.
        assert!(places.len() > 700, "{}", places.len());
    }
}
