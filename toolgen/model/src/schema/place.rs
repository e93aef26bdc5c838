//! Places: steps into a JSON value, kept on the stack, in; an RFC 6901 pointer out, when somebody asks for it.

use crate::json::push_step;

/// Where a walk stands. Making one allocates nothing.
#[derive(Clone, Copy)]
pub(crate) enum Place<'p> {
    /// The value itself
    Root,
    /// A pointer that is written already
    Written(&'p str),
    /// Under a key of an object
    Key(&'p Place<'p>, &'p str),
    /// An item of an array
    Item(&'p Place<'p>, usize),
}

impl<'p> Place<'p> {
    /// The place under `key`.
    pub(crate) fn key(&'p self, key: &'p str) -> Place<'p> {
        Place::Key(self, key)
    }

    /// The place of an item.
    pub(crate) fn item(&'p self, number: usize) -> Place<'p> {
        Place::Item(self, number)
    }

    /// Whether it is the value itself.
    pub(crate) fn is_root(&self) -> bool {
        matches!(self, Place::Root)
    }

    /// The pointer.
    pub(crate) fn pointer(&self) -> String {
        let mut pointer = String::with_capacity(self.length());
        self.write(&mut pointer);
        pointer
    }

    /// How long the pointer is, if nothing in it is escaped.
    fn length(&self) -> usize {
        match self {
            Place::Root => 0,
            Place::Written(start) => start.len(),
            Place::Key(above, key) => above.length() + 1 + key.len(),
            Place::Item(above, _) => above.length() + 3,
        }
    }

    fn write(&self, pointer: &mut String) {
        match self {
            Place::Root => {}
            Place::Written(start) => pointer.push_str(start),
            Place::Key(above, key) => {
                above.write(pointer);
                push_step(pointer, key);
            }
            Place::Item(above, number) => {
                above.write(pointer);
                push_step(pointer, &number.to_string());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Place;

    #[test]
    fn a_place_is_written_as_a_pointer() {
        let place = Place::Written("/a").key("b/c").item(3).key("~").pointer();
        assert_eq!(place, "/a/b~1c/3/~0");
        assert!(Place::Root.pointer().is_empty());
    }
}
