internal import Foundation

/// The network of a client, by which limits for one client are counted.
///
/// It is an IPv4 address, or the first 64 bits of an IPv6 address: a single device may use all addresses that begin
/// with them (RFC 4291, section 2.5.4).
struct ClientNetwork: Hashable, Sendable {
  /// The first twelve bytes of an IPv4 address within IPv6 (RFC 4291, section 2.5.5.2).
  private static let mapped = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]

  /// Such as `192.168.1.20` or `2001:db8:0:1::/64`.
  let name: String

  /// - Parameter address: the address of the other side; any other text is a network of its own.
  static func of(_ address: String) -> ClientNetwork {
    var bytes = [UInt8](repeating: 0, count: 16)
    // After a percent sign, the address names a device of this machine (RFC 4007, section 11).
    guard inet_pton(AF_INET6, String(address.prefix { $0 != "%" }), &bytes) == 1 else {
      return ClientNetwork(name: address)
    }
    guard !bytes.starts(with: mapped) else {
      return ClientNetwork(name: bytes.suffix(4).map { "\($0)" }.joined(separator: "."))
    }
    let groups = stride(from: 0, to: 8, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
    return ClientNetwork(name: groups.map { String($0, radix: 16) }.joined(separator: ":") + "::/64")
  }
}
