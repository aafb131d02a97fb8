//! Files that confined children have written: read without following links, removed however they are nested.
//!
//! A child may put a link, a pipe or a device where a file is expected, change folders to links at any moment, and nest
//! folders deeper than paths are long. So everything goes by descriptors, one or two at a time.

use std::ffi::{CStr, CString, OsStr};
use std::fs::File;
use std::io::{self, Read};
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use rustix::fs::{
    AtFlags, CWD, Dir, FileType, Gid, Mode, OFlags, ResolveFlags, Uid, chmod, chownat, fstat,
    openat, openat2, renameat, statat, unlinkat,
};

/// Reads a file below a folder. Where a link, something that is no file, or more than so many bytes are found, that is an
/// error of kind `InvalidData`.
pub fn read_below(folder: &Path, file: &Path, most: u64) -> io::Result<Vec<u8>> {
    let odd = |problem: &str| {
        let problem = format!("{} {problem}", file.display());
        io::Error::new(io::ErrorKind::InvalidData, problem)
    };
    let root = openat(CWD, folder, OFlags::PATH | OFlags::CLOEXEC, Mode::empty())?;
    // A pipe would be waited for when it is opened.
    let flags = OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NONBLOCK | OFlags::NOCTTY;
    let inside = ResolveFlags::BENEATH | ResolveFlags::NO_SYMLINKS | ResolveFlags::NO_MAGICLINKS;
    let opened = match openat2(&root, file, flags, Mode::empty(), inside) {
        Err(rustix::io::Errno::LOOP | rustix::io::Errno::XDEV) => {
            return Err(odd("is reached by a link"));
        }
        opened => opened?,
    };
    if FileType::from_raw_mode(fstat(&opened)?.st_mode) != FileType::RegularFile {
        return Err(odd("is no file"));
    }
    let mut bytes = Vec::new();
    File::from(opened).take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        Err(odd(&format!("has more than {most} bytes")))
    } else {
        Ok(bytes)
    }
}

/// A folder that is not reached by a link, opened.
fn open_folder(at: BorrowedFd<'_>, name: &CStr) -> rustix::io::Result<OwnedFd> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    openat(at, name, flags, Mode::empty())
}

/// The names in a folder.
fn names(folder: &OwnedFd) -> rustix::io::Result<Vec<CString>> {
    let entries = Dir::read_from(folder)?;
    let names = entries.map(|entry| entry.map(|it| it.file_name().to_owned()));
    let names: Vec<CString> = names.collect::<Result<_, _>>()?;
    Ok(names.into_iter().filter(|name| !matches!(name.to_bytes(), b"." | b"..")).collect())
}

/// Whether a name is that of a folder, and not of a link to one.
fn is_folder(at: BorrowedFd<'_>, name: &CStr) -> rustix::io::Result<bool> {
    let about = statat(at, name, AtFlags::SYMLINK_NOFOLLOW)?;
    Ok(FileType::from_raw_mode(about.st_mode) == FileType::Directory)
}

/// Gives a folder with all that is in it to a user.
pub(crate) fn give(path: &Path, user: u32) -> io::Result<()> {
    let (user, group) = (Uid::from_raw(user), Gid::from_raw(user));
    let whom = |at: BorrowedFd<'_>, name: &CStr| {
        chownat(at, name, Some(user), Some(group), AtFlags::SYMLINK_NOFOLLOW)
    };
    let mut left = vec![openat(
        CWD,
        path,
        OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC,
        Mode::empty(),
    )?];
    rustix::fs::fchown(&left[0], Some(user), Some(group))?;
    while let Some(folder) = left.pop() {
        for name in names(&folder)? {
            whom(folder.as_fd(), name.as_c_str())?;
            // What a child that runs already has changed meanwhile is its own.
            if is_folder(folder.as_fd(), &name).unwrap_or(false)
                && left.len() < MAX_OPEN
                && let Ok(inner) = open_folder(folder.as_fd(), &name)
            {
                left.push(inner);
            }
        }
    }
    Ok(())
}

/// How many folders are open at a time; what we make has fewer.
const MAX_OPEN: usize = 64;

/// Removes a folder with all that is in it. Folders in it are first brought to its top, so that none is ever deep.
pub(crate) fn remove(path: &Path) -> io::Result<()> {
    let Some((parent, name)) = path.parent().zip(path.file_name()) else {
        return Err(io::ErrorKind::InvalidInput.into());
    };
    let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let parent = openat(CWD, parent, flags, Mode::empty())?;
    let name = CString::new(name.as_bytes())?;
    if !is_folder(parent.as_fd(), &name)? {
        return Ok(unlinkat(&parent, &name, AtFlags::empty())?);
    }
    let root = open_own(parent.as_fd(), &name)?;
    let mut moved = 0_u64;
    loop {
        let inside = names(&root)?;
        if inside.is_empty() {
            break;
        }
        for name in inside {
            if is_folder(root.as_fd(), &name)? {
                let folder = open_own(root.as_fd(), &name)?;
                empty(&folder, &root, &mut moved)?;
                unlinkat(&root, &name, AtFlags::REMOVEDIR)?;
            } else {
                unlinkat(&root, &name, AtFlags::empty())?;
            }
        }
    }
    Ok(unlinkat(&parent, &name, AtFlags::REMOVEDIR)?)
}

