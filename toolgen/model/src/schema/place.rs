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

    /// Whether it is the place of this pointer.
    pub(crate) fn is(&self, pointer: &str) -> bool {
        pointer.len() >= self.length() && self.ends(pointer)
    }

    fn ends(&self, pointer: &str) -> bool {
        let step = |above: &Place<'_>, step: &str| {
            let above_it = pointer.strip_suffix(step).and_then(|rest| rest.strip_suffix('/'));
            above_it.is_some_and(|pointer| above.ends(pointer))
        };
        match self {
            Place::Root => pointer.is_empty(),
            Place::Written(start) => *start == pointer,
            Place::Key(_, key) if key.contains(['~', '/']) => self.pointer() == pointer,
            Place::Key(above, key) => step(above, key),
            Place::Item(above, number) => step(above, &number.to_string()),
        }
    }

    /// How long the pointer is, if nothing in it is escaped.
    fn length(&self) -> usize {
        match self {
            Place::Root => 0,
            Place::Written(start) => start.len(),
            Place::Key(above, key) => above.length() + 1 + key.len(),
            Place::Item(above, number) => above.length() + 2 + number.checked_ilog10().unwrap_or(0) as usize,
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
        let start = Place::Written("/a").key("b/c");
        let item = start.item(3);
        assert!(item.is("/a/b~1c/3") && item.key("x").is("/a/b~1c/3/x") && Place::Root.is(""));
        assert!(!item.is("/a/b~1c/13") && !item.key("x").is("/a/b~1c/3/yx") && !item.key("x").is("x"));
        assert!(Place::Root.pointer().is_empty());
    }
}
