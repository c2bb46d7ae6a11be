internal import Hummingbird
internal import HummingbirdCore
internal import RetailValues
internal import Serving

/// Undo and redo of imports: what would happen, and carrying it out.
extension ImportPages {
  static func addReversions(to routes: PageRoutes) {
    for (word, done) in [("undo", "undone"), ("redo", "redone")] {
      let isUndo = word == "undo"
      routes.get("/imports/:number/\(word)") { visit in
        let number = try visit.number("number")
        let words = CommandWords("imports", word).flag("dry-run").argument("\(number)")
        let answer = try await visit.run(ChangeList.page(of: words, visit.query), accepting: [3])
        var values = answer.members
        values["number"] = number
        values["word"] = isUndo ? LocalizedText("Undo") : LocalizedText("Redo")
        values["is_undo"] = isUndo
        values["act"] = "/imports/\(number)/\(word)"
        let (reverted, kept) = totals(answer)
        values["is_stopped"] = reverted == 0 && kept > 0
        values["kinds"] = answer["effects"].elements.map { count -> [String: Any] in
          [
            "kind": shownWords(count["kind"].text).sentence,
            "effect": ImportPages.words(ofEffect: count, isUndo: isUndo, isOfSeveral: true),
            "records": count["records"].numberText,
          ]
        }
        // To people, such a price was changed.
        values["removes_prices"] = answer["effects"].elements.contains { $0["earlier_apply_again"].isTrue }
        values["figures"] = plannedFigures(answer)
        values["closed_movements"] = (answer["closed_period_movements"].integer ?? 0) > 0
        values["closed_number"] = answer["closed_period_movements"].numberText
        values["changes"] = ChangeList.values(
          answer, at: "/imports/\(number)/\(word)", visit.query, file: "/imports/\(number)/\(word).csv"
        ) { listRow($0, isUndo: isUndo) }
        values["has_changes"] = !answer["kinds"].elements.isEmpty
        let title = isUndo ? LocalizedText("Undo import \(number)?") : LocalizedText("Redo import \(number)?")
        return try visit.page("revert", title: title, values)
      }
      routes.post("/imports/:number/\(word)") { visit in
        let number = try visit.number("number")
        let title =
          isUndo ? LocalizedText("Undo of import \(number)") : LocalizedText("Redo of import \(number)")
        let words = CommandWords("imports", word).options("accept", visit.form.all("accept")).argument("\(number)")
        let address = try await visit.site.running.begin(title, for: visit.person.login) {
          let answer = try await visit.run(words.writing, accepting: [3])
          let (reverted, kept) = totals(answer)
          let text = message(number, done, reverted: reverted, kept: kept)
          // Said here, because the page that shows the work as running knows no numbers.
          visit.site.sessions.say(Message(text: text, undo: nil), to: visit.secret)
          return "/imports/\(answer["number"].text ?? "\(number)")"
        }
        return visit.redirect(to: address)
      }
    }
  }

  // MARK: What would happen

  /// The figures of an undo or a redo that is only planned, as the page of it has them once it is done.
  ///
  /// - Parameter answer: what the dry run answered.
  static func plannedFigures(_ answer: JSONValue) -> [[String: Any]] {
    func records(_ outcome: String) -> JSONValue {
      let counts = answer["counts"].elements.filter { $0["outcome"].text == outcome }
      return .integer(Int64(counts.reduce(0) { $0 + ($1["records"].integer ?? 0) }))
    }
    let entry = JSONValue.object([
      "operation": answer["operation"], "reverts": answer["import_number"], "unchanged": records("kept"),
      "rejected": records("blocked"),
    ])
    return figures(.object(["entry": entry, "counts": answer["written"], "movements": answer["movements"]]))
  }

  /// A record of an undo or a redo, with names that people read.
  static func revertedRow(_ record: JSONValue, isUndo: Bool) -> [String: Any] {
    let kind = record["kind"].text
    return [
      "kind": RecordWords.one(kind), "key": shownKey(of: record), "title": record["title"].text ?? "",
      "effect": isPartly(record) ? partly(isUndo: isUndo) : words(ofEffect: record, isUndo: isUndo),
      "reason": reasons(record["reason"].text ?? ""),
      "fields": record["fields"].elements.map { field -> [String: Any] in
        let name = field["field"].text
        let current = RecordWords.value(field["current"].text ?? "–", ofField: name, of: kind)
        let wanted = RecordWords.value(field["wanted"].text ?? "–", ofField: name, of: kind)
        let isSet = field["outcome"].text == "reverted"
        return [
          "field": RecordWords.name(ofField: name),
          "change": isSet ? LocalizedText([current, wanted], separator: " → ") : LocalizedText("stays \(current)"),
        ]
      },
    ]
  }

  /// The same as a row of the template `changes`.
  private static func listRow(_ record: JSONValue, isUndo: Bool) -> [String: Any] {
    let row = revertedRow(record, isUndo: isUndo)
    let fields = (row["fields"] as? [[String: Any]] ?? []).map { field -> [String: Any] in
      ["field": field["field"] ?? "", "before": "", "after": field["change"] ?? ""]
    }
    return row.merging(
      ["line": "", "action": row["kind"] ?? "", "kind": row["effect"] ?? "", "fields": fields]) { $1 }
  }

