//! The script engine: what it offers, what it limits, what it does when a program goes wrong.

use super::Hook;
use rhai::packages::{ArithmeticPackage, BasicIteratorPackage, BasicMathPackage, LogicPackage, Package};
use rhai::{AST, Array, CallFnOptions, Dynamic, Engine, EvalAltResult, Map, Position, Scope};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use thiserror::Error;

/// Most steps of a program's calls together, within one act.
pub const MOST_STEPS: u64 = 10_000;
/// Longest source of a program, in bytes.
pub const LONGEST_PROGRAM: usize = 8192;

const MOST_CALLS_DEEP: usize = 12;
const DEEPEST_EXPRESSION: usize = 32;
const LONGEST_STRING: usize = 512;
const LONGEST_ARRAY: usize = 128;
const LARGEST_MAP: usize = 64;
const MOST_VARIABLES: usize = 64;
const MOST_FUNCTIONS: usize = 64;
/// Words that would let a program write, make more program, or call functions behind the back of the count of steps.
const FORBIDDEN: [&str; 6] = ["eval", "print", "debug", "Fn", "call", "curry"];
/// Programs kept compiled at a time.
const MOST_KEPT: usize = 256;

/// What is wrong with a program, or what went wrong in it. Lines and columns count from 1 within the program.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[allow(missing_docs)] // the messages say what each field is
pub enum Fault {
    /// Too long.
    #[error("the program has {bytes} bytes: a program has at most {LONGEST_PROGRAM}")]
    TooLong { bytes: usize },
    /// Not the language.
    #[error("line {line}, column {column} of the program: {what}")]
    Syntax { line: usize, column: usize, what: String },
    /// A program that declares no hook.
    #[error("the program declares no hook, so that nothing would ever call it: name its hooks")]
    NoHook,
    /// Hooks without a program.
    #[error("{hook} is declared as a hook, but there is no program")]
    NoProgram { hook: Hook },
    /// A hook without its function.
    #[error("the program declares {hook}, but defines no fn {hook}({})", hook.parameters().join(", "))]
    Missing { hook: Hook },
    /// A function of a hook that was not declared.
    #[error("the program defines fn {hook}({}), which is a hook: declare it", hook.parameters().join(", "))]
    Undeclared { hook: Hook },
    /// A hook's function with other parameters.
    #[error("fn {hook} has {found} parameters: it must be fn {hook}({})", hook.parameters().join(", "))]
    Parameters { hook: Hook, found: usize },
    /// It runs too long, goes too deep or grows too large.
    #[error("{hook} is stopped: {what}")]
    Stopped { hook: Hook, what: String },
    /// Something forbidden or impossible while it ran.
    #[error("{hook}, line {line}, column {column} of the program: {what}")]
    Run { hook: Hook, line: usize, column: usize, what: String },
    /// An answer of another type or outside its bounds.
    #[error("{hook} answers {answer}: it must answer {} or ()", hook.signature().kind)]
    Answer { hook: Hook, answer: String },
    /// The engine itself gave up.
    #[error("{hook} broke the script engine")]
    Broken { hook: Hook },
}

/// What the checks of programs for hooks found.
type Vetted = BTreeMap<(String, Vec<Hook>), Result<(), Fault>>;

/// A compiled program.
pub(super) type Compiled = Rc<AST>;

struct Machine {
    engine: Engine,
    /// Steps that the running call may still take, and those that it took.
    left: Rc<Cell<u64>>,
    taken: Rc<Cell<u64>>,
    kept: RefCell<BTreeMap<String, Result<Compiled, Fault>>>,
    vetted: RefCell<Vetted>,
}

thread_local! {
    static MACHINE: Machine = Machine::new();
}

/// A program's compiled form.
///
/// # Errors
/// When it is too long or does not parse.
pub(super) fn compile(source: &str) -> Result<Compiled, Fault> {
    MACHINE.with(|machine| machine.compile(source))
}

/// Calls a hook of a program; also how many of these steps it took.
pub(super) fn call(program: &Compiled, hook: Hook, arguments: Vec<Dynamic>, steps: u64) -> (Result<Dynamic, Fault>, u64) {
    MACHINE.with(|machine| machine.call(program, hook, arguments, steps))
}

/// What the check of a program for these hooks found, which is worked out once.
pub(super) fn vetted(source: &str, hooks: &[Hook], check: impl FnOnce() -> Result<(), Fault>) -> Result<(), Fault> {
    let key = (source.to_owned(), hooks.to_vec());
    MACHINE.with(|machine| {
        if let Some(found) = machine.vetted.borrow().get(&key) {
            return found.clone();
        }
        let found = check();
        keep(&mut machine.vetted.borrow_mut(), key, found.clone());
        found
    })
}

/// Keeps what is dear to work out anew; a full store begins again.
fn keep<K: Ord, V>(store: &mut BTreeMap<K, V>, key: K, value: V) {
    if store.len() >= MOST_KEPT {
        store.clear();
    }
    store.insert(key, value);
}

