internal import FormatKit
internal import RetailValues
internal import Stock

/// Gives cells of a source other values. What comes after it, from the meaning of the columns to the plan, sees the source as
/// if the sender had written it so; only the evidence for marks and orders asks the log what the file has.
///
/// A batch without a corrected line is handed on as it is: one comparison of numbers. Corrections that fit no cell are refused
/// at the end of the source, all of them together.
struct CorrectingReader: BatchReader {
  private let state: State

  /// - Parameters:
  ///   - columns: the profile's names for the columns, in order; empty where those of the file are used.
  ///   - log: notes what was corrected.
  init(
    _ reader: any BatchReader, _ corrections: [CellCorrection], columns: [String], source: String, log: CorrectionLog?
  ) {
    state = State(reader, corrections, columns, source, log)
  }

  var findings: [SourceFinding] { state.reader.findings }
  var columnsMayGrow: Bool { state.reader.columnsMayGrow }

  mutating func read(into batch: inout RecordBatch) throws(Problems) -> Bool { try state.read(into: &batch) }

  /// Holds what cannot be copied.
  private final class State {
    private struct Cell {
      let correction: CellCorrection
      let column: Int
      var line: Int { correction.line }
    }

    private(set) var reader: any BatchReader
    private let corrections: [CellCorrection]
    private let ownNames: [String]
    private let source: String
    private let log: CorrectionLog?
    private var table: String?
    private var columns = CellColumns([])
    /// By line and column.
    private var cells: [Cell] = []
    private var next = 0
    /// The line on which the last record before the next one begins.
    private var lastLine = 0
    private var problems: [Problem] = []
    /// The rows of a batch that is filled again.
    private var rows = RecordBatch()

    init(
      _ reader: any BatchReader, _ corrections: [CellCorrection], _ columns: [String], _ source: String,
      _ log: CorrectionLog?
    ) {
      (self.reader, self.corrections, ownNames) = (reader, corrections, columns)
      (self.source, self.log) = (source, log)
    }

    func read(into batch: inout RecordBatch) throws(Problems) -> Bool {
      guard try reader.read(into: &batch) else {
        try finish()
        return false
      }
      guard batch.rowCount > 0 else { return true }
      if table != batch.schema.table { try begin(batch.schema) }
      let end = batch.position(row: batch.rowCount - 1).line
      if next < cells.count, cells[next].line <= end { rewrite(&batch) }
      lastLine = end
      return true
    }

    // MARK: Columns

    private func begin(_ schema: Schema) throws(Problems) {
      if let table {
        throw Problems(
          .usage, source: source, value: schema.table,
          "cells are corrected in files with one table, and this one has '\(table)' and '\(schema.table)'",
          remedy: "Read one of them, such as --option sheet=NAME for a sheet, or correct the file itself.")
      }
      table = schema.table
      columns = CellColumns(RenamingReader.renamed(schema, ownNames).columns.map(\.name))
      for correction in corrections {
        if let column = columns.index(of: correction) {
          cells.append(Cell(correction: correction, column: column))
        } else {
          problems.append(unknownColumn(correction))
        }
      }
      cells.sort { ($0.line, $0.column) < ($1.line, $1.column) }
      for place in cells.indices.dropFirst().reversed()
      where cells[place].line == cells[place - 1].line && cells[place].column == cells[place - 1].column {
        problems.append(
          cells[place].correction.refusal("the cell is corrected twice", remedy: "Leave one of them out."))
        cells.remove(at: place)
      }
    }

    private func unknownColumn(_ correction: CellCorrection) -> Problem {
      let numbers = columns.numbers(of: correction.column)
      guard numbers.count < 2 else {
        let shown = numbers.prefix(30).map { "\($0)" }.joined(separator: ", ")
        return correction.refusal(
          "\(numbers.count) columns have this name", remedy: "Give the number of the one that you mean: \(shown).")
      }
      let near = nearestName(to: correction.column, among: Array(columns.names.prefix(500)))
      return correction.refusal(
        "the file has no such column",
        remedy: (near.map { "Did you mean '\($0)'? " } ?? "")
          + "The file has: \(columns.names.prefix(30).joined(separator: ", ")).")
    }

    // MARK: Rows

    /// Fills the batch again, with the corrected values.
    private func rewrite(_ batch: inout RecordBatch) {
      rows.reset(schema: batch.schema)
      for row in 0..<batch.rowCount { rows.appendRow(row, of: batch) }
      var found = batch.problems
      batch.reset(schema: rows.schema)
      for row in 0..<rows.rowCount {
        let line = rows.position(row: row).line
        refuseLines(before: line)
        if next < cells.count, cells[next].line == line {
          correct(row, in: &batch, &found)
        } else {
          batch.appendRow(row, of: rows)
        }
        lastLine = line
      }
      batch.problems = found
    }

    private func correct(_ row: Int, in batch: inout RecordBatch, _ found: inout [RecordProblem]) {
      let position = rows.position(row: row)
      for column in rows.schema.columns.indices {
        if next < cells.count, cells[next].line == position.line, cells[next].column == column {
          let correction = cells[next].correction
          next += 1
          let was = rows.string(row: row, column: column) ?? ""
          if let expected = correction.was, expected.trimmingSpaces() != was.trimmingSpaces() {
            problems.append(
              correction.refusal(
                "the file has '\(CorrectedCell.shown(was))' there, and not '\(CorrectedCell.shown(expected))'",
                remedy: "Look at the file, and correct the value that it has."))
          } else if correction.value == was {
            problems.append(
              correction.refusal(
                "the file already has '\(CorrectedCell.shown(was))'", remedy: "Leave this correction out."))
          } else {
            batch.append(text: correction.value)
            log?.add(
              CorrectedCell(
                line: position.line, columnNumber: column + 1, column: columns.names[column], was: was,
                value: correction.value),
              fileValue: .init(text: was, isText: rows.kind(row: row, column: column) == .text))
            // What the reader said of the value is of one that is gone.
            let name = rows.schema.columns[column].name
            found.removeAll {
              $0.row == row && $0.problem.position.field == name && $0.problem.position.line == position.line
            }
            continue
          }
        }
        batch.append(rows.bytes(row: row, column: column), kind: rows.kind(row: row, column: column))
      }
      batch.endRow(at: position)
    }

    /// Refuses corrections of lines on which no record begins.
    private func refuseLines(before line: Int) {
      while next < cells.count, cells[next].line < line {
        problems.append(unknownLine(cells[next].correction))
        next += 1
      }
    }

    private func unknownLine(_ correction: CellCorrection) -> Problem {
      correction.refusal(
        "no record begins on this line",
        remedy: lastLine > 0
          ? "The record before it begins on line \(lastLine); correct that line." : "Records come after the header.")
    }

    private func finish() throws(Problems) {
      refuseLines(before: .max)
      if table == nil { problems += corrections.map { unknownLine($0) } }
      // In the order in which they were given.
      problems.sort { $0.position.line < $1.position.line }
      if let problems = Problems(collected: CellCorrection.shortened(problems)) { throw problems }
    }
  }
}
