//! Sources: every kind gives its frames in order, and everything wrong with one is said in a line.

use image::{Rgb, RgbImage};
use kibitzer::source::{Event, Feed, Flaw, Frame, Live, Options, Pace, Source, SourceError, open};
use opencv::core::{Mat, Scalar, Size};
use opencv::videoio::{VideoWriter, VideoWriterTrait};
use std::fs;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

const WIDTH: u32 = 160;
const HEIGHT: u32 = 120;

fn picture(red: u8) -> RgbImage {
    RgbImage::from_pixel(WIDTH, HEIGHT, Rgb([red, 20, 60]))
}

/// A video whose frame `i` has the red level `5 i`.
fn write_video(path: &Path, fourcc: [char; 4], frames: u8) {
    let [a, b, c, d] = fourcc;
    let code = VideoWriter::fourcc(a, b, c, d).unwrap();
    let mut writer = VideoWriter::new_def(path, code, 25.0, Size::new(WIDTH as i32, HEIGHT as i32)).unwrap();
    for i in 0..frames {
        let bgr = Scalar::new(60.0, 20.0, f64::from(i) * 5.0, 0.0);
        let frame = Mat::new_rows_cols_with_default(HEIGHT as i32, WIDTH as i32, opencv::core::CV_8UC3, bgr).unwrap();
        writer.write(&frame).unwrap();
    }
    writer.release().unwrap();
}

fn read_all(source: &mut dyn Source) -> (Vec<Frame>, Vec<Flaw>) {
    let (mut frames, mut flaws) = (Vec::new(), Vec::new());
    while let Some(event) = source.next().unwrap() {
        match event {
            Event::Frame(frame) => frames.push(frame),
            Event::Flaw(flaw) => flaws.push(flaw),
            other => panic!("a recording was {other:?}"),
        }
    }
    (frames, flaws)
}

fn refused(path: &Path) -> String {
    let message = match open(path.to_str().unwrap(), &Options::default()) {
        Ok(_) => panic!("{} was taken", path.display()),
        Err(error) => error.to_string(),
    };
    assert!(!message.contains('\n'), "{message}");
    message
}

#[test]
fn a_photo_is_one_frame_whatever_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("misnamed.avi");
    picture(200).save_with_format(&path, image::ImageFormat::Png).unwrap();
    let mut source = open(path.to_str().unwrap(), &Options::default()).unwrap();
    assert_eq!((source.description().size, source.description().frames_total), ((WIDTH, HEIGHT), Some(1)));
    let (frames, _) = read_all(&mut *source);
    assert_eq!(frames.len(), 1);
    assert_eq!(frames[0].image.get_pixel(5, 5), &Rgb([200, 20, 60]));
}

#[test]
fn a_hundred_megapixels_are_refused_before_they_are_decoded() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("huge.png");
    let mut png = Vec::new();
    image::codecs::png::PngEncoder::new(&mut png);
    picture(0).write_to(&mut std::io::Cursor::new(&mut png), image::ImageFormat::Png).unwrap();
    // The header alone says 12000 × 9000; its checksum follows.
    png[16..20].copy_from_slice(&12_000_u32.to_be_bytes());
    png[20..24].copy_from_slice(&9_000_u32.to_be_bytes());
    let sum = crc32(&png[12..29]);
    png[29..33].copy_from_slice(&sum.to_be_bytes());
    fs::write(&path, png).unwrap();
    assert!(refused(&path).starts_with("12000×9000 are 108 megapixels, more than the 64 that can be handled"), "{}", refused(&path));
}

fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0_u32, |crc, &b| (0..8).fold(crc ^ u32::from(b), |c, _| (c >> 1) ^ (0xEDB8_8320 & (c & 1).wrapping_neg())))
}

#[test]
fn what_cannot_be_read_is_said_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    for name in ["empty.png", "empty.avi"] {
        fs::write(at(name), "").unwrap();
        assert!(refused(&at(name)).starts_with("the file is empty (0 bytes)"));
    }
    assert!(refused(&at("absent.avi")).starts_with("no such file or folder"));
    fs::write(at("notes.txt"), "not a picture at all, not a video either").unwrap();
    assert!(refused(&at("notes.txt")).starts_with("no video can be read from it"));
    let mut jpeg = Vec::new();
    picture(9).write_to(&mut std::io::Cursor::new(&mut jpeg), image::ImageFormat::Png).unwrap();
    fs::write(at("torn.png"), &jpeg[..40]).unwrap();
    assert!(refused(&at("torn.png")).starts_with("cannot decode the picture"));
    fs::create_dir(at("void")).unwrap();
    assert!(refused(&at("void")).starts_with("the folder holds no PNG"));
    RgbImage::new(8, 8).save(at("dot.png")).unwrap();
    assert!(refused(&at("dot.png")).starts_with("8×8 pixels are too few"));
    assert!(refused(Path::new("gopher://table")).starts_with("'gopher://table' is no address of a known kind"));
}

