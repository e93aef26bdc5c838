//! The rows of what is enforced in, the page "What is enforced, and how you can see it" out.

use toolgen_model::enforcement::{areas, backend};

/// The page: a table an area, and what each sandbox backend holds. It has no heading of the first two levels, so that
/// it fits below one.
pub(super) fn enforcement() -> String {
    let mut page = String::new();
    for (area, rows) in areas().filter(|(_, rows)| !rows.is_empty()) {
        page.push_str(&format!("### {area}\n\n| id | What holds | How you see it |\n|---|---|---|\n"));
        for row in rows {
            page.push_str(&format!("| `{}` | {} | {} |\n", row.id, cell(row.promise), cell(row.see)));
        }
        page.push('\n');
    }
    page.push_str("### What each sandbox backend holds\n\n| What a confined program tries |");
    for name in backend::BACKENDS {
        page.push_str(&format!(" {name} |"));
    }
    page.push_str(&format!("\n|---|{}\n", "---|".repeat(backend::BACKENDS.len())));
    for probe in backend::PROBES {
        page.push_str(&format!("| {} |", cell(probe.tries)));
        for by in probe.by {
            page.push_str(&format!(" {} |", if by.is_empty() { "**open**" } else { by }));
        }
        page.push('\n');
    }
    page
}

/// Text in a cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_every_row_and_every_backend() {
        let page = enforcement();
        for row in toolgen_model::enforcement::all() {
            assert!(page.contains(&format!("| `{}` | ", row.id)), "{}", row.id);
        }
        assert!(page.contains("| What a confined program tries | landlock | firejail | bubblewrap | none |\n"));
        assert!(page.contains("| Send a datagram to a UDP port of this machine | seccomp |"));
        let columns = |line: &str| line.replace("\\|", "").matches('|').count();
        assert!(page.lines().filter(|line| line.starts_with('|')).all(|line| matches!(columns(line), 4 | 6)));
    }
}
