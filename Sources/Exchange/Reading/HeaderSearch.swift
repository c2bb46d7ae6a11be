internal import FormatKit

/// Looks for the options by which a delimited file can be read whose first lines are not the names of its columns.
enum HeaderSearch {
  /// How many lines before the names are tried.
  private static let lineLimit = 12
  private static let rowLimit = 1000

  /// The options with which all of the first records can be read: with the header further down, else with the columns in order
  /// under the names that there are. Nil where none do, and for formats without such options.
  static func options(
    for source: ByteSource, _ format: RegisteredFormat, with options: [String: String]
  ) -> [String: String]? {
    let known = Set(format.options.map(\.name))
    guard known.isSuperset(of: ["columns", "skip-lines", "ragged", "header"]), options["columns"] == nil,
      options["skip-lines"] == nil
    else { return nil }
    func tried(_ further: [String: String]) -> Trial? {
      Trial(source, format, options.merging(further) { _, new in new })
    }
    for lines in 1...lineLimit {
      for ragged in ["no", "yes"] {
        let further = ["skip-lines": "\(lines)", "ragged": ragged]
        // A record may not be taken for the names.
        guard let trial = tried(further), trial.hasHeader, trial.names.count > 1 else { continue }
        return options.merging(further) { _, new in new }
      }
    }
    guard let all = tried(["header": "no", "ragged": "yes"]) else { return nil }
    let names = all.names.enumerated().map { place, name in
      all.first.indices.contains(place) && !all.first[place].isEmpty ? all.first[place] : name
    }
    guard Set(names).count == names.count, !names.contains(where: { $0.contains(",") }) else { return nil }
    for ragged in ["no", "yes"] {
      let further = [
        "header": "no", "skip-lines": "1", "ragged": ragged, "columns": names.joined(separator: ","),
      ]
      if tried(further) != nil { return options.merging(further) { _, new in new } }
    }
    return nil
  }

  /// The first records as they are read with some options.
  private struct Trial {
    var names: [String] = []
    /// The first record.
    var first: [String] = []
    var hasHeader = false

    /// - Returns: nil if one of the first records cannot be read.
    init?(_ source: ByteSource, _ format: RegisteredFormat, _ options: [String: String]) {
      guard var reader = try? format.reading?.reader(for: source, options: options) else { return nil }
      var batch = RecordBatch()
      var rows = 0
      do {
        while rows < HeaderSearch.rowLimit, try reader.read(into: &batch) {
          guard !batch.problems.contains(where: { $0.problem.severity == .error }) else { return nil }
          if rows == 0, batch.rowCount > 0 { first = batch.strings(row: 0).map { $0 ?? "" } }
          names = batch.schema.columns.map(\.name)
          rows += batch.rowCount
        }
      } catch {
        return nil
      }
      guard rows > 0 else { return nil }
      hasHeader = reader.findings.first { $0.name == "header" }?.value != "no"
    }
  }
}