#[test]
fn a_missing_camera_names_those_that_exist() {
    let said = refused(Path::new("/dev/video97"));
    assert!(said.starts_with("no camera at /dev/video97: "), "{said}");
    assert_eq!(said, refused(Path::new("97")));
}

#[test]
fn every_frame_of_a_video_comes_with_its_time_and_its_colours() {
    let folder = tempfile::tempdir().unwrap();
    for (name, fourcc) in [("a.avi", ['M', 'J', 'P', 'G']), ("b.mp4", ['m', 'p', '4', 'v'])] {
        let path = folder.path().join(name);
        write_video(&path, fourcc, 40);
        let mut source = open(path.to_str().unwrap(), &Options::default()).unwrap();
        assert_eq!(source.description().pace, Pace::Recorded);
        assert_eq!(source.description().frames_total, Some(40));
        let (frames, flaws) = read_all(&mut *source);
        assert_eq!((frames.len(), flaws), (40, Vec::new()), "{name}");
        for (i, frame) in frames.iter().enumerate() {
            assert_eq!((frame.index, frame.stamp.at_us), (i as u64, i as u64 * 40_000), "{name}");
            let Rgb([r, g, b]) = *frame.image.get_pixel(80, 60);
            let off = r.abs_diff(i as u8 * 5).max(g.abs_diff(20)).max(b.abs_diff(60));
            assert!(off <= 8, "{name} frame {i}: {r} {g} {b}");
        }
    }
}

#[test]
fn a_torn_video_gives_what_it_has_and_says_how_far_it_got() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("torn.avi");
    write_video(&path, ['M', 'J', 'P', 'G'], 40);
    let whole = fs::read(&path).unwrap();
    fs::write(&path, &whole[..whole.len() * 6 / 10]).unwrap();
    let mut source = open(path.to_str().unwrap(), &Options::default()).unwrap();
    let (frames, flaws) = read_all(&mut *source);
    assert!((18..=25).contains(&frames.len()), "{} frames", frames.len());
    let [Flaw::CutShort { got, promised: 40, .. }] = flaws[..] else { panic!("{flaws:?}") };
    assert_eq!(got, frames.len() as u64);
    assert!(source.next().unwrap().is_none());
}

#[test]
fn an_mp4_without_its_index_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("torn.mp4");
    write_video(&path, ['m', 'p', '4', 'v'], 40);
    let whole = fs::read(&path).unwrap();
    fs::write(&path, &whole[..whole.len() / 2]).unwrap();
    assert!(refused(&path).contains("its index is missing"), "{}", refused(&path));
}

/// An element of Matroska: its identifier, the length of its content in eight bytes, its content.
fn element(id: &[u8], content: &[u8]) -> Vec<u8> {
    let length = (content.len() as u64 | 1 << 56).to_be_bytes();
    [id, &length, content].concat()
}

/// A motion JPEG in Matroska whose frames come at the given milliseconds.
fn write_uneven_video(path: &Path, times_ms: &[u16]) {
    let head = [element(&[0x42, 0x82], b"matroska"), element(&[0x42, 0x87], &[4]), element(&[0x42, 0x85], &[2])].concat();
    let info = element(&[0x15, 0x49, 0xA9, 0x66], &element(&[0x2A, 0xD7, 0xB1], &1_000_000_u32.to_be_bytes()));
    let size = [element(&[0xB0], &[WIDTH as u8]), element(&[0xBA], &[HEIGHT as u8])].concat();
    let track = [
        element(&[0xD7], &[1]),
        element(&[0x73, 0xC5], &[1]),
        element(&[0x83], &[1]),
        element(&[0x86], b"V_MJPEG"),
        element(&[0xE0], &size),
    ];
    let tracks = element(&[0x16, 0x54, 0xAE, 0x6B], &element(&[0xAE], &track.concat()));
    let blocks = times_ms.iter().enumerate().map(|(i, ms)| {
        let mut jpeg = Vec::new();
        picture(i as u8 * 5).write_to(&mut std::io::Cursor::new(&mut jpeg), image::ImageFormat::Jpeg).unwrap();
        element(&[0xA3], &[&[0x81], &ms.to_be_bytes()[..], &[0x80], &jpeg].concat())
    });
    let cluster = element(&[0x1F, 0x43, 0xB6, 0x75], &[element(&[0xE7], &[0]), blocks.collect::<Vec<_>>().concat()].concat());
    let segment = element(&[0x18, 0x53, 0x80, 0x67], &[info, tracks, cluster].concat());
    fs::write(path, [element(&[0x1A, 0x45, 0xDF, 0xA3], &head), segment].concat()).unwrap();
}

