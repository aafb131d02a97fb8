//! TCP to this machine, without the waits that small messages suffer on it.

use std::io;

use tokio::net::TcpStream;

/// Connects to a `host:port`, which must be on this machine.
pub async fn connect(host: &str) -> io::Result<TcpStream> {
    let stream = TcpStream::connect(on_this_machine(host)?).await?;
    stream.set_nodelay(true)?;
    acknowledge_at_once(&stream);
    Ok(stream)
}

/// Debuggers write a reply and an event as two small segments without TCP_NODELAY. With delayed
/// acknowledgement on our side each such pair costs 40 ms; the kernel forgets this option, so it
/// is set again after every read. Where it cannot be set, replies are only slow.
pub fn acknowledge_at_once(stream: &TcpStream) {
    let _ = rustix::net::sockopt::set_tcp_quickack(stream, true);
}

fn on_this_machine(host: &str) -> io::Result<&str> {
    let local = ["127.", "localhost:", "[::1]:"].iter().any(|local| host.starts_with(local));
    local.then_some(host).ok_or_else(|| {
        io::Error::new(
            io::ErrorKind::InvalidInput,
            format!("{host:?} is not a port on the loopback interface"),
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_loopback_addresses_are_taken() {
        for host in ["127.0.0.1:9229", "localhost:1", "[::1]:1"] {
            assert_eq!(on_this_machine(host).unwrap(), host);
        }
        for other in ["10.0.0.1:1", "example.org:80", ""] {
            assert!(on_this_machine(other).is_err(), "{other}");
        }
    }
}
