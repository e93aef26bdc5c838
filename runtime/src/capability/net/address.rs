//! What an address is: an address in, whether it lies on the open internet out; also where another address
//! is hidden in it.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::str::FromStr;

/// Addresses of the services that hand credentials to machines in a cloud.
const METADATA: [IpAddr; 6] = [
    IpAddr::V4(Ipv4Addr::new(169, 254, 169, 254)),
    IpAddr::V4(Ipv4Addr::new(100, 100, 100, 200)),
    IpAddr::V4(Ipv4Addr::new(192, 0, 0, 192)),
    IpAddr::V4(Ipv4Addr::new(168, 63, 129, 16)),
    IpAddr::V6(Ipv6Addr::new(0xfd00, 0xec2, 0, 0, 0, 0, 0, 0x254)),
    IpAddr::V6(Ipv6Addr::new(0xfd20, 0xce, 0, 0, 0, 0, 0, 0x254)),
];

/// IPv4 addresses that are not on the open internet, by IANA's registry of special-purpose addresses.
const SPECIAL_V4: [(Ipv4Addr, u8, &str); 16] = [
    (Ipv4Addr::new(0, 0, 0, 0), 8, "an address of this machine"),
    (Ipv4Addr::new(10, 0, 0, 0), 8, "a private address"),
    (Ipv4Addr::new(100, 64, 0, 0), 10, "an address of a carrier's network"),
    (Ipv4Addr::new(127, 0, 0, 0), 8, "a loopback address"),
    (Ipv4Addr::new(169, 254, 0, 0), 16, "a link-local address"),
    (Ipv4Addr::new(172, 16, 0, 0), 12, "a private address"),
    (Ipv4Addr::new(192, 0, 0, 0), 24, "a reserved address"),
    (Ipv4Addr::new(192, 0, 2, 0), 24, "an address of documentation"),
    (Ipv4Addr::new(192, 31, 196, 0), 24, "a reserved address"),
    (Ipv4Addr::new(192, 88, 99, 0), 24, "a reserved address"),
    (Ipv4Addr::new(192, 168, 0, 0), 16, "a private address"),
    (Ipv4Addr::new(198, 18, 0, 0), 15, "an address of benchmarks"),
    (Ipv4Addr::new(198, 51, 100, 0), 24, "an address of documentation"),
    (Ipv4Addr::new(203, 0, 113, 0), 24, "an address of documentation"),
    (Ipv4Addr::new(224, 0, 0, 0), 4, "a multicast address"),
    (Ipv4Addr::new(240, 0, 0, 0), 4, "a reserved address"),
];

/// The same of IPv6, inside of the global range `2000::/3`; all else is not global.
const SPECIAL_V6: [(Ipv6Addr, u8, &str); 4] = [
    (Ipv6Addr::new(0x2001, 0, 0, 0, 0, 0, 0, 0), 23, "a reserved address"),
    (Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 0), 32, "an address of documentation"),
    (Ipv6Addr::new(0x2620, 0x4f, 0x8000, 0, 0, 0, 0, 0), 48, "a reserved address"),
    (Ipv6Addr::new(0x3fff, 0, 0, 0, 0, 0, 0, 0), 20, "an address of documentation"),
];

/// Why an address is not reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// It hands out credentials
    Metadata,
    /// It is not on the open internet
    Special(&'static str),
}

impl Fault {
    /// What it is, in a sentence.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Fault::Metadata => "the metadata service of a cloud",
            Fault::Special(name) => name,
        }
    }

    pub(crate) fn reason(self) -> &'static str {
        match self {
            Fault::Metadata => "net.metadata",
            Fault::Special(_) => "net.resolved_ip",
        }
    }
}

/// A block of addresses: `10.0.0.0/8`, or one address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    start: IpAddr,
    bits: u8,
}

/// Blocks of addresses that an operator allows though they are not on the open internet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ranges(pub Vec<Range>);