#[test]
fn uneven_frames_keep_the_times_of_their_container() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("uneven.mkv");
    let times = [0, 40, 80, 300, 340, 900, 933, 1000, 1700];
    write_uneven_video(&path, &times);
    let mut source = open(path.to_str().unwrap(), &Options::default()).unwrap();
    let (frames, flaws) = read_all(&mut *source);
    let read: Vec<u64> = frames.iter().map(|f| f.stamp.at_us / 1000).collect();
    assert_eq!(read, times.map(u64::from));
    assert_eq!(flaws, []);
}

#[test]
fn stills_come_in_the_order_of_their_names_at_their_times() {
    let folder = tempfile::tempdir().unwrap();
    for (name, red) in [("b.png", 2), ("a.png", 1), ("c.png", 3)] {
        picture(red).save(folder.path().join(name)).unwrap();
    }
    fs::write(folder.path().join("notes.txt"), "not a still").unwrap();
    let said = refused(folder.path());
    assert!(said.starts_with("3 stills have no times") && said.contains("--fps"), "{said}");

    let even = Options { fps: Some(4.0), ..Options::default() };
    let (frames, _) = read_all(&mut *open(folder.path().to_str().unwrap(), &even).unwrap());
    assert_eq!(
        frames.iter().map(|f| (f.image.get_pixel(0, 0)[0], f.stamp.at_us)).collect::<Vec<_>>(),
        [(1, 0), (2, 250_000), (3, 500_000)]
    );

    let times = |text: &str| fs::write(folder.path().join("times.csv"), text).unwrap();
    times("file,ms\na.png,0\nb.png, 120.5\nc.png,4000\n");
    let (frames, _) = read_all(&mut *open(folder.path().to_str().unwrap(), &Options::default()).unwrap());
    assert_eq!(frames.iter().map(|f| f.stamp.at_us).collect::<Vec<_>>(), [0, 120_500, 4_000_000]);

    for (text, beginning) in [
        ("file,ms\na.png,0\nb.png,10\n", "1 of the stills have no row (first: c.png)"),
        ("file,ms\na.png,0\nb.png,10\nc.png,5\n", "c.png at 5 ms does not come after b.png at 10 ms"),
        ("file,ms\na.png,0\nc.png,10\nb.png,20\n", "c.png stands out of the order of the names"),
        ("file,ms\na.png,0\nb.png,10\nbb.png,15\nc.png,20\n", "bb.png is not in the folder"),
        ("file,ms\na.png,0\na.png,10\nb.png,15\nc.png,20\n", "a.png stands out of the order of the names, or twice"),
        ("file,ms\na.png,soon\n", "this is not 'file,ms'"),
        ("file,ms\na.png,-4\n", "-4 is no time"),
        ("name,when\na.png,0\n", "this is not 'file,ms'"),
    ] {
        times(text);
        assert!(refused(folder.path()).starts_with(beginning), "{}", refused(folder.path()));
    }
}

#[test]
fn a_torn_still_is_left_out_and_the_others_follow() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["a.png", "b.png", "c.png"] {
        picture(7).save(folder.path().join(name)).unwrap();
    }
    let whole = fs::read(folder.path().join("b.png")).unwrap();
    fs::write(folder.path().join("b.png"), &whole[..whole.len() / 2]).unwrap();
    let options = Options { fps: Some(1.0), ..Options::default() };
    let (frames, flaws) = read_all(&mut *open(folder.path().to_str().unwrap(), &options).unwrap());
    assert_eq!(frames.iter().map(|f| f.index).collect::<Vec<_>>(), [0, 2]);
    assert!(flaws[0].to_string().starts_with("a still cannot be decoded"), "{flaws:?}");
}

#[test]
fn stills_of_two_sizes_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    picture(1).save(folder.path().join("a.png")).unwrap();
    RgbImage::new(200, 100).save(folder.path().join("b.png")).unwrap();
    fs::write(folder.path().join("times.csv"), "file,ms\na.png,0\nb.png,1\n").unwrap();
    assert!(refused(folder.path()).starts_with("frame 1 is 200×100 pixels but the first was 160×120"));
}

/// A camera that gives `give` pictures each time it is plugged in, and fails to open `absent` times in between.
struct Plugged {
    left: u32,
}

impl Feed for Plugged {
    fn picture(&mut self) -> Result<RgbImage, String> {
        self.left = self.left.checked_sub(1).ok_or("unplugged")?;
        Ok(picture(3))
    }
}

