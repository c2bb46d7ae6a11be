/// Fifty rows of a list, with the addresses of those before and after them.
struct Slice {
  static let length = 50

  let rows: [JSONValue]
  /// The values for a template: `place`, `previous` and `next`.
  let values: [String: Any]

  /// - Parameters:
  ///   - from: the number of the first row, counted from 1, as the address has it.
  ///   - address: the address of the list, to which `from=51` is added.
  ///   - name: the name that the number has in the address.
  ///   - anchor: the part of the page with the list; nil for all of it.
  init(_ all: [JSONValue], from text: String?, address: String, name: String = "from", anchor: String? = nil) {
    let from = max(text.flatMap { Int($0) } ?? 1, 1)
    let start = min(from - 1, max(all.count - 1, 0))
    rows = Array(all.dropFirst(start).prefix(Self.length))
    let end = start + rows.count
    func link(_ number: Int) -> String {
      "\(address)\(address.contains("?") ? "&" : "?")\(name)=\(number)\(anchor.map { "#\($0)" } ?? "")"
    }
    values = [
      "place": all.isEmpty
        ? LocalizedText(verbatim: "")
        : LocalizedText(
          "\(PageNumber.text(start + 1)) to \(PageNumber.text(end)) of \(PageNumber.text(all.count))"),
      "previous": start > 0 ? link(max(start - Self.length, 0) + 1) : false as Any,
      "next": end < all.count ? link(end + 1) : false as Any,
    ]
  }
}