impl Machine {
    fn new() -> Self {
        let mut engine = Engine::new_raw();
        ArithmeticPackage::new().register_into_engine(&mut engine);
        LogicPackage::new().register_into_engine(&mut engine);
        BasicMathPackage::new().register_into_engine(&mut engine);
        BasicIteratorPackage::new().register_into_engine(&mut engine);
        offer_collections(&mut engine);
        engine
            .set_max_operations(MOST_STEPS)
            .set_max_call_levels(MOST_CALLS_DEEP)
            .set_max_expr_depths(DEEPEST_EXPRESSION, DEEPEST_EXPRESSION)
            .set_max_string_size(LONGEST_STRING)
            .set_max_array_size(LONGEST_ARRAY)
            .set_max_map_size(LARGEST_MAP)
            .set_max_variables(MOST_VARIABLES)
            .set_max_functions(MOST_FUNCTIONS)
            .set_strict_variables(true)
            .set_allow_anonymous_fn(false);
        for word in FORBIDDEN {
            engine.disable_symbol(word);
        }
        let (left, taken) = (Rc::new(Cell::new(0)), Rc::new(Cell::new(0)));
        let (allowed, seen) = (Rc::clone(&left), Rc::clone(&taken));
        engine.on_progress(move |steps| {
            seen.set(steps);
            (steps > allowed.get()).then_some(Dynamic::UNIT)
        });
        Self { engine, left, taken, kept: RefCell::default(), vetted: RefCell::default() }
    }

    fn compile(&self, source: &str) -> Result<Compiled, Fault> {
        if let Some(kept) = self.kept.borrow().get(source) {
            return kept.clone();
        }
        let fresh = self.compile_anew(source);
        keep(&mut self.kept.borrow_mut(), source.to_owned(), fresh.clone());
        fresh
    }

    fn compile_anew(&self, source: &str) -> Result<Compiled, Fault> {
        if source.len() > LONGEST_PROGRAM {
            return Err(Fault::TooLong { bytes: source.len() });
        }
        let syntax = |at: Position, what: String| {
            let (line, column) = place(at);
            Fault::Syntax { line, column, what }
        };
        match guarded(|| self.engine.compile(source)) {
            Some(Ok(program)) => Ok(Rc::new(program)),
            Some(Err(error)) => Err(syntax(error.position(), short(&error.err_type().to_string()))),
            None => Err(syntax(Position::NONE, "the script engine broke on it".into())),
        }
    }

    fn call(&self, program: &Compiled, hook: Hook, arguments: Vec<Dynamic>, steps: u64) -> (Result<Dynamic, Fault>, u64) {
        self.left.set(steps);
        self.taken.set(0);
        let mut scope = Scope::new();
        let options = CallFnOptions::new().eval_ast(false);
        let answer = guarded(|| self.engine.call_fn_with_options::<Dynamic>(options, &mut scope, program, hook.name(), arguments));
        let answer = match answer {
            Some(answer) => answer.map_err(|error| run_fault(hook, &error)),
            None => Err(Fault::Broken { hook }),
        };
        (answer, self.taken.get())
    }
}

/// What can be done with arrays and maps beside reading their parts: little, since a step of the engine's own functions for them can
/// take as long as thousands of others.
fn offer_collections(engine: &mut Engine) {
    engine.register_iterator::<Array>();
    engine.register_fn("len", |array: &mut Array| array.len() as i64);
    engine.register_fn("contains", |array: &mut Array, n: i64| array.iter().any(|item| item.as_int() == Ok(n)));
    engine.register_fn("contains", |map: &mut Map, key: &str| map.contains_key(key));
    engine.register_fn("push", |array: &mut Array, item: Dynamic| -> Result<(), Box<EvalAltResult>> {
        if array.len() >= LONGEST_ARRAY {
            return Err(Box::new(EvalAltResult::ErrorDataTooLarge("array".into(), Position::NONE)));
        }
        array.push(item);
        Ok(())
    });
}

fn run_fault(hook: Hook, error: &EvalAltResult) -> Fault {
    let inner = error.unwrap_inner();
    let what = match inner {
        EvalAltResult::ErrorTerminated(..) | EvalAltResult::ErrorTooManyOperations(_) => "it runs too long".to_owned(),
        EvalAltResult::ErrorStackOverflow(_) => "functions call each other too deep".to_owned(),
        other => message(other),
    };
    match inner.position() {
        Position::NONE => Fault::Stopped { hook, what },
        at => {
            let (line, column) = place(at);
            Fault::Run { hook, line, column, what }
        }
    }
}

/// What an error says, without its place.
fn message(error: &EvalAltResult) -> String {
    let mut what = error.to_string();
    if let Some(at) = what.rfind(" (line ") {
        what.truncate(at);
    }
    short(&what)
}

/// A message, cut where it quotes the program at length.
fn short(message: &str) -> String {
    const LONGEST_MESSAGE: usize = 160;
    match message.char_indices().nth(LONGEST_MESSAGE) {
        Some((at, _)) => format!("{}…", message.get(..at).unwrap_or_default()),
        None => message.to_owned(),
    }
}

fn place(at: Position) -> (usize, usize) {
    (at.line().unwrap_or(1), at.position().unwrap_or(1))
}

/// What comes of it; `None` when it panics.
fn guarded<T>(f: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(f)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_within_the_engine_is_a_fault_and_the_machine_goes_on() {
        let mut engine = Machine::new();
        engine.engine.register_fn("explode", || -> i64 { panic!("boom") });
        let program = engine.compile("fn deal(table) { explode() }").unwrap();
        let (answer, _) = engine.call(&program, Hook::Deal, vec![Dynamic::UNIT], MOST_STEPS);
        assert_eq!(answer.unwrap_err(), Fault::Broken { hook: Hook::Deal });
        let program = engine.compile("fn deal(table) { 5 }").unwrap();
        let (answer, taken) = engine.call(&program, Hook::Deal, vec![Dynamic::UNIT], MOST_STEPS);
        assert_eq!(answer.unwrap().as_int(), Ok(5));
        assert!(taken > 0);
    }

    #[test]
    fn kept_programs_are_bounded() {
        let machine = Machine::new();
        for n in 0..=MOST_KEPT {
            machine.compile(&format!("fn deal(table) {{ {n} }}")).unwrap();
        }
        assert!(machine.kept.borrow().len() <= MOST_KEPT);
    }
}
