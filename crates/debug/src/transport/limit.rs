//! How long a message may be, on any transport. It is checked before memory is taken, and memory is taken only for
//! what has come.

use std::io;

use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncRead, AsyncReadExt};

use super::closed;

/// No debugger has as much to say at once; a longer length is not a length.
pub const MAX_MESSAGE: usize = 256 << 20;

/// Reads a message whose length is known.
pub async fn read_message<S: AsyncRead + Unpin>(
    stream: &mut S,
    length: usize,
) -> io::Result<Vec<u8>> {
    if length > MAX_MESSAGE {
        return Err(not_a_length(&length));
    }
    let mut message = Vec::new();
    stream.take(length as u64).read_to_end(&mut message).await.map_err(|_| closed())?;
    if message.len() < length { Err(closed()) } else { Ok(message) }
}

/// Reads on until a NUL byte or the limit. What has come stays in `message` if this is given up in the middle.
pub async fn read_to_nul<S: AsyncBufRead + Unpin>(
    stream: &mut S,
    message: &mut Vec<u8>,
    limit: usize,
) -> io::Result<()> {
    let rest = (limit + 1).saturating_sub(message.len());
    stream.take(rest as u64).read_until(0, message).await?;
    match message.last() {
        Some(0) => Ok(()),
        _ if message.len() > limit => {
            message.clear();
            let problem = format!("a message of more than {limit} bytes");
            Err(io::Error::new(io::ErrorKind::InvalidData, problem))
        }
        _ => Err(closed()),
    }
}

/// The error for a peer that sends something else than a length.
pub fn not_a_length(sent: &dyn std::fmt::Debug) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("not a message length: {sent:?}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn to_nul(bytes: &[u8]) -> Result<Vec<u8>, io::ErrorKind> {
        let (mut stream, mut message) = (bytes, Vec::new());
        read_to_nul(&mut stream, &mut message, 4).await.map_err(|error| error.kind())?;
        Ok(message)
    }

    #[tokio::test]
    async fn a_message_without_an_end_is_given_up_at_the_limit() {
        assert_eq!(to_nul(b"abcd\0").await.unwrap(), b"abcd\0");
        assert_eq!(to_nul(b"abcde\0").await, Err(io::ErrorKind::InvalidData));
        assert_eq!(to_nul(b"abc").await, Err(io::ErrorKind::UnexpectedEof));
        let mut endless = tokio::io::BufReader::new(tokio::io::repeat(b'a'));
        let mut message = Vec::new();
        let error = read_to_nul(&mut endless, &mut message, 1 << 20).await.unwrap_err();
        assert_eq!(
            (error.kind(), message.capacity() <= 4 << 20),
            (io::ErrorKind::InvalidData, true)
        );
    }

    #[tokio::test]
    async fn no_memory_is_taken_for_a_length_alone() {
        let mut short: &[u8] = b"abc";
        let error = read_message(&mut short, MAX_MESSAGE).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof);
        let error = read_message(&mut short, MAX_MESSAGE + 1).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::InvalidData);
        let mut long: &[u8] = b"abcdef";
        assert_eq!(read_message(&mut long, 3).await.unwrap(), b"abc");
    }
}
