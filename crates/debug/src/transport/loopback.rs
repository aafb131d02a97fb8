//! TCP to this machine, without the waits that small messages suffer on it.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use parallax_process::Process;
use tokio::net::TcpStream;

/// Connects to a `host:port`, which must be on this machine.
pub async fn connect(host: &str) -> io::Result<TcpStream> {
    ready(TcpStream::connect(on_this_machine(host)?).await?)
}

/// Connects to a port on the loopback interface of a process, which may be its own.
pub async fn connect_to(process: &mut Process, port: u16) -> io::Result<TcpStream> {
    ready(process.connect(port).await?)
}

/// The port of an address on this machine.
pub fn port(host: &str) -> io::Result<u16> {
    on_this_machine(host).map(|address| address.port())
}

fn ready(stream: TcpStream) -> io::Result<TcpStream> {
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

/// Reads an address of the loopback interface. Names are not looked up, but for `localhost`.
fn on_this_machine(host: &str) -> io::Result<SocketAddr> {
    let local = |port: &str| Some(SocketAddr::from((Ipv4Addr::LOCALHOST, port.parse().ok()?)));
    let address = match host.strip_prefix("localhost:") {
        Some(port) => local(port),
        None => host.parse().ok(),
    };
    let is_loopback = |address: &SocketAddr| match address.ip() {
        IpAddr::V4(ip) => ip.is_loopback(),
        IpAddr::V6(ip) => ip.is_loopback(),
    };
    address.filter(is_loopback).ok_or_else(|| {
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
        for host in ["127.0.0.1:9229", "localhost:9229", "[::1]:9229", "127.3.2.1:9229"] {
            assert_eq!(port(host).unwrap(), 9229, "{host}");
        }
        for other in [
            "10.0.0.1:1",
            "example.org:80",
            "",
            "127.example.org:80",
            "127.0.0.1",
            "127.0.0.1:80@example.org:80",
            "localhost:1.example.org:80",
            "localhost:70000",
            "[::ffff:10.0.0.1]:1",
        ] {
            assert!(port(other).is_err(), "{other}");
        }
    }
}
