//! The card-text language: both ways without loss, and errors that say what to write.

use kibitzer::games::arrow::text::{
    Ability, Activation, Amount, Area, Condition, Cost, Doing, Effect, Event, Filter, MOST_CHARACTERS, Measure, Name, Near, Noticed, Place,
    Rule, Side, Space, Standing, Stat, Step, Subject, Target, Text, TextError, Who,
};
use kibitzer::games::arrow::{Arrows, Direction, Sign};
use proptest::prelude::*;
use proptest::sample::select;
use std::sync::Arc;

fn parsed(text: &str) -> Text {
    text.parse().unwrap_or_else(|e: TextError| panic!("{e}\n{}", e.caret_lines()))
}

fn error(text: &str) -> TextError {
    text.parse::<Text>().unwrap_err()
}

const CANONICAL: &[&str] = &[
    "Persistent.",
    "Play: Friendly People cards have +1 Defense.",
    "Play: This card has +1 Strength for each charge counter on this card. If there is another friendly card, this card is Paper.",
    "Play: This card is worth 1 more point. Opposing Treasure cards are worth 2 fewer points for each \"player wearing a hat\".",
    "Persistent: Opposing cards lose arrows N, NE and S. All other cards have all arrows. Adjacent cards lose arrow W.",
    "Persistent: If there are 3 or more friendly Beast cards on the Board, all cards named \"Fox\" cannot be captured.",
    "Play: This card is superior to all other cards. Cards that are the same as this card are superior to opposing Rock cards.",
    "Action (Cost 2): Slide an opposing card adjacent to this card. Draw a card.",
    "Action: If \"you are wearing a hat\", draw 2 cards. Take another action.",
    "Action (Cost 2 or more): You may put 2 charge counters on another friendly Engine card for each Power.",
    "Immediate (Cost X): Remove up to X opposing cards.",
    "Immediate (Cost X): Give 2X friendly cards -X Defense this turn. Your opponent discards 2X cards.",
    "Immediate (Cost 3): If the Power is 3 or more, you may have both players discard a card for each friendly card.",
    "Immediate: Take the top 2 cards of your Discard Pile into your hand. Play an Urchin card from your hand.",
    "Immediate: Return each opposing card in a Persistent Area to its owner's hand. Return 2 cards to their owners' hands.",
    "Play Reaction: When this card would be captured, you may slide this card 2 spaces.",
    "Play Reaction: When an opposing card with a charge counter is played, move that card to an empty space adjacent to a friendly card.",
    "Hand Reaction (Cost 1): When your opponent activates an Immediate, cancel it.",
    "Discard Reaction: When a friendly Beast card is captured, play this card. Take a charge counter off each adjacent card.",
    "Persistent Reaction: At your opponent's Persistent Effects Step, if this card has a charge counter, your opponent takes off a button.",
    "Reaction: When \"your opponent whistles\", you may play this card.",
    "Reaction: You may have your opponent put a button back on. Put a button back on. Make this card jump.",
    "Play Reaction: When either player activates an ability, make each card adjacent to this card superior to all cards this turn.",
];

#[test]
fn canonical_texts_print_as_they_are_written() {
    for text in CANONICAL {
        // What is written in another way prints in the one form; the rest of the list is that form.
        let canonical = text
            .replace("an opposing card adjacent to this card", "an opposing adjacent card")
            .replace("each card adjacent to this card", "each adjacent card")
            .replace("Cards that are the same", "All cards that are the same");
        assert_eq!(parsed(text).to_string(), canonical);
        assert_eq!(parsed(&canonical), parsed(text));
    }
}

#[test]
fn other_ways_to_write_mean_the_same() {
    for (written, canonical) in [
        ("play: this card have arrows S and N.", "Play: This card has arrows N and S."),
        ("Action :\n  draw  1 card .", "Action: Draw a card."),
        ("Action (cost 0): Draw a cards.", "Action: Draw a card."),
        ("Play: This card has −2 Strength.", "Play: This card has -2 Strength."),
        ("Immediate: Return a card to its owner’s hand.", "Immediate: Return a card to its owner's hand."),
        ("Reaction: When “it rains”, draw a card.", "Reaction: When \"it rains\", draw a card."),
        ("Action: Remove a card on the Board named \"A\".", "Action: Remove a card named \"A\" on the Board."),
    ] {
        assert_eq!(parsed(written).to_string(), canonical);
    }
}

