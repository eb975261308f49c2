use super::rectify::{MARGIN_MM, PIXEL_MM, SmallTable};
use crate::geometry::{Point, Table};
use crate::recognizer::{HAND_CELL_PX, HAND_PIXEL_MM, HandPictures, HandReader, HandReaderSettings, HandReading, RecognizerError};

/// Side of a cell of the network's answer, on the table, in millimetres.
const CELL_MM: f64 = HAND_CELL_PX as f64 * HAND_PIXEL_MM;
/// Pixels of the small table on a side of a pixel of what the network is shown.
const FINER: usize = (HAND_PIXEL_MM / PIXEL_MM) as usize;
/// Part of an arm's least probability from which on what differs from the table may be one.
const LIKELY: f32 = 0.3;
/// Peaks whose cells point to places this near to each other are one fingertip, in millimetres.
const ONE_TIP_MM: f64 = 10.0;
/// Where a fingertip was a frame ago, so near in millimetres, this part of the heat is enough.
const FOLLOWED_MM: f64 = 40.0;
const FOLLOWED: f32 = 0.4;
/// A fast fingertip gets so far from one frame to the next, in millimetres.
const FAST_MM: f64 = 120.0;
/// Heat from which on a fingertip is believed where next to nothing of its hand shows.
const SURE: f32 = 0.6;
/// Next to a fingertip its own arm shows, further off another may lie over it: so far, in millimetres, the way counts twice.
const OWN_MM: f64 = 100.0;
/// Weight of what lies beside every arm, against an arm that lies across.
const OPEN_WAY: f64 = 2.0;
/// Length of way that counts as much as all of it lying across an arm, in millimetres: of ways that fit alike the short one is it.
const LONG_WAY_MM: f64 = 4000.0;

/// A fingertip that reaches.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Tip {
    pub at: Point<Table>,
    pub heat: f32,
    /// Towards its elbow: of length 1 where that is plain, shorter where it is in doubt.
    pub way: (f64, f64),
    /// Whether it is beyond doubt, or was since when it has been followed.
    pub sure: bool,
    /// Probability that it is one.
    pub confidence: f32,
    /// For how many frames it has not been read, though its arm shows.
    pub unread: u8,
}

impl Tip {
    /// How much it looks as if its arm came from there, from -1 (from the other side) to 1.
    pub fn points_to(&self, from: Point<Table>) -> f64 {
        let along = from - self.at;
        (self.way.0 * along.x + self.way.1 * along.y) / along.length().max(1e-9)
    }
}

/// What the hand network sees: arms, how they lie, and fingertips.
#[derive(Debug)]
pub(super) struct Fingertips {
    pub tips: Vec<Tip>,
    /// The cells that they are in, beside those of their arms.
    ends: Vec<(usize, usize)>,
    reading: HandReading,
    settings: HandReaderSettings,
}

impl Fingertips {
    pub(super) fn new(tips: Vec<Tip>, reading: HandReading, settings: HandReaderSettings) -> Self {
        // Not what a print shows farther off.
        let by_an_arm = |at: &(usize, usize)| around(*at).any(|(c, r)| reading.at(c, r).is_some_and(|cell| cell.arm >= settings.arm));
        let ends = tips.iter().filter_map(|tip| Self::cell(tip.at)).filter(by_an_arm).collect();
        Self { tips, ends, reading, settings }
    }

    /// Reads the small table as it is now beside what is known of it without hands; `before` are the fingertips of the last frame.
    pub fn read(
        reader: &mut HandReader,
        table: &SmallTable,
        now: &[u8],
        bare: impl Iterator<Item = [f32; 3]>,
        before: &[Tip],
    ) -> Result<Self, RecognizerError> {
        let bare: Vec<u8> = bare.flat_map(|rgb| rgb.map(|v| v.round().clamp(0.0, 255.0) as u8)).collect();
        let (width, height) = (table.width / FINER, table.height / FINER);
        let pictures = HandPictures { width, height, now: coarse(table, now), bare: coarse(table, &bare) };
        let (reading, settings) = (reader.read(&pictures)?, *reader.settings());
        let tips = tips(&reading, before, &settings);
        Ok(Self::new(tips, reading, settings))
    }

    /// Whether a sure fingertip is among these pixels of the small table.
    pub fn any_sure_among(&self, table: &SmallTable, pixels: &[usize]) -> bool {
        self.tips.iter().filter(|tip| tip.sure).filter_map(|tip| table.index(tip.at)).any(|tip| pixels.contains(&tip))
    }

    /// Whether a pixel of the small table shows an arm.
    pub fn is_arm(&self, table: &SmallTable, index: usize) -> bool {
        let (column, row) = Self::cell_of(table, index);
        // A finger's end is narrow, and may be read as a fingertip alone.
        self.reading.at(column, row).is_some_and(|cell| cell.arm >= self.settings.arm) || self.ends.contains(&(column, row))
    }