  /// What a record is known by. That of a line of a document begins with what the document is of: `sale T-12 1`.
  private static func shownKey(of record: JSONValue) -> LocalizedText {
    let key = record["key"].text ?? ""
    guard let kind = record["document_kind"].text, key.hasPrefix("\(kind) ") else {
      return LocalizedText(verbatim: key)
    }
    let rest = LocalizedText(verbatim: String(key.dropFirst(kind.count + 1)))
    return LocalizedText([ImportPages.shownWords(kind), rest], separator: " ")
  }

  /// Whether some fields of a record that is kept or blocked change all the same.
  private static func isPartly(_ record: JSONValue) -> Bool {
    ["kept", "blocked"].contains(record["effect"].text)
      && record["fields"].elements.contains {
        $0["outcome"].text == "reverted" && $0["current"].text != $0["wanted"].text
      }
  }

  private static func partly(isUndo: Bool) -> LocalizedText {
    isUndo ? LocalizedText("will be changed back in part") : LocalizedText("will be changed again in part")
  }

  /// What will become of a record or of a number of them, as people read it.
  ///
  /// - Parameter isOfSeveral: whether some fields may change of those that are kept.
  static func words(ofEffect found: JSONValue, isUndo: Bool, isOfSeveral: Bool = false) -> LocalizedText {
    switch found["effect"].text {
    case "removed": LocalizedText("will be removed")
    case "restored": LocalizedText("will come back")
    case "changed": isUndo ? LocalizedText("will be changed back") : LocalizedText("will be changed again")
    case "moved": isUndo ? LocalizedText("will be taken back") : LocalizedText("will be recorded again")
    case "present": LocalizedText("already there")
    case "kept" where isUndo && isOfSeveral:
      LocalizedText("will be kept, wholly or in part")
    case "kept": isUndo ? LocalizedText("will be kept") : LocalizedText("left as before")
    case "blocked": isUndo ? LocalizedText("blocked, cannot be undone") : LocalizedText("blocked, cannot be redone")
    default: shownWords(found["effect"].text)
    }
  }

  /// Why a record is kept or blocked, without what is said of the command line.
  static func reasons(_ text: String) -> LocalizedText {
    let parts = text.split(separator: "; ").filter { !$0.contains("`") }
    return LocalizedText(parts.map { LocalizedText(said: String($0)) }, separator: "; ")
  }

  // MARK: What came of it

  /// Whether an entry of the list of imports is an undo or a redo.
  static func isReversion(_ entry: JSONValue) -> Bool { entry["reverts"].text != nil }

  /// The numbers of records that an undo or a redo takes back, and of those that it leaves as they are.
  private static func totals(_ answer: JSONValue) -> (reverted: Int, kept: Int) {
    answer["counts"].elements.reduce(into: (reverted: 0, kept: 0)) { totals, count in
      let records = count["records"].integer ?? 0
      if count["outcome"].text == "reverted" { totals.reverted += records } else { totals.kept += records }
    }
  }

  /// What came of an undo or a redo in the list of imports; empty for an import.
  static func result(of entry: JSONValue) -> LocalizedText {
    guard isReversion(entry) else { return LocalizedText(verbatim: "") }
    let reverted = reverted(entry["updated"].integer ?? 0, isUndo: operation(of: entry) == .undo)
    let (kept, blocked) = (entry["unchanged"].integer ?? 0, entry["rejected"].integer ?? 0)
    guard kept > 0 || blocked > 0 else { return reverted }
    return LocalizedText("\(reverted), \(PageNumber.text(kept)) kept, \(PageNumber.text(blocked)) blocked")
  }

  /// A number of records that were undone or redone.
  private static func reverted(_ records: Int, isUndo: Bool) -> LocalizedText {
    isUndo
      ? LocalizedText(count: records, one: "1 record undone", other: "\(PageNumber.text(records)) records undone")
      : LocalizedText(count: records, one: "1 record redone", other: "\(PageNumber.text(records)) records redone")
  }

  /// What came of an undo or a redo.
  ///
  /// - Parameter word: `undone` or `redone`.
  static func message(_ number: Int64, _ word: String, reverted records: Int, kept: Int) -> LocalizedText {
    let (number, isUndo) = (String(number), word == "undone")
    if kept == 0 {
      return isUndo ? LocalizedText("Import \(number) is undone.") : LocalizedText("Import \(number) is redone.")
    }
    if records == 0 {
      let left = LocalizedText(
        count: kept, one: "1 record is kept as before", other: "\(PageNumber.text(kept)) records are kept as before")
      return isUndo
        ? LocalizedText("Nothing of import \(number) was undone: \(left).")
        : LocalizedText("Nothing of import \(number) was redone: \(left).")
    }
    let done = reverted(records, isUndo: isUndo)
    return LocalizedText("Import \(number): \(done), \(PageNumber.text(kept)) kept as before.")
  }
}
