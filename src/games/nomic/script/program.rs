use super::machine::{Compiled, call, compile, vetted};
use super::{Fault, Hook, Kind, MOST_STEPS, samples};
use rhai::Dynamic;

/// What a hook answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Answer {
    /// `()`: the rule does not say.
    Silent,
    Flag(bool),
    Number(i64),
}

/// Says whether a program is one for these hooks: it compiles, defines each hook's function, and answers in kind on samples.
///
/// # Errors
/// The first thing that is wrong.
pub fn vet(hooks: &[Hook], source: Option<&str>) -> Result<(), Fault> {
    match (source, hooks) {
        (None, []) => Ok(()),
        (None, [hook, ..]) => Err(Fault::NoProgram { hook: *hook }),
        (Some(_), []) => Err(Fault::NoHook),
        (Some(source), _) => vetted(source, hooks, || vet_program(hooks, source)),
    }
}

fn vet_program(hooks: &[Hook], source: &str) -> Result<(), Fault> {
    let program = compile(source)?;
    check_functions(&program, hooks)?;
    let mut steps = MOST_STEPS;
    for hook in hooks {
        for (players, arguments) in samples::of(hook.signature().about) {
            let (answer, taken) = answered(&program, *hook, arguments, players, steps);
            answer?;
            steps = steps.saturating_sub(taken);
        }
    }
    Ok(())
}

fn check_functions(program: &Compiled, hooks: &[Hook]) -> Result<(), Fault> {
    let functions = || program.iter_functions().map(|function| (function.name.to_owned(), function.params.len()));
    for hook in hooks {
        let mut found: Vec<usize> = functions().filter(|(name, _)| name == hook.name()).map(|(_, count)| count).collect();
        found.sort_unstable();
        match found.as_slice() {
            [] => return Err(Fault::Missing { hook: *hook }),
            found if found.contains(&hook.parameters().len()) => {}
            [found, ..] => return Err(Fault::Parameters { hook: *hook, found: *found }),
        }
    }
    let undeclared = |(name, _): (String, usize)| name.parse().ok().filter(|hook: &Hook| !hooks.contains(hook));
    match functions().filter_map(undeclared).min() {
        Some(hook) => Err(Fault::Undeclared { hook }),
        None => Ok(()),
    }
}

/// Asks a program's hook; also how many of the steps it took.
pub(super) fn answered(program: &Compiled, hook: Hook, arguments: Vec<Dynamic>, players: u8, steps: u64) -> (Result<Answer, Fault>, u64) {
    let (answer, taken) = call(program, hook, arguments, steps);
    (answer.and_then(|answer| in_kind(hook, players, &answer)), taken)
}

fn in_kind(hook: Hook, players: u8, answer: &Dynamic) -> Result<Answer, Fault> {
    if answer.is_unit() {
        return Ok(Answer::Silent);
    }
    let number = |least: i64, most: i64| answer.as_int().ok().filter(|n| (least..=most).contains(n)).map(Answer::Number);
    let right = match hook.signature().kind {
        Kind::Flag => answer.as_bool().ok().map(Answer::Flag),
        Kind::Number(least, most) => number(least, most),
        Kind::Seat => number(1, i64::from(players)),
    };
    right.ok_or_else(|| Fault::Answer { hook, answer: shown(answer) })
}

/// An answer in a message: numbers as they are, of all else the type.
fn shown(answer: &Dynamic) -> String {
    answer.as_int().map_or_else(|_| format!("a value of the type {}", answer.type_name()), |n| n.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_fit_the_parameters() {
        for hook in Hook::ALL {
            let samples: Vec<_> = samples::of(hook.signature().about).collect();
            assert!(samples.len() >= 3);
            let fits = |(_, arguments): &(u8, Vec<Dynamic>)| arguments.len() == hook.parameters().len();
            assert!(samples.iter().all(fits));
        }
    }
}
