#!/bin/sh
# Every table of ../README.md that is about reading cards, of the committed files or those in KIBITZER_MODELS. Usage: measure.sh WORK DATA
# WORK is train.sh's; DATA holds the photographs. What is asked is rendered into WORK/measure, unless it is there.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$1 data=$2
sets=$work/measure
python="$work/venv/bin/python"
mkdir -p "$sets"

made() { # name, script, arguments
  name=$1 script=$2
  shift 2
  [ -f "$sets/$name.done" ] && return
  $python "$here/$script" --out "$sets/$name" "$@"
  touch "$sets/$name.done"
}
render() { # name, arguments
  name=$1
  shift
  made "$name" rendered.py --work "$work" "$@"
}
whole='loose spread fan heap'
# $whole is several words
render above --photos 24 --seed 9001 --kinds $whole video custom
render '25-40°' --photos 12 --seed 9002 --tilts 25 40 --kinds $whole
render '40-55°' --photos 12 --seed 9003 --tilts 40 55 --kinds $whole
render pile --photos 24 --seed 9004 --kinds pile
render Dutch --photos 10 --seed 4101 --courts B V H --kinds $whole
render French --photos 10 --seed 4102 --courts V D R --kinds $whole
render German --photos 10 --seed 4103 --courts B D K --kinds $whole
render far --photos 6 --seed 9007 --size 4000 3000 --heights 80 220 --kinds $whole
render laid --photos 12 --seed 9008 --kinds arc cascade ribbon
render near --photos 40 --seed 9006 --tilts 0 45 --kinds near
render jass --photos 3 --seed 9005 --kinds --again "$data/custom_jass"
# Decks that others drew.
decks=$work/drawn modules=$work/drawn.npm
if [ ! -d "$decks" ]; then
  for package in @heruka_urgyen/react-playing-cards@0.5.0 @younestouati/playing-cards-standard-deck@3.0.0; do
    mkdir -p "$modules/${package%@*}"
    (cd "$modules" && tar xzf "$(npm pack --silent "$package")" --strip-components 1 -C "${package%@*}")
  done
  $python "$here/drawn.py" --modules "$modules" --out "$decks.part" && mv "$decks.part" "$decks"
fi
seed=9400
for deck in $(cd "$decks" && LC_ALL=C ls); do
  seed=$((seed + 1))
  render "drawn $deck" --drawn "$decks/$deck" --photos 6 --seed "$seed" --kinds $whole
done
made worse worse.py --data "$data"
made bent bent.py --data "$sets/above" --kinds fan heap spread --by .1
# Decks as they were photographed. Their names are the program's: look at them.
faces=$work/photographed
photographed() { # deck, photographs
  deck=$1
  shift
  [ -d "$faces/$deck" ] && return
  mkdir -p "$faces"
  (cd "$here/../.." && cargo run --release --quiet -- cards --json "$@") > "$faces/$deck.jsonl"
  $python "$here/photographed.py" --out "$faces/$deck.part" < "$faces/$deck.jsonl"
  mv "$faces/$deck.part" "$faces/$deck"
}
photographed edje "$data"/edje/t*/*.jpg
photographed foltysm "$data"/validation_foltysm/*.jpg
photographed rf "$data"/rf_poker_cards/test/*.jpg "$data"/rf_poker_cards/valid/*.jpg
seed=9500 cut=$(cd "$faces" && LC_ALL=C ls -d */ | tr -d /)
for deck in $cut; do
  seed=$((seed + 1))
  render "photographed $deck" --drawn "$faces/$deck" --photos 12 --seed "$seed" --kinds $whole near
done
[ -f "$data/cardless/annotations.jsonl" ] && cardless=$data || cardless=$sets
[ -f "$cardless/cardless/annotations.jsonl" ] || "$here/cardless.sh" "$work" "$cardless"

cd "$here/../.."
asked() { # label, folder of sets, sets and arguments
  label=$1 from=$2
  shift 2
  echo
  cargo run --release --quiet --example accuracy -- --confusions --label "$label" --data "$from" "$@" | grep '^|\|taken for'
}
rendered() { # name, arguments
  name=$1
  shift
  # the sets are several words
  asked "$name$(echo " $*" | sed 's/ --once [0-9]*/, frames/; s/ --calibrated/, known/; s/ *$//')" "$sets/$name" "$@" $(cd "$sets/$name" && ls)
}
asked '' "$data" rf_poker_cards/test rf_poker_cards/valid edje/test edje/train validation_foltysm
asked '' "$cardless" cardless
asked 'as frames' "$cardless" --once 960 cardless
for name in above '25-40°' '40-55°' pile far laid near jass Dutch French German; do rendered "$name"; done
for deck in $cut; do rendered "photographed $deck"; done
for name in above '25-40°' '40-55°'; do rendered "$name" --once 960; done
for name in '25-40°' '40-55°'; do
  rendered "$name" --calibrated
  rendered "$name" --once 960 --calibrated
done
rendered bent
rendered worse
for deck in $(cd "$decks" && LC_ALL=C ls); do rendered "drawn $deck"; done
