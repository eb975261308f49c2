use std::fs;
use std::path::{Path, PathBuf};

/// A video device of this machine.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct CameraInfo {
    /// Such as `/dev/video0`.
    pub path: PathBuf,
    /// What its driver calls it.
    pub name: String,
}

/// The capture devices that the kernel lists, by number. A camera's metadata nodes are left out.
pub fn cameras() -> Vec<CameraInfo> {
    cameras_under(Path::new("/sys/class/video4linux"), Path::new("/dev"))
}

fn cameras_under(class: &Path, dev: &Path) -> Vec<CameraInfo> {
    let mut found: Vec<(u32, CameraInfo)> = Vec::new();
    for entry in fs::read_dir(class).into_iter().flatten().flatten() {
        let node = entry.file_name().to_string_lossy().into_owned();
        let Some(number) = node.strip_prefix("video").and_then(|n| n.parse().ok()) else { continue };
        // A UVC camera's second node carries metadata, not pictures; its index says so.
        let index = fs::read_to_string(entry.path().join("index")).unwrap_or_default();
        let path = dev.join(&node);
        if !matches!(index.trim(), "" | "0") || !path.exists() {
            continue;
        }
        let name = fs::read_to_string(entry.path().join("name")).unwrap_or_default().trim().to_owned();
        found.push((number, CameraInfo { path, name }));
    }
    found.sort_by_key(|(number, _)| *number);
    found.into_iter().map(|(_, camera)| camera).collect()
}

/// The driver's name of a device.
pub(super) fn name_of(path: &Path) -> Option<String> {
    let real = path.canonicalize().ok()?;
    cameras().into_iter().find(|c| c.path == real).map(|c| c.name).filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cameras_come_by_number_without_metadata_nodes() {
        let root = tempfile::tempdir().unwrap();
        let (class, dev) = (root.path().join("class"), root.path().join("dev"));
        fs::create_dir_all(&dev).unwrap();
        for (node, name, index) in [("video10", "Desk", "0"), ("video2", "Table", "0"), ("video3", "Table", "1"), ("vbi0", "TV", "0")] {
            fs::create_dir_all(class.join(node)).unwrap();
            fs::write(class.join(node).join("name"), format!("{name}\n")).unwrap();
            fs::write(class.join(node).join("index"), format!("{index}\n")).unwrap();
            fs::write(dev.join(node), "").unwrap();
        }
        let found: Vec<String> = cameras_under(&class, &dev).into_iter().map(|c| c.name).collect();
        assert_eq!(found, ["Table", "Desk"]);
        assert!(cameras_under(&root.path().join("absent"), &dev).is_empty());
    }
}
