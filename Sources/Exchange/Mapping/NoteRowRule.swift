internal import FormatKit
internal import RetailValues
internal import Stock

/// Finds rows that may be notes, headings or charges and not items: `Stand:;01.11.2026;`, `Versandkosten;;5,90`.
///
/// The code of such a row looks unlike the other codes, and a value is missing that the other rows have. An item may look
/// like that too, so the rule only asks about items that are new to the shop.
struct NoteRowRule {
  /// What a code has, or does not have, unlike the other codes of its table.
  enum Oddity: CaseIterable {
    case noDigit, space, lowercase, colon, comma

    /// Whether to ask about a code with it even in a row with all values.
    var isEnough: Bool { self == .colon || self == .comma }

    func isIn(_ code: UnsafeBufferPointer<UInt8>) -> Bool {
      switch self {
      case .noDigit: !code.contains(where: NumberNotation.isDigit)
      case .space: code.contains { $0 <= 0x20 }
      // One small letter may be that of a variant: `84989a`.
      case .lowercase: zip(code, code.dropFirst()).contains { Self.isSmall($0) && Self.isSmall($1) }
      case .colon: code.last == UInt8(ascii: ":")
      case .comma: Self.isList(code)
      }
    }

    private static func isSmall(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }

    /// Whether a code is several ones with commas between them: `TS-S,TS-M`. A comma between digits may be that of a number.
    private static func isList(_ code: UnsafeBufferPointer<UInt8>) -> Bool {
      let parts = code.split(separator: UInt8(ascii: ","))
      guard parts.count > 1 else { return false }
      let areNumbers = parts.allSatisfy { $0.count >= 4 && $0.allSatisfy(NumberNotation.isDigit) }
      return areNumbers
        || zip(parts, parts.dropFirst()).allSatisfy { left, right in
          !(left.last.map(NumberNotation.isDigit) ?? false) || !(right.first.map(NumberNotation.isDigit) ?? false)
        }
    }
  }

  /// Why a row may not be an item.
  enum Reason: Hashable {
    /// It may be a note; the column that is empty, unless the code alone shows it.
    case note(missing: String?)
    /// It may be several codes.
    case several
    case charge
  }

  /// The oddities that hardly any code of the table has, with the columns in which the other rows have a value.
  private let required: [(oddity: Oddity, columns: [String])]
  /// Whether codes without a digit are rare, also in rows with all values.
  private let codesHaveDigits: Bool

  /// Whether a code is unlike the others.
  func isOdd(_ code: UnsafeBufferPointer<UInt8>) -> Bool {
    !code.isEmpty && required.contains { $0.oddity.isIn(code) }
  }

  /// The reason why a row may not be an item; nil where it looks like the others.
  ///
  /// - Parameter isBlank: whether the row has no value in a column.
  func reason(_ code: UnsafeBufferPointer<UInt8>, isBlank: (String) -> Bool) -> Reason? {
    for (oddity, columns) in required where oddity.isIn(code) {
      if oddity.isEnough { return oddity == .comma ? .several : .note(missing: nil) }
      if let missing = columns.first(where: isBlank) { return .note(missing: missing) }
    }
    guard codesHaveDigits, Oddity.noDigit.isIn(code), code.count <= 80,
      ChargeWords.areIn(code: String(decoding: code, as: UTF8.self), title: nil)
    else { return nil }
    return .charge
  }
}

extension NoteRowRule {
  /// The question about a row, with the option that leaves it out.
  static func question(_ reason: Reason, code: String, column: String, at position: StagedPosition) -> StagedProblem {
    let guardCode: GuardCode
    let message: String
    switch reason {
    case .note(let missing):
      let empty = missing.map { ", and '\($0.prefix(80))' is empty" } ?? ""
      (guardCode, message) = (.noteAsItem, "'\(code)' would become an item; it is unlike the other codes\(empty)")
    case .several:
      (guardCode, message) = (.noteAsItem, "'\(code)' would become an item; unlike the other codes it may be several")
    case .charge:
      (guardCode, message) = (.chargeAsItem, "'\(code)' is probably a charge, and would become an item")
    }
    let option = ShellText.word("\(column)=\(code)")
    let leavesOut = column.contains("=") ? "" : "; --leave-out \(option) leaves the row out"
    return StagedProblem(
      code: guardCode.rawValue, severity: "guard", kind: "variants", field: "sku", value: code,
      message: message + leavesOut, remedy: guardCode.remedy, position: position)
  }

  /// What the first rows of a table say about codes that are unlike the others.
  struct Evidence {
    private struct Row {
      let oddities: Set<Oddity>
      let filled: Set<Int>
    }

    private let codeColumns: Set<String>
    private var names: [String] = []
    private var rows: [Row] = []
    private static let rowLimit = 1000
    private static let columnLimit = 64

    /// - Parameter codeColumns: the columns that the codes of the items come from
    init(codeColumns: Set<String>) { self.codeColumns = codeColumns }

    mutating func look(at batch: borrowing RecordBatch) {
      guard rows.count < Self.rowLimit,
        let column = batch.schema.columns.firstIndex(where: { codeColumns.contains($0.name) })
      else { return }
      names = batch.schema.columns.map(\.name)
      let values = RowValues(batch.schema)
      for row in 0..<min(batch.rowCount, Self.rowLimit - rows.count) {
        let code = batch.bytes(row: row, column: column).trimmed
        if code.isEmpty || values.isAlone(row, in: column, batch)
          || TotalWords.mention(in: String(decoding: code.prefix(80), as: UTF8.self)) != nil
        {
          continue
        }
        rows.append(
          Row(
            oddities: Set(Oddity.allCases.filter { $0.isIn(code) }),
            filled: values.filled(row, in: Self.columnLimit, batch)))
      }
    }

    /// The rule for the table; nil where its codes have no common form.
    var rule: NoteRowRule? {
      var required: [(Oddity, [String])] = []
      for oddity in Oddity.allCases {
        let others = rows.filter { !$0.oddities.contains(oddity) }
        guard others.count >= (oddity.isEnough ? 1 : 2), 2 * others.count >= rows.count else { continue }
        let columns = names.indices.prefix(Self.columnLimit).filter { column in
          10 * others.count { $0.filled.contains(column) } >= 9 * others.count
        }
        // Items with such codes are complete too.
        let complete = rows.count { $0.oddities.contains(oddity) && $0.filled.isSuperset(of: columns) }
        guard oddity.isEnough || complete <= 1 || 4 * complete <= others.count else { continue }
        required.append((oddity, columns.map { names[$0] }))
      }
      guard !required.isEmpty else { return nil }
      return NoteRowRule(required: required, codesHaveDigits: required.contains { $0.0 == .noDigit })
    }
  }
}