    /// Whether a pixel of the small table may show an arm: its cell might, or one beside it does.
    pub fn may_be_arm(&self, table: &SmallTable, index: usize) -> bool {
        let (column, row) = Self::cell_of(table, index);
        let least = |at: (usize, usize)| if at == (column, row) { LIKELY * self.settings.arm } else { self.settings.arm };
        around((column, row)).any(|(c, r)| self.reading.at(c, r).is_some_and(|cell| cell.arm >= least((c, r))))
    }

    /// How the arm lies that shows at these points, as a unit vector along it to the side of this direction.
    pub fn lies(&self, points: impl Iterator<Item = Point<Table>>, towards: Point<Table>) -> Option<Point<Table>> {
        let cell = |p: Point<Table>| Self::cell(p).and_then(|(column, row)| self.reading.at(column, row));
        let arm = points.filter_map(cell).filter(|cell| cell.arm >= self.settings.arm);
        let (x, y) = arm.fold((0.0, 0.0), |(x, y), cell| (x + f64::from(cell.axis.0), y + f64::from(cell.axis.1)));
        let turn = y.atan2(x) / 2.0;
        let along = Point::new(turn.cos(), turn.sin());
        (x.hypot(y) > 0.0).then(|| if along.dot(towards) < 0.0 { along * -1.0 } else { along })
    }

    /// How badly the straight way between a fingertip and the edge fits an arm.
    pub fn way(&self, table: &SmallTable, inside: &[u8], tip: Point<Table>, from: Point<Table>) -> f64 {
        let along = from - tip;
        let length = along.length();
        let steps = (length / CELL_MM).ceil().max(1.0);
        let (cosine, sine) = (along.x / length.max(1e-9), along.y / length.max(1e-9));
        let doubled = (cosine * cosine - sine * sine, 2.0 * cosine * sine);
        let (mut sum, mut weights) = (0.0, 0.0);
        for step in 0..=steps as usize {
            let part = step as f64 / steps;
            let p = tip.lerp(from, part);
            let weight = if part * length < OWN_MM { 2.0 } else { 1.0 };
            weights += weight;
            let cell = Self::cell(p).and_then(|(column, row)| self.reading.at(column, row)).copied().unwrap_or_default();
            let blob = table.index(p).is_some_and(|i| inside.get(i) == Some(&255));
            sum += weight
                * if cell.arm >= self.settings.arm {
                    let (x, y) = (f64::from(cell.axis.0), f64::from(cell.axis.1));
                    (1.0 - (x * doubled.0 + y * doubled.1) / x.hypot(y).max(1e-6)) / 2.0
                } else if blob {
                    // Arm by the table's look alone: how it lies is not known.
                    0.5
                } else {
                    OPEN_WAY
                };
        }
        sum / weights + length / LONG_WAY_MM
    }

    /// The column and row of the cell that a pixel of the small table belongs to.
    const fn cell_of(table: &SmallTable, index: usize) -> (usize, usize) {
        let side = FINER * HAND_CELL_PX;
        (index % table.width / side, index / table.width / side)
    }

    /// The column and row of the cell at a place.
    pub(super) fn cell(p: Point<Table>) -> Option<(usize, usize)> {
        let number = |mm: f64| {
            let cell = ((mm + MARGIN_MM) / CELL_MM).floor();
            (0.0..1e5).contains(&cell).then_some(cell as usize)
        };
        Some((number(p.x)?, number(p.y)?))
    }
}

/// A cell and those around it.
fn around((column, row): (usize, usize)) -> impl Iterator<Item = (usize, usize)> {
    (row.saturating_sub(1)..=row + 1).flat_map(move |r| (column.saturating_sub(1)..=column + 1).map(move |c| (c, r)))
}

/// The hottest cells among those around them, as places.
fn tips(reading: &HandReading, before: &[Tip], settings: &HandReaderSettings) -> Vec<Tip> {
    let mut tips: Vec<Tip> = Vec::new();
    let columns = reading.columns.max(1);
    for (index, cell) in reading.cells.iter().enumerate().filter(|(_, cell)| cell.tip >= FOLLOWED * settings.tip) {
        let (column, row) = (index % columns, index / columns);
        // Of two that are as hot the first is it.
        let hotter = |(c, r): (usize, usize)| {
            reading.at(c, r).is_some_and(|other| other.tip > cell.tip || (other.tip == cell.tip && r * columns + c < index))
        };
        if around((column, row)).any(hotter) {
            continue;
        }
        let mm = |number: usize, offset: f32| (number as f64 + 0.5 + f64::from(offset)) * CELL_MM - MARGIN_MM;
        let at = Point::new(mm(column, cell.offset.0), mm(row, cell.offset.1));
        let reach_mm = if cell.tip < settings.tip { FOLLOWED_MM } else { FAST_MM };
        let heat = cell.tip.clamp(1e-4, 1.0 - 1e-4);
        let odds = settings.confidence.0 * (heat / (1.0 - heat)).ln() + settings.confidence.1;
        let sure = heat >= SURE || before.iter().any(|tip| tip.sure && tip.at.distance(at) < reach_mm);
        let way = (f64::from(cell.way.0), f64::from(cell.way.1));
        tips.push(Tip { at, heat, way, sure, confidence: 1.0 / (1.0 + (-odds).exp()), unread: 0 });
    }
    tips.sort_by(|a, b| b.heat.total_cmp(&a.heat));
    let mut told: Vec<Tip> = Vec::new();
    for tip in tips {
        // What a hotter one goes on from is not followed by another.
        let goes_on = |was: &Tip| {
            let moved_mm = was.at.distance(tip.at);
            moved_mm < FOLLOWED_MM && told.iter().all(|other| other.at.distance(was.at) > moved_mm)
        };
        let is_one = tip.heat >= settings.tip || before.iter().any(goes_on);
        if is_one && told.iter().all(|other| other.at.distance(tip.at) >= ONE_TIP_MM) {
            told.push(tip);
        }
    }
    told
}