#[test]
fn a_tree_is_what_the_sentence_says() {
    let opposing = Filter { side: Some(Side::Opposing), ..Filter::default() };
    let count = Amount { times: 1, of: Measure::X };
    let steps =
        vec![Step { condition: None, may: true, effect: Effect::Remove(Target::Some { count, up_to: true, of: opposing.clone() }) }];
    assert_eq!(parsed("Immediate (Cost X): You may remove up to X opposing cards."), Text::Immediate(Ability { cost: Cost::X, steps }));
    let near = Filter { near: Some(Near::That), sign: Some(Sign::Rock), ..Filter::default() };
    let steps =
        vec![Step { condition: Some(Condition::Cards { at_least: 2, of: near }), may: false, effect: Effect::Slide(Target::That, 1) }];
    assert_eq!(
        parsed("Reaction: When an opposing card moves, if there are 2 or more Rock cards adjacent to that card, slide that card."),
        Text::Reaction {
            from: None,
            event: Event::Moved(Noticed::A(opposing)),
            ability: Ability { cost: Cost::Fixed { count: 0, or_more: false }, steps }
        }
    );
}

#[test]
fn errors_say_what_to_write_and_where() {
    for (text, carets, said) in [
        ("Play: Friendly Rock capturd.", "capturd", "expected a type, 'card' or 'cards' after 'Rock', found 'capturd'"),
        ("Play: Friendly Rock crads have +1 Defense.", "crads", "did you mean 'cards'?"),
        ("Play: Friendly beast cards have +1 Defense.", "beast", "a type has a capital: 'Beast'"),
        ("Action: Draw two cards.", "two", "found 'two'; write 2"),
        ("Action: Drow 2 cards.", "Drow", "did you mean 'draw'?"),
        ("Action: Draw a card", "", "expected 'for' or '.' after 'card', found the end"),
        ("Action Draw a card.", "Draw", "expected '(' or ':' after 'Action', found 'Draw'"),
        ("Whenever it rains.", "Whenever", "'Hand' or 'Discard' at the beginning, found 'Whenever'"),
        ("", "", "at the beginning, found the end"),
        ("Action: Draw 999 cards.", "999", "too large"),
        ("Action: Draw 99 cards.", "Draw 99 cards.", "99 is too large: write at most 36"),
        ("Action: If \"you laugh, draw a card.", "\"you laugh, draw a card.", "no end"),
        ("Persistent. Draw a card.", "Draw", "nothing may follow 'Persistent.'"),
        ("Persistent. Σ", "Σ", "nothing may follow 'Persistent.'"),
        ("Play: This card has arrows N and N.", "N", "the arrow N is named twice"),
        ("Action: Draw a card. Slide that card.", "Slide that card.", "there is no 'that card'"),
        ("Action: Cancel it.", "Cancel it.", "there is nothing to cancel"),
        ("Hand Reaction: When a card is played, cancel it.", "When a card is played, cancel it.", "there is nothing to cancel"),
        ("Action: Remove X cards.", "Remove X cards.", "nothing says what X is"),
        ("Action (Cost X): Draw a card.", "Action (Cost X): Draw a card.", "nothing depends on the X that is paid"),
        ("Action (Cost 1 or more): Draw a card.", "Action (Cost 1 or more): Draw a card.", "nothing depends on what is paid more"),
        ("Action: Draw a card for each Power.", "Draw a card for each Power.", "the Power is always 0"),
        ("Play: This card has +1 Defense for each Power.", "This card has +1 Defense for each Power.", "has no Power"),
        ("Play: This card has +X Defense.", "This card has +X Defense.", "nothing says what X is"),
        ("Action: Play this card.", "Play this card.", "not in a hand"),
        ("Play Reaction: When \"it rains\", play this card.", "When \"it rains\", play this card.", "not in a hand"),
        ("Immediate: Slide this card.", "Slide this card.", "no place in the Play Area"),
        ("Hand Reaction: Slide an adjacent card.", "Slide an adjacent card.", "no place in the Play Area"),
        ("Action: Draw 0 cards.", "Draw 0 cards.", "0 does nothing"),
        ("Action: Slide a card 9 spaces.", "Slide a card 9 spaces.", "1 to 5"),
        ("Play Reaction: Take another action.", "Take another action.", "only an Action or an Immediate"),
        ("Action: Activate an Action of this card.", "Activate an Action of this card.", "has no end"),
        ("Action: Play an opposing card from your hand.", "Play an opposing card from your hand.", "cards in a hand"),
        ("Play: All cards in a Persistent Area have +1 Strength.", "All cards in a Persistent Area have +1 Strength.", "no use of this"),
        ("Action: If there are 0 or more cards, draw a card.", "If there are 0 or more cards, draw a card.", "always holds"),
        ("Action: Slide a card on the Board.", "Slide a card on the Board.", "only cards in the Play Area"),
        (
            "Action: Put a charge counter on a card for each card. Give a card for each Power +1 Defense.",
            "for",
            "'+' or '-' after 'card', found 'for'",
        ),
    ] {
        let error = error(text);
        let line = error.to_string();
        assert!(line.contains(said) && !line.contains('\n'), "{text}: {line}");
        let [shown, marks] = error.caret_lines().split('\n').map(String::from).collect::<Vec<_>>().try_into().unwrap();
        let start = marks.chars().take_while(|c| *c == ' ').count();
        assert_eq!((shown.as_str(), start + 1), (text, error.column()));
        let below: String = shown.chars().skip(start).take(marks.len() - start).collect();
        assert_eq!(below, carets, "{text}: {line}");
    }
}

