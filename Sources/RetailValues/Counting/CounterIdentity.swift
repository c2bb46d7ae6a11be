/// Who counted, as the rules of counts compare names: without spaces around them, and with `A` to `Z` as `a` to `z`.
///
/// A count knows its counters by name alone. This is what `lower(trim(counter))` is in the database.
///
/// ```swift
/// CounterIdentity(" Mia") == CounterIdentity("mia")   // true
/// ```
public struct CounterIdentity: Hashable, Sendable {
  /// The name as it is compared.
  public let text: String

  public init(_ name: String) {
    var bytes = Array(name.utf8.drop { $0 == 0x20 })
    while bytes.last == 0x20 { bytes.removeLast() }
    let lowered = bytes.map { byte in (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
    text = String(decoding: lowered, as: UTF8.self)
  }
}
