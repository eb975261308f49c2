//! Rust source with all that is no code blanked out: lengths and line feeds stay, so places stay too.

/// The code alone: comments and the insides of texts and characters are blank.
pub fn code(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = bytes.to_vec();
    let mut at = 0;
    while at < bytes.len() {
        let end = match (bytes[at], bytes.get(at + 1)) {
            (b'/', Some(b'/')) => line_end(bytes, at),
            (b'/', Some(b'*')) => comment_end(bytes, at),
            (b'"', _) => text_end(bytes, at),
            (b'r', Some(b'"' | b'#')) if !follows_name(bytes, at) => raw_end(bytes, at),
            (b'\'', _) => character_end(bytes, at),
            _ => at,
        };
        if end == at {
            at += 1;
            continue;
        }
        out[at..end].iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
        at = end;
    }
    // Whole characters were blanked, byte by byte.
    String::from_utf8(out).expect("blanking keeps whole characters")
}

/// The code without what is compiled for tests only.
pub fn without_tests(code: &str) -> String {
    const MARK: &str = "#[cfg(test)]";
    let mut out = code.as_bytes().to_vec();
    let mut from = 0;
    while let Some(start) = code[from..].find(MARK).map(|offset| from + offset) {
        let end = item_end(code.as_bytes(), start + MARK.len());
        out[start..end].iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
        from = end;
    }
    String::from_utf8(out).expect("blanking keeps whole characters")
}

/// Where an item ends: after its braces, or its semicolon.
fn item_end(code: &[u8], start: usize) -> usize {
    let mut level = 0usize;
    for (at, byte) in code.iter().enumerate().skip(start) {
        match byte {
            b'{' => level += 1,
            b'}' if level == 1 => return at + 1,
            b'}' => level = level.saturating_sub(1),
            b';' if level == 0 => return at + 1,
            _ => {}
        }
    }
    code.len()
}

fn follows_name(bytes: &[u8], at: usize) -> bool {
    // `br"…"` and `cr"…"` are raw texts as well.
    let prefix = at > 0 && matches!(bytes[at - 1], b'b' | b'c');
    let before = if prefix { at.checked_sub(2) } else { at.checked_sub(1) };
    before.is_some_and(|before| bytes[before].is_ascii_alphanumeric() || bytes[before] == b'_')
}

fn line_end(bytes: &[u8], at: usize) -> usize {
    bytes[at..].iter().position(|byte| *byte == b'\n').map_or(bytes.len(), |offset| at + offset)
}

fn comment_end(bytes: &[u8], at: usize) -> usize {
    let (mut level, mut at) = (0, at);
    while at < bytes.len() {
        match (bytes[at], bytes.get(at + 1)) {
            (b'/', Some(b'*')) => (level, at) = (level + 1, at + 2),
            (b'*', Some(b'/')) => (level, at) = (level - 1, at + 2),
            _ => at += 1,
        }
        if level == 0 {
            return at;
        }
    }
    bytes.len()
}

fn text_end(bytes: &[u8], at: usize) -> usize {
    let mut at = at + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 2,
            b'"' => return at + 1,
            _ => at += 1,
        }
    }
    bytes.len()
}

fn raw_end(bytes: &[u8], at: usize) -> usize {
    let hashes = bytes[at + 1..].iter().take_while(|byte| **byte == b'#').count();
    // `r#name` is a name and no text.
    if bytes.get(at + 1 + hashes) != Some(&b'"') {
        return at;
    }
    let mut close = vec![b'"'];
    close.extend(std::iter::repeat_n(b'#', hashes));
    let inside = at + 2 + hashes;
    bytes[inside..].windows(close.len()).position(|window| window == close).map_or(bytes.len(), |offset| inside + offset + close.len())
}

/// After a character; a lifetime is no character.
fn character_end(bytes: &[u8], at: usize) -> usize {
    if bytes.get(at + 1) == Some(&b'\\') {
        return bytes[at + 3..].iter().position(|byte| *byte == b'\'').map_or(bytes.len(), |offset| at + 3 + offset + 1);
    }
    // A character has at most four bytes.
    let length = bytes[at + 1..].iter().take(5).position(|byte| *byte == b'\'');
    match length {
        Some(length) if length > 0 && std::str::from_utf8(&bytes[at + 1..at + 1 + length]).is_ok_and(|text| text.chars().count() == 1) => {
            at + length + 2
        }
        _ => at,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_code_is_blanked_and_places_stay() {
        for (text, left) in [
            ("a // b\nc", "a     \nc"),
            ("a /* b /* c */ d */ e", "a                   e"),
            (r#"a("b \" // c") d"#, "a(           ) d"),
            ("r#\"a\"b\"# c r#type", "         c r#type"),
            ("f('\"', '\\'', 'é', \"x\")", "f(   ,     ,     ,    )"),
            ("fn f<'a>(x: &'a str) {}", "fn f<'a>(x: &'a str) {}"),
        ] {
            assert_eq!(code(text), left);
            assert_eq!(code(text).len(), text.len());
        }
    }

    #[test]
    fn only_test_items_are_taken_out() {
        let text = "fn a() {}\n#[cfg(test)]\nmod tests { fn b() { {} } }\nfn c() {}\n#[cfg(test)]\nmod more;\nfn d() {}";
        let left = without_tests(text);
        assert!(
            left.contains("fn a") && left.contains("fn c") && left.contains("fn d") && !left.contains("fn b") && !left.contains("more")
        );
        assert_eq!(left.len(), text.len());
    }
}