#[test]
fn hostile_texts_end_in_an_error() {
    let long = format!("Play: {}", "This card has +1 Strength. ".repeat(20));
    assert_eq!(error(&long).to_string(), "the text has 545 characters: a card shows at most 240");
    let quoted = format!("Reaction: When \"{}\", draw a card.", "x".repeat(61));
    assert!(error(&quoted).to_string().contains("at most 60"));
    for text in [
        "Action: ".repeat(1_250_000),
        "(".repeat(10_000_000),
        "\"".repeat(1999),
        "\u{7}Action: Draw a card.".into(),
        "Action: Draw a card.\0".into(),
        "If \"a\u{202e}b\"".into(),
        "Action: Draw 99999999999999999999 cards.".into(),
        "Action: If If If If.".into(),
        "😀".repeat(400),
        "A".repeat(2000),
        "Action: Draw a card. \u{2028} Draw a card.".into(),
    ] {
        let error = error(&text);
        assert!(!error.to_string().contains('\n') && error.to_string().len() < 300, "{error}");
        assert!(error.span().end <= text.len());
    }
}

#[test]
fn texts_are_strings_in_files() {
    let text = parsed("Action: Draw a card.");
    let json = serde_json::to_string(&text).unwrap();
    assert_eq!(json, "\"Action: Draw a card.\"");
    assert_eq!(serde_json::from_str::<Text>(&json).unwrap(), text);
    let said = serde_json::from_str::<Text>("\"Action: Draw a crad.\"").unwrap_err().to_string();
    assert!(said.contains("did you mean 'card'?"), "{said}");
}

fn filter() -> impl Strategy<Value = Filter> {
    let name = prop_oneof![4 => Just(None), 1 => Just(Some(Name::Is("Old Fox, the 2nd".into()))), 1 => Just(Some(Name::Same))];
    let near = select(vec![None, None, None, Some(Near::This), Some(Near::That)]);
    let kind = select(vec![None, None, Some("Beast"), Some("Unit"), Some("Half-Elf"), Some("Übel")]);
    let area = select(vec![Area::Play, Area::Play, Area::Play, Area::Persistent, Area::Board]);
    let sign = select(vec![None, None, Some(Sign::Rock), Some(Sign::Paper), Some(Sign::Scissors)]);
    let side = select(vec![None, Some(Side::Friendly), Some(Side::Opposing)]);
    (any::<bool>(), side, sign, kind, name, area, near, prop::bool::weighted(0.1)).prop_map(
        |(other, side, sign, kind, name, area, near, charged)| Filter {
            other,
            side,
            sign,
            kind: kind.map(Arc::from),
            name,
            area,
            near,
            charged,
        },
    )
}

