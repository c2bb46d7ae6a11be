/// Looking for lines among those of the review of a count.
extension CountReviewPages {
  /// The text that is looked for; empty without one.
  static func searched(_ visit: Visit) -> String { visit.query["find"] ?? "" }

  /// The lines with the text that is looked for in the code or the title of their item.
  static func found(_ lines: [JSONValue], _ visit: Visit) -> [JSONValue] {
    let text = searched(visit)
    return lines.filter { $0.holds(text, in: ["sku", "title"]) }
  }

  /// What the addresses of other parts of a list keep of the address, each with its `&`.
  static func kept(_ names: [String], _ visit: Visit) -> String {
    names.compactMap { name in
      visit.query[name].flatMap { $0.isEmpty ? nil : "\(name)=\(FormValues.encoded($0))&" }
    }.joined()
  }

  /// The field for the text. While it has one, only a part of the lines is seen, so that the count is not posted there.
  static func showSearch(_ number: String, hasLines: Bool, _ visit: Visit, in values: inout [String: Any]) {
    let text = searched(visit)
    values["search"] = text
    values["is_search"] = !text.isEmpty
    values["has_search"] = hasLines || !text.isEmpty
    values["kept_policy"] = visit.query["uncounted"] ?? ""
    let policy = kept(["uncounted"], visit)
    values["whole"] = CountPages.address(number) + "/review" + (policy.isEmpty ? "" : "?" + String(policy.dropLast()))
  }
}
