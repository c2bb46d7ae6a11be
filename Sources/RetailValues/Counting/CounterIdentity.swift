/// Who counted, as the rules of counts compare names: without spaces around them, and with `A` to `Z` as `a` to `z`.
///
/// A count knows its counters by name alone. This is what `lower(trim(counter))` is in the database, which compares the bytes of
/// the names: `é` as one character is not `é` as a letter with an accent.
///
/// ```swift
/// CounterIdentity(" Mia") == CounterIdentity("mia")   // true
/// ```
public struct CounterIdentity: Hashable, Sendable {
  private let bytes: [UInt8]

  public init(_ name: String) {
    var bytes = Array(name.utf8.drop { $0 == 0x20 })
    while bytes.last == 0x20 { bytes.removeLast() }
    self.bytes = bytes.map { byte in (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
  }

  /// The name as it is compared.
  public var text: String { String(decoding: bytes, as: UTF8.self) }
}