impl Range {
    /// Whether the address lies in it.
    pub fn contains(&self, address: IpAddr) -> bool {
        let same = |a: u128, b: u128, width: u8| {
            let shift = u32::from(width - self.bits.min(width));
            a.checked_shr(shift).unwrap_or(0) == b.checked_shr(shift).unwrap_or(0)
        };
        match (self.start, address) {
            (IpAddr::V4(start), IpAddr::V4(address)) => same(start.to_bits().into(), address.to_bits().into(), 32),
            (IpAddr::V6(start), IpAddr::V6(address)) => same(start.to_bits(), address.to_bits(), 128),
            _ => false,
        }
    }

    fn is_single(&self) -> bool {
        self.bits == if self.start.is_ipv4() { 32 } else { 128 }
    }
}

impl FromStr for Range {
    type Err = String;

    fn from_str(text: &str) -> Result<Range, String> {
        let fault = || format!("`{}` is no block of addresses such as `10.0.0.0/8`", text.escape_debug());
        let (start, bits) = text.split_once('/').map_or((text, None), |(start, bits)| (start, Some(bits)));
        let start: IpAddr = start.parse().map_err(|_| fault())?;
        let most = if start.is_ipv4() { 32 } else { 128 };
        let bits = match bits {
            None => most,
            Some(bits) => bits.parse::<u8>().ok().filter(|bits| *bits <= most).ok_or_else(fault)?,
        };
        Ok(Range { start, bits })
    }
}

/// Why the address is not reached; none when it is on the open internet, or allowed.
///
/// A metadata service is allowed only by its very address, not by a block around it.
pub(crate) fn fault(address: IpAddr, allowed: &Ranges) -> Option<Fault> {
    let address = match address {
        IpAddr::V6(v6) => v6.to_ipv4_mapped().map_or(address, IpAddr::V4),
        IpAddr::V4(_) => address,
    };
    let found = class(address)?;
    let lifted =
        allowed.0.iter().any(|range| range.contains(address) && (found != Fault::Metadata || range.is_single()));
    if lifted { None } else { Some(found) }
}

fn class(address: IpAddr) -> Option<Fault> {
    if METADATA.contains(&address) {
        return Some(Fault::Metadata);
    }
    match address {
        IpAddr::V4(address) => {
            let block = |start: Ipv4Addr, bits| Range { start: IpAddr::V4(start), bits }.contains(IpAddr::V4(address));
            SPECIAL_V4.iter().find(|(start, bits, _)| block(*start, *bits)).map(|(_, _, name)| Fault::Special(name))
        }
        IpAddr::V6(address) => class_v6(address),
    }
}

fn class_v6(address: Ipv6Addr) -> Option<Fault> {
    // The compatible form would read these two as other addresses.
    match address {
        Ipv6Addr::LOCALHOST => return Some(Fault::Special("a loopback address")),
        Ipv6Addr::UNSPECIFIED => return Some(Fault::Special("an address of this machine")),
        _ => {}
    }
    let hidden: Vec<Fault> = hidden(address).filter_map(|v4| class(IpAddr::V4(v4))).collect();
    if hidden.contains(&Fault::Metadata) {
        return Some(Fault::Metadata);
    }
    if let Some(fault) = hidden.first() {
        return Some(*fault);
    }
    let block = |start: Ipv6Addr, bits| Range { start: IpAddr::V6(start), bits }.contains(IpAddr::V6(address));
    // NAT64 stands for the IPv4 address in it, which was judged.
    if block(Ipv6Addr::new(0x64, 0xff9b, 0, 0, 0, 0, 0, 0), 96) {
        return None;
    }
    if !block(Ipv6Addr::new(0x2000, 0, 0, 0, 0, 0, 0, 0), 3) {
        return Some(Fault::Special(match address {
            _ if address.is_unique_local() => "a private address",
            _ if address.is_unicast_link_local() => "a link-local address",
            _ if address.is_multicast() => "a multicast address",
            _ => "a reserved address",
        }));
    }
    SPECIAL_V6.iter().find(|(start, bits, _)| block(*start, *bits)).map(|(_, _, name)| Fault::Special(name))
}

