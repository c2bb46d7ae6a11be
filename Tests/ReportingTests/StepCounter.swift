import GRDBSQLite
import RetailValues

@testable import Reporting
@testable import Stock

extension Report {
  /// How many steps SQLite takes for an output, to within a hundred. They are the same on every machine and under any load.
  func steps(
    on path: String, _ parameters: [String: String] = [:], format: ReportFormat = .json,
    generatedAt: Timestamp = generatedAt
  ) throws -> Int {
    let options = ReportOptions(parameters: parameters, format: format, generatedAt: generatedAt, timeLimit: 600)
    let counter = StepCounter()
    try ShopDatabase.open(at: path, readOnly: true).withSnapshot { snapshot in
      try snapshot.reporting(timeLimit: 600, seen: options.seen, reader: options.momentaryReader) { connection in
        let context = Unmanaged.passUnretained(counter).toOpaque()
        sqlite3_progress_handler(connection.handle, 100, { StepCounter.add($0) }, context)
        let arguments = try ReportArguments(for: self, options: options, on: connection)
        let execution = try ReportExecution(
          report: self, connection: connection, arguments: arguments, options: options)
        let sink = OutputBuffer { _ in }
        switch format {
        case .html: try execution.writeHTML(to: sink)
        case .json: try execution.writeJSON(to: sink)
        default: try execution.writeCSV(to: sink)
        }
      }
    }
    return counter.hundreds * 100
  }
}

private final class StepCounter {
  var hundreds = 0

  static func add(_ context: UnsafeMutableRawPointer?) -> Int32 {
    guard let context else { return 0 }
    Unmanaged<StepCounter>.fromOpaque(context).takeUnretainedValue().hundreds += 1
    return 0
  }
}