fn outside() -> impl Strategy<Value = Arc<str>> {
    select(vec!["you are wearing a hat", "it rains; or (perhaps) not: 3.5, \\o/", "'ü' – 😀"]).prop_map(Arc::from)
}

fn who() -> impl Strategy<Value = Who> {
    select(vec![Who::You, Who::Opponent, Who::Both])
}

fn measure() -> impl Strategy<Value = Measure> {
    prop_oneof![
        4 => Just(Measure::One),
        1 => Just(Measure::X),
        1 => Just(Measure::Power),
        1 => filter().prop_map(Measure::Cards),
        1 => Just(Measure::Counters),
        1 => outside().prop_map(Measure::Outside),
    ]
}

fn amount() -> impl Strategy<Value = Amount> {
    (prop_oneof![Just(1_i16), 1..=36_i16], measure()).prop_map(|(times, of)| Amount { times, of })
}

fn change() -> impl Strategy<Value = Amount> {
    (amount(), any::<bool>()).prop_map(|(Amount { times, of }, down)| Amount { times: if down { -times } else { times }, of })
}

fn stat() -> impl Strategy<Value = Stat> {
    select(vec![Stat::Strength, Stat::Defense, Stat::Points])
}

fn target() -> impl Strategy<Value = Target> {
    prop_oneof![
        2 => Just(Target::This),
        1 => Just(Target::That),
        4 => (amount(), any::<bool>(), filter()).prop_map(|(count, up_to, of)| Target::Some { count, up_to, of }),
        2 => filter().prop_map(Target::Each),
    ]
}

fn effect() -> impl Strategy<Value = Effect> {
    let space = prop_oneof![Just(Space::Any), Just(Space::BesideThis), filter().prop_map(Space::Beside)];
    prop_oneof![
        (who(), amount()).prop_map(|(who, amount)| Effect::Draw(who, amount)),
        (who(), amount()).prop_map(|(who, amount)| Effect::Discard(who, amount)),
        amount().prop_map(Effect::Recover),
        (target(), 1..6_u8).prop_map(|(target, spaces)| Effect::Slide(target, spaces)),
        target().prop_map(Effect::Jump),
        (target(), space).prop_map(|(target, space)| Effect::Move(target, space)),
        target().prop_map(Effect::Remove),
        target().prop_map(Effect::Return),
        filter().prop_map(Effect::Play),
        Just(Effect::PlayThis),
        (target(), amount()).prop_map(|(target, amount)| Effect::Charge(target, amount)),
        (target(), amount()).prop_map(|(target, amount)| Effect::Discharge(target, amount)),
        (target(), stat(), change()).prop_map(|(target, stat, amount)| Effect::Gain(target, stat, amount)),
        (target(), filter()).prop_map(|(target, filter)| Effect::Superior(target, filter)),
        Just(Effect::Cancel),
        target().prop_map(Effect::Activate),
        Just(Effect::ActAgain),
        who().prop_map(Effect::TakeOff),
        who().prop_map(Effect::PutOn),
    ]
}

fn condition() -> impl Strategy<Value = Option<Condition>> {
    prop_oneof![
        4 => Just(None),
        1 => (1..4_u8, filter()).prop_map(|(at_least, of)| Some(Condition::Cards { at_least, of })),
        1 => (1..4_u8).prop_map(|n| Some(Condition::Counters(n))),
        1 => (1..4_u8).prop_map(|n| Some(Condition::Power(n))),
        1 => outside().prop_map(|said| Some(Condition::Outside(said))),
    ]
}

fn ability() -> impl Strategy<Value = Ability> {
    let cost = prop_oneof![
        3 => Just(Cost::Fixed { count: 0, or_more: false }),
        1 => (0..5_u8, any::<bool>()).prop_map(|(count, or_more)| Cost::Fixed { count, or_more }),
        1 => Just(Cost::X),
    ];
    let step = (condition(), any::<bool>(), effect()).prop_map(|(condition, may, effect)| Step { condition, may, effect });
    (cost, prop::collection::vec(step, 1..4)).prop_map(|(cost, steps)| Ability { cost, steps })
}

