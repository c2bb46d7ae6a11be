internal import ProblemKit
internal import RetailValues
public import Stock

extension ReportParameterType {
  /// The statement that gives each code that the shop has for such a parameter, with its name; nil where there is no list.
  var listing: String? {
    switch self {
    case .location: "SELECT location, location_name FROM report_locations ORDER BY title_order(location), location"
    case .store: "SELECT store, store_name FROM report_stores ORDER BY title_order(store), store"
    case .category:
      "SELECT DISTINCT ancestor, ancestor_name FROM report_category_tree ORDER BY title_order(ancestor), ancestor"
    case .session: "SELECT session, session FROM report_count_sessions ORDER BY session_id DESC"
    case .supplier: "SELECT supplier, supplier_name FROM report_suppliers ORDER BY title_order(supplier), supplier"
    case .reason: "SELECT reason, reason_name FROM report_reasons ORDER BY title_order(reason), reason"
    case .ownList: "SELECT DISTINCT list, list_title FROM report_own_list_items ORDER BY title_order(list), list"
    case .text, .webAddress, .order, .invoice, .date, .dateTime, .period, .wholeNumber, .percent, .money, .choice: nil
    }
  }
}

extension ReportParameter {
  /// How many values a list has at most; of more, people type the one that they mean.
  private static let longestList = 500

  /// The codes that the shop has for the parameter, with their names.
  ///
  /// - Returns: nil where there is no list, where it would be too long, and where the reader may not see it.
  /// - Throws: ``Problems`` when the database cannot be read.
  public func values(on connection: ReportingConnection) throws -> [(code: String, name: String)]? {
    guard let listing = type.listing else { return nil }
    do {
      let rows = try connection.rows(listing)
      var values: [(code: String, name: String)] = []
      while let row = try rows.next() {
        guard values.count < Self.longestList else { return nil }
        guard row.count > 1, case .text(let code) = row[0] else { continue }
        if case .text(let name) = row[1] { values.append((code, name)) } else { values.append((code, code)) }
      }
      return values
    } catch let error as Problems where error.code == .reportNotShown { return nil }
  }
}

extension Report {
  /// The formats that cannot be written on this machine, because a program for them is missing.
  public var unavailableFormats: [ReportFormat] {
    formats.contains(.pdf) && PDFTool.installed() == nil ? [.pdf] : []
  }

  /// Whether the reader of the connection may see the report: whether each of its statements reads only what they may.
  ///
  /// Nothing is read for it. A report that is wrong in another way counts as one that may be seen; running it reports why.
  public func isShown(on connection: ReportingConnection) -> Bool {
    let options = ReportOptions()
    do {
      let execution = try ReportExecution(
        report: self, connection: connection,
        arguments: ReportArguments(withoutValuesFor: self, options: options, on: connection), options: options,
        keepsRows: false)
      for sql in Array(defaultQueries.values) + Array(queries.values) {
        _ = try connection.rows(try execution.completed(sql), parameters: execution.arguments.values)
      }
    } catch let error as Problems { return error.code != .reportNotShown } catch { return true }
    return true
  }
}
