internal import Foundation
internal import NIOCore
internal import ProblemKit

/// The names and addresses that a certificate is for.
struct CertificateNames: Equatable, Sendable {
  /// The machine that the server runs on.
  struct Machine: Sendable {
    var name: String
    /// Of all its network devices.
    var addresses: [String]

    /// This machine, at this moment.
    static var current: Machine {
      var name = [CChar](repeating: 0, count: 256)
      // What is cut off has no final zero.
      _ = gethostname(&name, name.count - 1)
      let devices = (try? System.enumerateDevices()) ?? []
      return Machine(
        name: String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self),
        addresses: devices.compactMap { $0.address?.ipAddress })
    }
  }

  /// Names of hosts, in small letters.
  private(set) var hosts: Set<String> = ["localhost"]
  /// Addresses, as inet_ntop(3) writes them.
  private(set) var addresses: Set<String> = []

  /// - Parameters:
  ///   - address: what the server listens on; of all addresses, those of the machine in networks of one's own.
  ///   - names: further names by which browsers reach it, with or without a port.
  /// - Throws: `usage` for a name that no certificate can be for.
  init(listeningOn address: String, hosts names: [String], machine: Machine = .current) throws(Problems) {
    // An authority for a name without a dot could sign for a whole zone of the internet. Another name of the machine has to be
    // given: it may change with the network, and the authority could not sign for the new one.
    let own = Self.isZone(machine.name) ? machine.name + ".local" : machine.name
    if Self.isInOwnZone(own) { _ = insert(own) }
    if Self.isOfAll(address) {
      let isSix = address.contains(":")
      for address in machine.addresses where (isSix || !address.contains(":")) && Self.isOwn(address) {
        _ = insert(address)
      }
    } else {
      _ = insert(address)
    }
    for name in names {
      let host = Self.withoutPort(name)
      guard insert(host) else {
        throw Problems(
          .usage, value: name, "'\(name)' is not a name that a certificate can be for",
          remedy: "Write --host with a name such as till.lan, or an address such as 192.168.1.20.")
      }
      guard !Self.isZone(host) else {
        throw Problems(
          .usage, value: name, "'\(name)' has no dot, and a certificate of the shop's own cannot be for such a name",
          remedy: "Write a name of your network, such as \(host.lowercased()).lan or \(host.lowercased()).local.")
      }
    }
  }

  /// Whether a server that listens on an address listens on all of the machine's.
  static func isOfAll(_ address: String) -> Bool { ["0.0.0.0", "::"].contains(self.address(address) ?? "") }

  /// A name as browsers send it, without its port and without the brackets of an address.
  static func withoutPort(_ name: String) -> String {
    if name.hasPrefix("["), let end = name.firstIndex(of: "]") { return String(name[..<end].dropFirst()) }
    let parts = name.split(separator: ":", omittingEmptySubsequences: false)
    // With more colons, it is an address of IPv6.
    return parts.count == 2 ? String(parts[0]) : name
  }

  /// Adds a name or an address.
  ///
  /// - Returns: false for one that no certificate can be for.
  private mutating func insert(_ name: String) -> Bool {
    if let address = Self.address(name) {
      // One that holds for one network device alone is in no address of a page.
      if !address.hasPrefix("fe80:") { addresses.insert(address) }
      return true
    }
    let name = name.lowercased()
    // Letters of ASCII alone: they become words of x509v3_config(5), where a comma begins the next name.
    let isName =
      name.utf8.count <= 253
      && name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
        (1...63).contains(part.utf8.count)
          && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
      }
    if isName { hosts.insert(name) }
    return isName
  }

  /// Whether a name without a dot may be a zone of the internet, such as `shop`.
  private static func isZone(_ name: String) -> Bool {
    address(name) == nil && !name.contains(".") && !ownZones.contains(name.lowercased())
  }

  /// Whether only a network of one's own gives a name.
  private static func isInOwnZone(_ name: String) -> Bool {
    let name = name.lowercased()
    return ownZones.contains { name == $0 || name.hasSuffix("." + $0) }
  }

  /// Whether only a network of one's own gives an address.
  private static func isOwn(_ address: String) -> Bool {
    let own = bytes(address)
    return ownNetworks.contains { network in
      let parts = network.split(separator: "/").map { bytes(String($0)) }
      return !own.isEmpty && parts[0].count == own.count
        && own.indices.allSatisfy { own[$0] & parts[1][$0] == parts[0][$0] }
    }
  }

  /// The four or sixteen bytes of an address; none for what is not one.
  private static func bytes(_ address: String) -> [UInt8] {
    for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
      var bytes = [UInt8](repeating: 0, count: count)
      if inet_pton(family, address, &bytes) == 1 { return bytes }
    }
    return []
  }

  /// An address as inet_ntop(3) writes it; nil for what is not one.
  private static func address(_ text: String) -> String? {
    (try? SocketAddress(ipAddress: text, port: 0))?.ipAddress
  }

  /// The name or address that people are shown, of a server that listens on an address.
  func shown(listeningOn address: String) -> String {
    guard Self.isOfAll(address) else { return address }
    let others = addresses.filter { !$0.hasPrefix("127.") && $0 != "::1" }.sorted()
    // Networks of shops before those of programs on this machine.
    let usual = ["192.168.", "10."].compactMap { start in others.first { $0.hasPrefix(start) } }.first
    return usual ?? others.first ?? "localhost"
  }

  // MARK: In certificates

  /// For the extension subjectAltName, in the words of x509v3_config(5), one for each name and address.
  var alternatives: [String] { hosts.sorted().map { "DNS:\($0)" } + addresses.sorted().map { "IP:\($0)" } }

  /// Those that no network of one's own gives, in the same words: an authority signs for them only if it was made for them.
  var ofInternet: [String] {
    hosts.filter { !Self.isInOwnZone($0) }.sorted().map { "DNS:\($0)" }
      + addresses.filter { !Self.isOwn($0) }.sorted().map { "IP:\($0)" }
  }

  /// Names that only a network of one's own gives (RFC 6762, RFC 8375, and what is usual).
  private static let ownZones = ["home", "home.arpa", "internal", "lan", "local", "localhost"]
  /// Addresses that only a network of one's own gives (RFC 1918, 3927, 4193, 6598), and the machine's to itself.
  private static let ownNetworks = [
    "10.0.0.0/255.0.0.0", "100.64.0.0/255.192.0.0", "127.0.0.0/255.0.0.0", "169.254.0.0/255.255.0.0",
    "172.16.0.0/255.240.0.0", "192.168.0.0/255.255.0.0", "::1/\(wholeOfSix)", "fc00::/fe00::",
  ]
  private static let wholeOfFour = "255.255.255.255"
  private static let wholeOfSix = Array(repeating: "ffff", count: 8).joined(separator: ":")

  /// For the extension nameConstraints of an authority, in the words of x509v3_config(5): it may sign for these names,
  /// and for those of networks of one's own, so that an address that changes there needs no other authority.
  var constraints: String {
    let names = Set(Self.ownZones).union(hosts).sorted()
    let own = addresses.sorted().map { "\($0)/\($0.contains(":") ? Self.wholeOfSix : Self.wholeOfFour)" }
    let permitted = names.map { "permitted;DNS:\($0)" } + (Self.ownNetworks + own).map { "permitted;IP:\($0)" }
    return "critical," + permitted.joined(separator: ",")
  }
}
