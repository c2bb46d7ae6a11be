extension CountEntryPages {
  /// What a form or an address says of the item that is being counted.
  struct Entry {
    /// The way of counting: by scans unless it is one of the lists.
    enum Way: String { case scan, list, recounts }

    var way: Way
    /// The item's code.
    var item: String
    var quantity: String
    /// Whether the quantity is as it was typed, because it can mean two.
    var isUnread = false
    /// What the page put into the field of the quantity; `none` for nothing.
    var shown: String
    var note: String
    /// The code that was scanned or typed while this item was counted, and that comes next; empty for none.
    var scanned: String
    /// How many items of the list were passed over.
    var skip: Int
    /// Whether an earlier entry is corrected.
    var isChange: Bool
    /// The name of the entry that could not be entered and is entered again; empty for none.
    var again: String
    /// The name of the one that was entered again just now, which a device may still keep; empty for none.
    var entered = ""

    init(_ fields: FormValues) {
      way = fields["way"].flatMap { Way(rawValue: $0) } ?? .scan
      item = fields["item"] ?? ""
      (quantity, shown) = (fields["quantity"] ?? "", fields["shown-number"] ?? "")
      note = fields["note"] ?? ""
      scanned = fields["code"] ?? ""
      skip = fields.number("skip")
      isChange = fields["change"] != nil
      again = fields["again"] ?? ""
    }

    /// The same way of counting, at an earlier entry that is to be corrected.
    func changing(_ code: String) -> Entry {
      var entry = self
      (entry.item, entry.quantity, entry.note, entry.isChange, entry.again) = (code, "", "", true, "")
      entry.shown = ""
      return entry
    }

    /// The address of the page that shows it.
    func address(_ place: Place) -> String {
      let parts = [
        ("way", way == .scan ? "" : way.rawValue), ("item", item), ("quantity", quantity), ("note", note),
        ("code", scanned),
        ("skip", skip == 0 ? "" : "\(skip)"), ("change", isChange ? "1" : ""),
        ("again", again), ("entered", entered),
      ].filter { !$0.1.isEmpty }.map { "\($0.0)=\(FormValues.encoded($0.1))" }
      return place.address + (parts.isEmpty ? "" : "?" + parts.joined(separator: "&"))
    }
  }
}