fn event() -> impl Strategy<Value = Event> {
    let card = || prop_oneof![Just(Noticed::This), filter().prop_map(Noticed::A)];
    let what = select(vec![Activation::Action, Activation::Immediate, Activation::Reaction, Activation::Any]);
    prop_oneof![
        card().prop_map(Event::WouldBeCaptured),
        card().prop_map(Event::Captured),
        card().prop_map(Event::Played),
        card().prop_map(Event::Moved),
        card().prop_map(Event::Removed),
        (who(), what).prop_map(|(who, what)| Event::Activated(who, what)),
        who().prop_map(Event::PersistentStep),
        outside().prop_map(Event::Outside),
        Just(Event::Any),
    ]
}

fn standing() -> impl Strategy<Value = Standing> {
    let subject = || prop_oneof![Just(Subject::This), filter().prop_map(Subject::All)];
    let arrows = || prop::collection::vec(select(Direction::ALL.to_vec()), 1..9).prop_map(|ways| ways.into_iter().collect::<Arrows>());
    let rule = prop_oneof![
        (subject(), stat(), change()).prop_map(|(subject, stat, amount)| Rule::Value(subject, stat, amount)),
        (subject(), filter()).prop_map(|(subject, filter)| Rule::Superior(subject, filter)),
        (subject(), arrows()).prop_map(|(subject, arrows)| Rule::Arrows(subject, arrows)),
        (subject(), arrows()).prop_map(|(subject, arrows)| Rule::LoseArrows(subject, arrows)),
        (subject(), select(Sign::ALL.to_vec())).prop_map(|(subject, sign)| Rule::Sign(subject, sign)),
        (subject(), select(vec![Doing::Captured, Doing::Moved, Doing::Removed])).prop_map(|(subject, doing)| Rule::Cannot(subject, doing)),
    ];
    (condition(), rule).prop_map(|(condition, rule)| Standing { condition, rule })
}

fn tree() -> impl Strategy<Value = Text> {
    let from = select(vec![None, Some(Place::Play), Some(Place::Hand), Some(Place::Discard), Some(Place::Persistent)]);
    let rules = |least| prop::collection::vec(standing(), least..3);
    prop_oneof![
        1 => rules(1).prop_map(Text::Play),
        1 => rules(0).prop_map(Text::Persistent),
        1 => ability().prop_map(Text::Action),
        1 => ability().prop_map(Text::Immediate),
        3 => (from, event(), ability()).prop_map(|(from, event, ability)| Text::Reaction { from, event, ability }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, ..ProptestConfig::default() })]

    #[test]
    fn every_tree_that_means_something_prints_and_parses(tree in tree().prop_filter("it means something", |tree| tree.check().is_ok())) {
        let text = tree.to_string();
        prop_assert!(text.chars().count() <= MOST_CHARACTERS);
        match text.parse::<Text>() {
            Ok(again) => prop_assert_eq!(again, tree, "{}", text),
            Err(e) => prop_assert!(false, "{}\n{}", e, e.caret_lines()),
        }
    }

    #[test]
    fn what_is_refused_as_a_tree_is_refused_as_a_text(tree in tree()) {
        // A tree that means nothing may print as the sentence of another, never as its own.
        if tree.check().is_err() {
            prop_assert_ne!(tree.to_string().parse::<Text>().ok(), Some(tree));
        }
    }

    #[test]
    fn a_text_with_a_mistake_is_another_text_or_an_error(text in select(CANONICAL), at in 0..200_usize, with in "(|.|[a-zA-Z]{1,9}|\\PC{0,3})") {
        let letters: Vec<char> = text.chars().collect();
        let at = at % letters.len();
        let broken: String = letters[..at].iter().copied().chain(with.chars()).chain(letters[at + 1..].iter().copied()).collect();
        match broken.parse::<Text>() {
            Ok(text) => prop_assert_eq!(parsed(&text.to_string()), text),
            Err(e) => {
                let line = e.to_string();
                prop_assert!(!line.is_empty() && !line.contains('\n'), "{}", line);
                prop_assert!(broken.get(e.span()).is_some(), "{}: {:?}", broken, e.span());
                prop_assert_eq!(e.caret_lines().lines().count(), 2);
            }
        }
    }
}