/// The small table in the network's pixels, black where the camera does not see.
fn coarse(table: &SmallTable, picture: &[u8]) -> Vec<u8> {
    let (width, height) = (table.width / FINER, table.height / FINER);
    let pixels = picture.as_chunks::<3>().0;
    let mut out = Vec::with_capacity(3 * width * height);
    for j in 0..height {
        for i in 0..width {
            let mut sum = [0_u32; 3];
            let mut seen = 0;
            for index in (0..FINER * FINER).map(|k| (j * FINER + k / FINER) * table.width + i * FINER + k % FINER) {
                if let (Some(true), Some(rgb)) = (table.visible().get(index), pixels.get(index)) {
                    seen += 1;
                    sum.iter_mut().zip(rgb).for_each(|(sum, v)| *sum += u32::from(*v));
                }
            }
            out.extend(sum.map(|sum| if 2 * seen > FINER * FINER { (sum / seen as u32) as u8 } else { 0 }));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calibration::View;
    use crate::geometry::Homography;
    use crate::recognizer::HandCell;

    #[test]
    fn what_is_hardly_a_fingertip_is_followed_unless_a_hotter_one_goes_on_from_there() {
        let mut cells = vec![HandCell::default(); 100];
        for (index, heat) in [(22, 0.8), (24, 0.2)] {
            cells[index].tip = heat;
        }
        let reading = HandReading { columns: 10, cells };
        let settings = HandReaderSettings { arm: 0.5, tip: 0.3, confidence: (1.0, 0.0) };
        let place = |column: f64, row: f64| Point::<Table>::new((column + 0.5) * CELL_MM - MARGIN_MM, (row + 0.5) * CELL_MM - MARGIN_MM);
        let was = |at| Tip { at, heat: 0.8, way: (0.0, 0.0), sure: true, confidence: 0.9, unread: 0 };
        let told = |before: &[Tip]| tips(&reading, before, &settings).iter().map(|tip| tip.at).collect::<Vec<_>>();
        let (hot, faint) = (place(2.0, 2.0), place(4.0, 2.0));
        assert_eq!(told(&[]), [hot]);
        assert_eq!(told(&[was(hot)]), [hot], "another finger of the hand that goes on");
        assert_eq!(told(&[was(hot), was(faint)]), [hot, faint]);
        assert_eq!(told(&[was(place(4.0, 1.0))]), [hot, faint], "it was nearer to that one");
    }

    #[test]
    fn the_cell_of_a_fingertip_beside_its_arm_is_arm() {
        let plane = Homography::try_from([[1.0, 0.0, -60.0], [0.0, 1.0, -60.0], [0.0, 0.0, 1.0]]).unwrap();
        let table = SmallTable::new(&View::new(None, plane).unwrap(), (520, 420), (400.0, 300.0)).unwrap();
        let (columns, rows) = (table.width / (FINER * HAND_CELL_PX), table.height / (FINER * HAND_CELL_PX));
        let mut cells = vec![HandCell::default(); columns * rows];
        cells[5 * columns + 4].arm = 1.0;
        let settings = HandReaderSettings { arm: 0.5, tip: 0.3, confidence: (1.0, 0.0) };
        let place = |column: usize| Point::<Table>::new((column as f64 + 0.5) * CELL_MM - MARGIN_MM, 5.5 * CELL_MM - MARGIN_MM);
        let tip = |column| Tip { at: place(column), heat: 0.8, way: (0.0, 0.0), sure: true, confidence: 0.9, unread: 0 };
        let seen = Fingertips::new(vec![tip(5), tip(9)], HandReading { columns, cells }, settings);
        let is_arm = |column: usize| seen.is_arm(&table, table.index(place(column)).unwrap());
        assert_eq!([4, 5, 6, 9].map(is_arm), [true, true, false, false], "what a print shows farther off is none");
    }
}
