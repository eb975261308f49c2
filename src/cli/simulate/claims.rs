use super::sink::Sink;
use super::{Args, Outcome, Output, progress};
use crate::cards::standard_deck;
use crate::games::elements;
use crate::simulate::Renderer;
use crate::simulate::claims::{Claim, ClaimOptions};
use crate::simulate::props::standard_props;
use crate::simulate::texture::Props;
use crate::table::Seats;
use anyhow::Context;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Most claims of one run.
const MOST: usize = 9999;
/// Frames a second when nothing is said, and at most.
const FPS: f64 = 30.0;
const MOST_FPS: f64 = 240.0;
/// Longest time from the first touch to the second that can be asked for, ms.
const MOST_LEAD_MS: f64 = 1000.0;
/// Pixels of the printed things for each pixel of a frame, and how coarse or fine they are at all, pixels a millimetre.
const OVERSAMPLED: f64 = 2.0;
const PX_PER_MM: (f64, f64) = (1.5, 6.0);

pub(super) fn run(args: &Args, count: usize, output: Output) -> anyhow::Result<Outcome> {
    anyhow::ensure!((1..=MOST).contains(&count), "--claims {count} cannot be: give 1 to {MOST}");
    let fps = args.fps.unwrap_or(FPS);
    anyhow::ensure!((1.0..=MOST_FPS).contains(&fps), "--fps {fps} cannot be: give 1 to {MOST_FPS}");
    let (fewest, most) = (elements::FEWEST_PLAYERS, elements::MOST_PLAYERS);
    let seats = match args.players {
        Some(players) if (fewest..=most).contains(&usize::from(players)) => Some(Seats::try_from(players)?),
        Some(players) => anyhow::bail!("--players {players} cannot be: claims are made at tables of {fewest} to {most}"),
        None => None,
    };
    prepare(&args.out, args.force)?;
    if let Some(leads) = args.leads {
        anyhow::ensure!((1.0..=MOST_LEAD_MS).contains(&leads), "--leads {leads} cannot be: give 1 to {MOST_LEAD_MS}");
    }
    let options = ClaimOptions { seed: args.seed, seats, size: args.size, fps, leads_ms: args.leads };
    let deck = standard_deck()?;
    let mut printed: BTreeMap<Seats, Arc<Props>> = BTreeMap::new();
    let mut frames = 0;
    let bar = progress(count as u64, "claims");
    for number in 0..count {
        let claim = Claim::new(&options, number)?;
        let props = match printed.get(&claim.seats) {
            Some(props) => Arc::clone(props),
            None => {
                let mat = elements::mat(claim.seats);
                let px_per_mm = OVERSAMPLED * f64::from(args.size.0) / mat.width_mm;
                let props = Arc::new(standard_props(&deck, &mat, args.style(), px_per_mm.clamp(PX_PER_MM.0, PX_PER_MM.1))?);
                printed.insert(claim.seats, Arc::clone(&props));
                props
            }
        };
        frames += write(&claim, &props, &args.out.join(folder_name(number, count)))?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    // A reader who has left is no error.
    let mut out = std::io::stdout().lock();
    if output.json {
        let _ = writeln!(out, "{}", serde_json::json!({ "out": args.out, "claims": count, "frames": frames }));
    } else {
        let _ = writeln!(out, "{}: {count} claims with their truth, {frames} frames", args.out.display());
    }
    Ok(Outcome::Fine)
}

/// Names that sort by number.
fn folder_name(number: usize, count: usize) -> String {
    let width = count.to_string().len().max(2);
    format!("claim-{:0width$}", number + 1)
}

/// Writes the stills of a claim and its truth; answers how many stills.
fn write(claim: &Claim, props: &Arc<Props>, folder: &Path) -> anyhow::Result<usize> {
    let mut sink = Sink::stills(folder.to_owned())?;
    let mut renderer = Renderer::new(claim.view.clone(), Arc::clone(props));
    for (frame, at_us) in claim.frames_us.iter().enumerate() {
        let frame = frame as u64;
        sink.put(&renderer.frame(&claim.scene(*at_us, props), frame), frame, *at_us as f64 / 1000.0)?;
    }
    sink.finish()?;
    let path = folder.join("truth.json");
    let mut text = serde_json::to_string(&claim.truth()?)?;
    text.push('\n');
    std::fs::write(&path, text).with_context(|| format!("{} cannot be written", path.display()))?;
    Ok(claim.frames_us.len())
}

/// Makes the folder; refuses one that holds anything, or takes the claims of a run before out of it.
fn prepare(folder: &Path, force: bool) -> anyhow::Result<()> {
    let wrong = || format!("the folder {} cannot be made", folder.display());
    std::fs::create_dir_all(folder).with_context(wrong)?;
    let entries = folder.read_dir().and_then(Iterator::collect::<std::io::Result<Vec<_>>>).with_context(wrong)?;
    anyhow::ensure!(
        force || entries.is_empty(),
        "{} is not empty: choose another folder, or add --force to write over the claims in it",
        folder.display()
    );
    let old: Vec<PathBuf> = entries.iter().map(std::fs::DirEntry::path).filter(|path| is_claim(path)).collect();
    for path in old {
        std::fs::remove_dir_all(&path).with_context(|| format!("{} cannot be written over", path.display()))?;
    }
    Ok(())
}

/// Whether a run before made this folder.
fn is_claim(path: &Path) -> bool {
    let name = path.file_name().and_then(std::ffi::OsStr::to_str).unwrap_or_default();
    let number = name.strip_prefix("claim-").unwrap_or_default();
    !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) && path.join("times.csv").is_file()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_sort_by_number() {
        assert_eq!([folder_name(0, 7), folder_name(11, 40), folder_name(4, 120)], ["claim-01", "claim-12", "claim-005"]);
    }

    #[test]
    fn a_folder_with_something_in_it_is_kept_unless_told_otherwise_and_then_only_claims_go() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("new");
        prepare(&out, false).unwrap();
        for (name, file) in [("claim-01", "times.csv"), ("claim-02", "mine.txt"), ("claim-x", "times.csv")] {
            std::fs::create_dir(out.join(name)).unwrap();
            std::fs::write(out.join(name).join(file), "file,ms\n").unwrap();
        }
        assert!(prepare(&out, false).unwrap_err().to_string().contains("is not empty"));
        prepare(&out, true).unwrap();
        assert!(!out.join("claim-01").exists() && out.join("claim-02/mine.txt").exists() && out.join("claim-x").exists());
    }
}