/// The IPv4 addresses that tunnels and translators would read out of an IPv6 address.
fn hidden(address: Ipv6Addr) -> impl Iterator<Item = Ipv4Addr> {
    let [a, b, c, d, e, f, ..] = address.segments();
    let bits = address.to_bits();
    // The four bytes that end `shift` bits from the right.
    let at = |shift: u32| Ipv4Addr::from_bits(u32::try_from((bits >> shift) & 0xffff_ffff).unwrap_or_default());
    let last = at(0);
    let zeros = [a, b, c, d] == [0; 4];
    let found = [
        // Mapped, translated and compatible addresses
        (zeros && (e == 0 && f == 0xffff || e == 0xffff && f == 0 || e == 0 && f == 0)).then_some(last),
        // NAT64, its well-known and its local prefix
        (a == 0x64 && b == 0xff9b).then_some(last),
        // 6to4
        (a == 0x2002).then(|| at(80)),
        // Teredo: the server, and the client with its bits turned
        (a == 0x2001 && b == 0).then(|| at(64)),
        (a == 0x2001 && b == 0).then(|| Ipv4Addr::from_bits(!last.to_bits())),
        // ISATAP
        (f == 0x5efe && matches!(e, 0 | 0x200)).then_some(last),
    ];
    found.into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(address: &str) -> Option<&'static str> {
        fault(address.parse().unwrap(), &Ranges::default()).map(Fault::name)
    }

    #[test]
    fn addresses_of_the_open_internet_are_reached() {
        for address in
            ["93.184.216.34", "8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8", "2002:808:808::1"]
        {
            assert_eq!(named(address), None, "{address}");
        }
    }

    #[test]
    fn all_others_are_not_however_they_are_written() {
        for (address, wanted) in [
            ("127.0.0.1", "loopback"),
            ("127.255.255.254", "loopback"),
            ("0.0.0.0", "this machine"),
            ("10.1.2.3", "private"),
            ("172.31.255.255", "private"),
            ("192.168.0.1", "private"),
            ("100.64.0.1", "carrier"),
            ("169.254.1.1", "link-local"),
            ("224.0.0.1", "multicast"),
            ("255.255.255.255", "reserved"),
            ("198.19.0.1", "benchmarks"),
            ("169.254.169.254", "metadata"),
            ("100.100.100.200", "metadata"),
            ("168.63.129.16", "metadata"),
            ("fd00:ec2::254", "metadata"),
            ("::1", "loopback"),
            ("::", "this machine"),
            ("::127.0.0.1", "loopback"),
            ("::ffff:10.0.0.1", "private"),
            ("::ffff:0:10.0.0.1", "private"),
            ("64:ff9b::169.254.169.254", "metadata"),
            ("64:ff9b:1::10.0.0.1", "private"),
            ("64:ff9b:1::8.8.8.8", "reserved"),
            ("2002:7f00:1::", "loopback"),
            ("2001:0:a00:1::", "private"),
            ("2001:0:808:808:0:0:80ff:fffe", "loopback"),
            ("2001:0:808:808::f7f7:f7f7", "reserved"),
            ("2606:4700::200:5efe:10.0.0.1", "private"),
            ("fe80::1", "link-local"),
            ("fc00::1", "private"),
            ("fec0::1", "reserved"),
            ("ff02::1", "multicast"),
            ("2001:db8::1", "documentation"),
            ("3fff::1", "documentation"),
            ("5f00::1", "reserved"),
        ] {
            assert!(named(address).is_some_and(|name| name.contains(wanted)), "{address}: {:?}", named(address));
        }
    }

    #[test]
    fn an_operator_allows_blocks_and_a_metadata_service_only_by_name() {
        let ranges = |texts: &[&str]| Ranges(texts.iter().map(|text| text.parse().unwrap()).collect());
        let open = |address: &str, allowed: &[&str]| fault(address.parse().unwrap(), &ranges(allowed)).is_none();
        assert!(open("127.0.0.1", &["127.0.0.0/8"]) && open("::ffff:127.0.0.1", &["127.0.0.1"]));
        assert!(!open("127.0.0.1", &["10.0.0.0/8", "::/0"]) && !open("::1", &["127.0.0.0/8"]));
        assert!(!open("169.254.169.254", &["0.0.0.0/0"]) && open("169.254.169.254", &["169.254.169.254"]));
        for text in ["10.0.0.0/33", "10.0.0", "x", "10.0.0.0/", "/8", ""] {
            assert!(text.parse::<Range>().is_err(), "{text}");
        }
    }
}