/// Opens a folder that may have been closed to its owner.
fn open_own(at: BorrowedFd<'_>, name: &CStr) -> rustix::io::Result<OwnedFd> {
    let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let found = openat(at, name, flags, Mode::empty())?;
    // By its descriptor, which stands for nothing else, whatever the name stands for by now.
    let _not_ours = chmod(format!("/proc/self/fd/{}", found.as_raw_fd()), Mode::RWXU);
    open_folder(at, name)
}

/// Removes the files of a folder and moves its folders to the root, under names that nobody has.
fn empty(folder: &OwnedFd, root: &OwnedFd, moved: &mut u64) -> rustix::io::Result<()> {
    for name in names(folder)? {
        if is_folder(folder.as_fd(), &name)? {
            // To move a folder changes what is above it in it.
            let _not_ours = open_own(folder.as_fd(), &name)?;
            loop {
                *moved += 1;
                let to = format!(".parallax-{moved}");
                if statat(root, &*to, AtFlags::SYMLINK_NOFOLLOW).is_err() {
                    renameat(folder, &name, root, OsStr::new(&to))?;
                    break;
                }
            }
        } else {
            unlinkat(folder, &name, AtFlags::empty())?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixListener;

    use super::*;

    fn kind(folder: &Path, file: &str) -> io::ErrorKind {
        read_below(folder, Path::new(file), 10).unwrap_err().kind()
    }

    #[test]
    fn only_files_below_the_folder_are_read_and_no_link_is_followed() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("folder");
        fs::create_dir_all(folder.join("in")).unwrap();
        fs::write(place.path().join("secret"), "secret").unwrap();
        fs::write(folder.join("in/file"), "0123456789").unwrap();
        fs::write(folder.join("large"), "0123456789a").unwrap();
        symlink("../secret", folder.join("link")).unwrap();
        symlink("in/file", folder.join("inner-link")).unwrap();
        symlink(place.path(), folder.join("folder-link")).unwrap();
        let made = std::process::Command::new("mkfifo").arg(folder.join("pipe")).status();
        assert!(made.unwrap().success());
        let _socket = UnixListener::bind(folder.join("socket")).unwrap();
        assert_eq!(read_below(&folder, Path::new("in/file"), 10).unwrap(), b"0123456789");
        let odd = ["link", "inner-link", "folder-link/secret", "pipe", "in", "large", "../secret"];
        for file in odd {
            assert_eq!(kind(&folder, file), io::ErrorKind::InvalidData, "{file}");
        }
        assert!(read_below(&folder, Path::new("socket"), 10).is_err());
        assert_eq!(kind(&folder, "missing"), io::ErrorKind::NotFound);
        assert_eq!(kind(Path::new("/"), "dev/zero"), io::ErrorKind::InvalidData);
    }

    /// Folders below each other, deeper than a path is long, made as a hostile child makes them.
    fn nested(depth: usize) -> tempfile::TempDir {
        let place = tempfile::tempdir().unwrap();
        let mut at =
            openat(CWD, place.path(), OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty()).unwrap();
        for _ in 0..depth {
            rustix::fs::mkdirat(&at, "deeper", Mode::RWXU).unwrap();
            at = openat(&at, "deeper", OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty()).unwrap();
        }
        place
    }

    #[test]
    fn folders_nested_deeper_than_paths_are_long_are_removed() {
        let place = nested(3000);
        remove(place.path()).unwrap();
        assert!(!place.path().exists());
    }

    #[test]
    fn what_is_closed_to_its_owner_is_removed_and_what_links_lead_to_is_not() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("folder");
        fs::create_dir_all(folder.join("a/b/.parallax-1")).unwrap();
        fs::create_dir_all(folder.join(".parallax-1/c")).unwrap();
        fs::write(place.path().join("kept"), "kept").unwrap();
        fs::write(folder.join("a/b/file"), "").unwrap();
        symlink(place.path(), folder.join("a/link")).unwrap();
        symlink(place.path().join("kept"), folder.join("link")).unwrap();
        for closed in ["a/b", "a"] {
            let none = <fs::Permissions as std::os::unix::fs::PermissionsExt>::from_mode(0o000);
            fs::set_permissions(folder.join(closed), none).unwrap();
        }
        remove(&folder).unwrap();
        assert!(!folder.exists());
        assert_eq!(fs::read_to_string(place.path().join("kept")).unwrap(), "kept");
    }

    #[test]
    fn a_folder_is_given_with_what_is_in_it_and_nothing_that_links_lead_to() {
        use std::os::unix::fs::MetadataExt;
        if !rustix::process::geteuid().is_root() {
            return; // nobody else can give anything away
        }
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("folder");
        fs::create_dir_all(folder.join("in")).unwrap();
        fs::write(folder.join("in/file"), "").unwrap();
        fs::create_dir(place.path().join("kept")).unwrap();
        fs::write(place.path().join("kept/file"), "").unwrap();
        symlink(place.path().join("kept"), folder.join("in/link")).unwrap();
        give(&folder, 77).unwrap();
        let owner = |path: &str| fs::symlink_metadata(place.path().join(path)).unwrap().uid();
        assert_eq!(["folder", "folder/in", "folder/in/file", "folder/in/link"].map(owner), [77; 4]);
        assert_eq!(["kept", "kept/file"].map(owner), [0; 2]);
        assert!(give(&folder.join("in/link"), 77).is_err());
    }
}
