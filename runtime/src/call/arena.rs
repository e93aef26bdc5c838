//! Values that live as long as a call: a value in, a reference out.

use std::any::Any;
use std::sync::OnceLock;

/// Keeps values until the call is over. Each node holds one and the next node.
#[derive(Debug, Default)]
pub(crate) struct Arena {
    first: OnceLock<Box<Node>>,
}

#[derive(Debug)]
struct Node {
    value: Box<dyn Any + Send + Sync>,
    next: OnceLock<Box<Node>>,
}

impl Arena {
    /// Keeps `value`; none only if its type changed under way, which it does not.
    pub(crate) fn keep<T: Send + Sync + 'static>(&self, value: T) -> Option<&T> {
        let mut node = Box::new(Node { value: Box::new(value), next: OnceLock::new() });
        let mut place = &self.first;
        loop {
            match place.set(node) {
                Ok(()) => return place.get()?.value.downcast_ref(),
                Err(back) => {
                    node = back;
                    place = &place.get()?.next;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Arena;

    #[test]
    fn what_is_kept_stays_where_it_is() {
        let arena = Arena::default();
        let first = arena.keep(String::from("a")).unwrap();
        let second = arena.keep(7_u8).unwrap();
        assert_eq!((first.as_str(), *second), ("a", 7));
    }
}
