internal import FormatKit
internal import RetailValues

/// Rows that were passed over for one reason, with the sum of their amounts.
struct PassedOverRows {
  private(set) var count = 0
  /// In ten thousandths; nil where an amount could not be read.
  private var sum: Int64? = 0
  private var haveAmounts = false

  /// The columns whose product is the amount of a row.
  struct Amount {
    private let columns: [(place: Int, mark: ExactDecimal.Mark)]

    /// - Returns: nil for a mapping whose amounts are not added up, and where a column is not there.
    init?(
      _ mapping: MappingProfile.RecordMapping, _ schema: Schema, _ profile: MappingProfile, _ marks: ColumnMarks
    ) {
      guard let names = mapping.amounts, !names.isEmpty else { return nil }
      columns = names.compactMap { name in
        schema.index(of: name).map { ($0, profile.decimal ?? marks.number(from: [name]).notation) }
      }
      guard columns.count == names.count else { return nil }
    }

    /// The amount of a row in ten thousandths; nil where it is no number.
    func value(_ view: RowView, _ batch: borrowing RecordBatch) -> Int64? {
      var product: Int64 = 10_000
      for column in columns {
        guard let text = view.ownText(column.place, batch)?.trimmingCurrency,
          let number = try? ExactDecimal(parsing: text.utf8, mark: column.mark),
          let scaled = number.scaled(toFractionDigits: 4)
        else { return nil }
        let (next, isBeyond) = product.multipliedReportingOverflow(by: scaled.value)
        guard !isBeyond else { return nil }
        product = next / 10_000
      }
      return product
    }
  }

  fileprivate mutating func add(_ amount: Int64?, hasAmounts: Bool) {
    count += 1
    guard hasAmounts else { return }
    haveAmounts = true
    guard let known = sum, let amount else {
      sum = nil
      return
    }
    let (next, isBeyond) = known.addingReportingOverflow(amount)
    sum = isBeyond ? nil : next
  }

  /// What is said of the rows, with their sum where it is known.
  func evidence(_ note: String) -> String {
    guard haveAmounts, let sum else { return "they \(note)" }
    let cents = (sum.magnitude + 50) / 100
    let rest = cents % 100
    return "they \(note): \(sum < 0 ? "-" : "")\(cents / 100).\(rest < 10 ? "0" : "")\(rest) together"
  }
}

extension [String: PassedOverRows] {
  /// Counts a row that a mapping passes over, if their number is reported.
  mutating func note(_ record: CompiledRecord, _ view: RowView, _ batch: borrowing RecordBatch) {
    guard let note = record.note else { return }
    let amount = record.amount.flatMap { $0.value(view, batch) }
    self[note, default: PassedOverRows()].add(amount, hasAmounts: record.amount != nil)
  }
}
