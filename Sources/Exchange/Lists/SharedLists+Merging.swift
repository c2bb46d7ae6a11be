internal import RetailValues

/// The merged changes of two people to the same list.
public struct ListMerge: Sendable {
  public enum Side: String, Hashable, Sendable, CaseIterable {
    case mine, theirs
  }

  /// Something that both changed, each otherwise.
  public struct Conflict: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable {
      /// A field with two new values.
      case edited
      /// Changed by one and taken out by the other.
      case editedAndDeleted = "edited-and-deleted"
    }
    public let kind: Kind
    public let list: String
    /// The code of the item; nil when the list itself is concerned.
    public let item: String?
    /// The title for people.
    public let title: String
    /// The field with two values; nil where one side took the whole out.
    public let field: String?
    /// The values; nil for none, and for what was taken out.
    public let base: String?
    public let mine: String?
    public let theirs: String?
    /// The value in the merged list.
    public let merged: String?
  }

  public private(set) var merged = SharedLists()
  /// In order of lists, items and fields.
  public private(set) var conflicts: [Conflict] = []
  private let preferred: Side?

  /// Merges what became of the same lists on two sides.
  ///
  /// - Items are the same by their code. One that a side took out and put in again under another code, with the same name and
  ///   expiry, is the same as well.
  /// - What only one side changed is taken over: fields one by one, items added, items taken out. Of fields that hold several
  ///   codes each code is added or taken out by itself.
  /// - Where both changed a field otherwise, that is a conflict. It keeps the value that it had; one that had none
  ///   gets the smaller one. Where one changed what the other took out, it stays.
  /// - Items that both added under one code, with different names, are two: one of them gets a code of its own.
  ///
  /// The sides may change places without changing what comes out.
  ///
  /// - Parameter preferred: the side whose value is taken in conflicts.
  public init(base: SharedLists, mine: SharedLists, theirs: SharedLists, preferring preferred: Side? = nil) {
    self.preferred = preferred
    let codes = [base, mine, theirs].map { Set($0.lists.keys).union($0.items.keys) }
    for list in codes[0].union(codes[1]).union(codes[2]).sorted() {
      mergeItems(of: list, base, mine, theirs)
      func row(_ lists: SharedLists) -> SharedLists.Fields? {
        lists.lists[list] ?? (lists.items[list] == nil ? nil : [:])
      }
      let fields = mergeRecord(list, nil, base: row(base), mine: row(mine), theirs: row(theirs))
      if let fields {
        merged.lists[list] = fields
      } else if merged.items[list]?.isEmpty == false {
        // Taken out by one, while the other put something on it or changed it.
        merged.lists[list] = row(base) ?? row(mine) ?? row(theirs) ?? [:]
      }
    }
  }

  // MARK: - Items

  private mutating func mergeItems(of list: String, _ base: SharedLists, _ mine: SharedLists, _ theirs: SharedLists) {
    let base = base.items[list] ?? [:]
    var mine = Self.rekeyed(mine.items[list] ?? [:], as: base)
    var theirs = Self.rekeyed(theirs.items[list] ?? [:], as: base)
    Self.partAdditions(&mine, &theirs, base)
    for item in Set(base.keys).union(mine.keys).union(theirs.keys).sorted() {
      if let fields = mergeRecord(list, item, base: base[item], mine: mine[item], theirs: theirs[item]) {
        merged.items[list, default: [:]][item] = fields
      }
    }
  }

  /// The key that distinguishes items where codes do not.
  private static func name(_ fields: SharedLists.Fields) -> String {
    "\((fields["title"] ?? "").lowercased())\n\(fields["expires_on"] ?? "")"
  }

  /// Gives items that were put in again under another code the code that they had.
  private static func rekeyed(
    _ items: [String: SharedLists.Fields], as base: [String: SharedLists.Fields]
  ) -> [String: SharedLists.Fields] {
    var gone: [String: [String]] = [:]
    for (code, fields) in base.sorted(by: { $0.key > $1.key }) where items[code] == nil {
      gone[name(fields), default: []].append(code)
    }
    guard !gone.isEmpty else { return items }
    var result: [String: SharedLists.Fields] = [:]
    for (code, fields) in items.sorted(by: { $0.key < $1.key }) {
      if base[code] == nil, let known = gone[name(fields)]?.popLast() {
        result[known] = fields
      } else {
        result[code] = fields
      }
    }
    return result
  }

  /// Parts items that both added under one code though they are two: the one that comes later by its name gets another code.
  private static func partAdditions(
    _ mine: inout [String: SharedLists.Fields], _ theirs: inout [String: SharedLists.Fields],
    _ base: [String: SharedLists.Fields]
  ) {
    for code in Set(mine.keys).intersection(theirs.keys).subtracting(base.keys).sorted() {
      guard let own = mine[code], let other = theirs[code], own["title"]?.lowercased() != other["title"]?.lowercased()
      else { continue }
      var number = 2
      func isTaken(_ code: String) -> Bool { mine[code] != nil || theirs[code] != nil || base[code] != nil }
      while isTaken("\(code)-\(number)") { number += 1 }
      if name(own) < name(other) {
        theirs[code] = nil
        theirs["\(code)-\(number)"] = other
      } else {
        mine[code] = nil
        mine["\(code)-\(number)"] = own
      }
    }
  }

  // MARK: - Records

  /// Fields that hold several codes, separated by commas.
  private static let codeFields: Set<String> = ["owners", "members"]

  private mutating func mergeRecord(
    _ list: String, _ item: String?, base: SharedLists.Fields?, mine: SharedLists.Fields?, theirs: SharedLists.Fields?
  ) -> SharedLists.Fields? {
    guard let mine, let theirs else {
      guard let kept = mine ?? theirs else { return nil }
      // Added by one side only, or taken out by the other as it was.
      guard let base else { return kept }
      if kept == base { return nil }
      let isDeleted = preferred.map { ($0 == .mine ? mine : theirs) == nil } ?? false
      conflicts.append(
        Conflict(
          kind: .editedAndDeleted, list: list, item: item, title: kept[item == nil ? "list_title" : "title"] ?? "",
          field: nil, base: Self.summary(base), mine: mine.map(Self.summary), theirs: theirs.map(Self.summary),
          merged: isDeleted ? nil : Self.summary(kept)))
      return isDeleted ? nil : kept
    }
    var fields: SharedLists.Fields = [:]
    let title = (mine["title"] ?? mine["list_title"] ?? theirs["title"] ?? theirs["list_title"]) ?? ""
    for field in Set((base ?? [:]).keys).union(mine.keys).union(theirs.keys).sorted() {
      let (old, own, other) = (base?[field], mine[field], theirs[field])
      if own == other {
        fields[field] = own
      } else if base != nil, own == old {
        fields[field] = other
      } else if base != nil, other == old {
        fields[field] = own
      } else if Self.codeFields.contains(field) {
        fields[field] = Self.mergeCodes(base: old, own, other)
      } else if base == nil, own == nil || other == nil {
        // Of an item that both added, what only one of them says.
        fields[field] = own ?? other
      } else {
        let undecided = old ?? [own, other].compactMap { $0 }.min()
        let value = preferred.map { $0 == .mine ? own : other } ?? undecided
        conflicts.append(
          Conflict(
            kind: .edited, list: list, item: item, title: title, field: field, base: old, mine: own, theirs: other,
            merged: value))
        fields[field] = value
      }
    }
    return fields
  }

  /// Codes that are on either side, without those that a side took out; in order.
  private static func mergeCodes(base: String?, _ mine: String?, _ theirs: String?) -> String? {
    func codes(_ text: String?) -> Set<String> {
      Set((text ?? "").split(separator: ",").map { $0.trimmingSpaces() }.filter { !$0.isEmpty })
    }
    let (old, own, other) = (codes(base), codes(mine), codes(theirs))
    let kept = old.intersection(own).intersection(other)
    let result = kept.union(own.subtracting(old)).union(other.subtracting(old))
    return result.isEmpty ? nil : result.sorted().joined(separator: ",")
  }

  private static func summary(_ fields: SharedLists.Fields) -> String {
    fields.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
  }
}