#[test]
fn an_unplugged_camera_is_awaited_and_its_time_goes_on() {
    let tries = AtomicU32::new(0);
    let reopen = move || -> Result<Box<dyn Feed>, String> {
        match tries.fetch_add(1, Ordering::Relaxed) {
            0 | 3 => Ok(Box::new(Plugged { left: 2 })),
            _ => Err("no camera".into()),
        }
    };
    let mut live = Live::start("a camera".into(), Some(30.0), reopen).unwrap();
    let mut said = Vec::new();
    let mut stamps = Vec::new();
    while stamps.len() < 4 {
        match live.next().unwrap().unwrap() {
            Event::Frame(frame) => {
                said.push(format!("frame {}", frame.index));
                stamps.push(frame.stamp.at_us);
            }
            Event::Lost { reason, .. } => said.push(reason),
            Event::Back { .. } => said.push("back".into()),
            Event::Flaw(flaw) => panic!("{flaw}"),
        }
    }
    assert_eq!(said, ["frame 0", "frame 1", "unplugged", "no camera", "no camera", "back", "frame 2", "frame 3"]);
    assert!(stamps.is_sorted() && stamps[2] - stamps[1] > 500_000, "{stamps:?}");
}

#[test]
fn a_camera_that_comes_back_with_another_size_is_refused() {
    struct One(u32);
    impl Feed for One {
        fn picture(&mut self) -> Result<RgbImage, String> {
            self.0 += 8;
            Ok(RgbImage::new(self.0, 64))
        }
    }
    let mut live = Live::start("a camera".into(), None, || Ok(Box::new(One(64)) as Box<dyn Feed>)).unwrap();
    assert!(matches!(live.next(), Ok(Some(Event::Frame(_)))));
    assert!(matches!(live.next(), Err(SourceError::SizeChanged { first: (72, 64), now: (80, 64), .. })));
}

/// Serves motion JPEG on loopback: `frames` pictures to each client, then hangs up. Port 0 takes a free one.
fn serve(listener: TcpListener, frames: u8, clients: u32) {
    for client in 0..clients {
        let (stream, _) = listener.accept().unwrap();
        // The reader may hang up first; that ends this client only.
        let _ = send_pictures(stream, frames, client);
    }
}

fn send_pictures(mut stream: TcpStream, frames: u8, client: u32) -> std::io::Result<()> {
    let _ = stream.read(&mut [0; 2048])?;
    write!(stream, "HTTP/1.0 200 OK\r\nContent-Type: multipart/x-mixed-replace; boundary=frame\r\n\r\n")?;
    for i in 0..frames {
        let mut jpeg = Vec::new();
        picture(i + 100 * client as u8).write_to(&mut std::io::Cursor::new(&mut jpeg), image::ImageFormat::Jpeg).unwrap();
        write!(stream, "--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {}\r\n\r\n", jpeg.len())?;
        stream.write_all(&jpeg)?;
        stream.write_all(b"\r\n")?;
        std::thread::sleep(Duration::from_millis(20));
    }
    Ok(())
}

#[test]
fn a_network_camera_that_drops_and_returns_goes_on() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let unplugged = Arc::new(Mutex::new(()));
    let held = unplugged.clone();
    let server = std::thread::spawn(move || {
        serve(listener, 30, 1);
        // Nobody listens until the reader has noticed.
        drop(held.lock().unwrap());
        serve(TcpListener::bind(("127.0.0.1", port)).unwrap(), 40, 1);
    });
    let wait = unplugged.lock().unwrap();
    let mut source = open(&format!("http://127.0.0.1:{port}/video"), &Options::default()).unwrap();
    assert_eq!((source.description().pace, source.description().size), (Pace::Live, (WIDTH, HEIGHT)));
    let mut wait = Some(wait);
    let (mut before, mut after, mut lost) = (0, 0, 0);
    let mut last = None;
    let began = Instant::now();
    while after < 5 {
        assert!(began.elapsed() < Duration::from_secs(60), "{before} frames, {lost} attempts, then {after}");
        match source.next().unwrap().unwrap() {
            Event::Frame(frame) => {
                assert!(Some(frame.stamp) > last, "time went back");
                last = Some(frame.stamp);
                if lost == 0 { before += 1 } else { after += 1 }
            }
            Event::Lost { reason, .. } => {
                assert!(!reason.is_empty() && !reason.contains('\n'));
                lost += 1;
                if lost == 2 {
                    wait = None;
                }
            }
            Event::Back { after_ms } => assert!(after_ms > 50 && wait.is_none()),
            Event::Flaw(flaw) => panic!("{flaw}"),
        }
    }
    assert!(before >= 20, "{before} of 30 frames before the drop");
    drop(source);
    server.join().unwrap();
}

#[test]
fn an_address_that_does_not_answer_is_refused_in_time() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://127.0.0.1:{}/video", listener.local_addr().unwrap().port());
    let began = Instant::now();
    let error = open(&url, &Options::default()).err().unwrap();
    assert!(error.to_string().starts_with(&format!("no stream can be read from {url}")), "{error}");
    assert!(began.elapsed() < Duration::from_secs(20), "{:?}", began.elapsed());
    drop(listener);
}
