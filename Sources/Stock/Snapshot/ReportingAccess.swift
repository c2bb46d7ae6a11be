internal import Foundation
internal import GRDBSQLite
internal import RetailValues

/// What learns how far a report has come, and may end it.
public struct ReportWatch: Sendable {
  let isStopped: @Sendable () -> Bool
  let counted: @Sendable (Int) -> Void

  /// - Parameters:
  ///   - isStopped: whether the report is to end now; asked often, also within a query.
  ///   - counted: called with the number of rows of all queries that were read so far, once for about a thousand.
  public init(isStopped: @escaping @Sendable () -> Bool, counted: @escaping @Sendable (Int) -> Void) {
    self.isStopped = isStopped
    self.counted = counted
  }
}

/// Decides what a report's SQL may do, and for how long.
///
/// SQLite asks for every table, column and function while it prepares a statement (`sqlite3_set_authorizer`), and now and
/// then while it runs one (`sqlite3_progress_handler`).
final class ReportingAccess {
  let views: Set<String>
  let tables: Set<String>
  let timeLimit: Duration
  /// The classes of data that the reader may see.
  let seen: Set<DataClass>
  /// The classes that the reader may see in views that show the reader's own store alone.
  let seenOfOwnStore: Set<DataClass>
  /// The last refusal, as the rest of a sentence that begins with "the statement".
  var refusal: String?
  /// Whether that was because of what the reader may see.
  var isHidden = false
  /// The temporary tables that hold rows of statements that were allowed; what they hold may be read.
  var kept: Set<String> = []
  /// The one of them that is being filled, and whether it is just being made.
  var filled: String?
  var isMakingRoom = false

  private let watch: ReportWatch?
  private var rows = 0
  private var spent = Duration.zero
  private var startedAt: ContinuousClock.Instant?
  private let workedBefore = ReportingAccess.worked

  init(
    views: Set<String>, tables: Set<String>, timeLimit: Duration, seen: Set<DataClass>, seenOfOwnStore: Set<DataClass>,
    watch: ReportWatch? = nil
  ) {
    self.watch = watch
    self.views = views
    self.seenOfOwnStore = seenOfOwnStore
    self.tables = tables
    self.seen = seen
    self.timeLimit = timeLimit
  }

  func startClock() { startedAt = .now }

  func stopClock() {
    if let startedAt { spent += startedAt.duration(to: .now) }
    startedAt = nil
  }

  /// Counts a row that was read.
  func countRow() {
    rows += 1
    if rows & 1_023 == 0 { watch?.counted(rows) }
  }

  /// Whether somebody asked the report to end.
  private var isStopped: Bool { watch?.isStopped() == true }

  /// Whether the statements exceeded their time limit.
  ///
  /// A query that waits for a busy machine is not stopped at once: beyond the limit, the thread must also have worked
  /// that long. A query that waits for something else is stopped in the end nevertheless, and so is one that returns
  /// endless rows: writing them is also work of the thread, and may take several times as long as reading them.
  private var isOutOfTime: Bool {
    let taken = spent + (startedAt.map { $0.duration(to: .now) } ?? .zero)
    let worked = Self.worked - workedBefore
    return worked > timeLimit * Self.timesOfLimit || taken > timeLimit && (taken > timeLimit * 10 || worked > timeLimit)
  }

  /// How many times the limit all work on a report may take, the writing included.
  static let timesOfLimit = 5

  /// The time for which a processor has worked for this thread.
  private static var worked: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
  }

  /// The functions that SQLite and PostgreSQL share, of those that cannot be used to fill the memory, and Stockroom's own.
  static let functions: Set<String> = [
    "abs", "avg", "ceil", "ceiling", "coalesce", "colours_alike", "count", "cume_dist", "dense_rank", "distance_m",
    "first_value", "floor", "lag", "last_value", "lead", "length", "like", "lower", "ltrim", "max", "min",
    "nth_value", "ntile", "nullif", "percent_rank", "rank", "round", "row_number", "rtrim",
    "size_order", "substr", "substring", "sum", "title_order", "trim", "upper",
  ]

  /// Those that only views may call: for the price of now, for whose list it is, for who reads, for what a unit means.
  private static let functionsOfViews = ReportReader.names.union(BookFunctions.names).union(UnitFunctions.names)
    .union(["strftime", "group_concat", "instr", "json_extract", "json_valid", "replace"])

  private func isAllowed(_ action: Int32, _ first: String, _ second: String, within accessor: String?) -> Bool {
    if isMakingRoom { return true }
    switch action {
    case SQLITE_SELECT, SQLITE_RECURSIVE: return true
    case SQLITE_INSERT where filled == first: return true
    case SQLITE_READ where kept.contains(first): return true
    case SQLITE_READ:
      let table = first.lowercased()
      // Below a view that may be read everything may: what the view shows is what is decided about.
      if let accessor, views.contains(accessor.lowercased()) { return true }
      if views.contains(table) { return isShown(second.lowercased(), of: table) }
      // A source none of whose columns is used is announced with an empty column and, after a view was merged into the
      // statement, without the view: `namedTable` has looked for those that the statement names itself.
      if second.isEmpty, !Self.isBuiltIn(table) { return true }
      refusal = "reads '\(first)', which is not one of the report_… views"
    case SQLITE_FUNCTION:
      if Self.functions.contains(second.lowercased()) { return true }
      // A view may ask for the time, for the price of now; a report has :generated_at.
      if Self.functionsOfViews.contains(second), let accessor, views.contains(accessor.lowercased()) { return true }
      refusal = "calls the function '\(second)', which reports may not use"
    default: refusal = "does more than read"
    }
    return false
  }

  /// Views whose rows the reader may not see, not even their number.
  var hiddenViews: Set<String> { views.filter { hidden("", of: $0) != nil } }

  /// The class that the reader may not see in that column; nil when the column is allowed.
  func hidden(_ column: String, of view: String) -> DataClass? {
    ReportingClasses.hidden(
      column, of: view, from: ReportingClasses.ofOwnStore.contains(view) ? seenOfOwnStore : seen)
  }

  private func isShown(_ column: String, of view: String) -> Bool {
    guard let hidden = hidden(column, of: view) else { return true }
    guard ReportingClasses.isDeclared(column, in: view) else {
      refusal = "reads '\(column)' of \(view), which does not declare who may read that"
      return false
    }
    isHidden = true
    refusal = "reads \(column.isEmpty ? "" : "'\(column)' of ")\(view), which shows \(hidden.summary)"
    return false
  }

  private static func isBuiltIn(_ table: String) -> Bool {
    ["sqlite_", "pragma_", "json_", "dbstat"].contains { table.hasPrefix($0) }
  }

  static let authorise:
    @convention(c) (
      UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafePointer<CChar>?,
      UnsafePointer<CChar>?
    ) -> Int32 = { context, action, first, second, _, accessor in
      guard let context else { return SQLITE_DENY }
      let access = Unmanaged<ReportingAccess>.fromOpaque(context).takeUnretainedValue()
      let isAllowed = access.isAllowed(
        action, first.map { String(cString: $0) } ?? "", second.map { String(cString: $0) } ?? "",
        within: accessor.map { String(cString: $0) })
      return isAllowed ? SQLITE_OK : SQLITE_DENY
    }

  static let isOutOfTime: @convention(c) (UnsafeMutableRawPointer?) -> Int32 = { context in
    guard let context else { return 1 }
    let access = Unmanaged<ReportingAccess>.fromOpaque(context).takeUnretainedValue()
    return access.isStopped || access.isOutOfTime ? 1 : 0
  }
}

// MARK: - Looking at the text of a statement

extension ReportingAccess {
  /// The name beginning with `report_` that a statement gives to an expression of its own; nil when it has none.
  ///
  /// SQLite names the innermost view *or common table expression* as the reader of a table, so one that is named like a
  /// view would be let through to the tables below it.
  static func shadowedView(in sql: String) -> String? {
    var tokens = SQLTokens(sql)
    var candidate: String?
    var followsAs = false
    while let token = tokens.next()?.lowercased {
      if let name = candidate {
        if followsAs, token == "(" || token == "not" || token == "materialized" { return name }
        if !followsAs, token == "(" { return name }
        if !followsAs, token == "as" {
          followsAs = true
          continue
        }
      }
      candidate = token.hasPrefix("report_") ? token : nil
      followsAs = false
    }
    return nil
  }

  /// The storage table that a statement names as a source; nil when it names no such table.
  static func namedTable(in sql: String, among tables: Set<String>) -> String? {
    var tokens = SQLTokens(sql)
    /// Whether a comma leads to the next source, for each open parenthesis.
    var isListOfSources = [false]
    var expectsSource = false
    var followsSource = false
    while let token = tokens.next()?.lowercased {
      let leadsToSource = expectsSource
      let qualifies = followsSource && token == "."
      expectsSource = qualifies
      followsSource = false
      switch token {
      case "from", "join":
        isListOfSources[isListOfSources.count - 1] = true
        expectsSource = true
      case ",": expectsSource = isListOfSources[isListOfSources.count - 1]
      case "(":
        isListOfSources.append(leadsToSource)
        expectsSource = leadsToSource
      case ")": if isListOfSources.count > 1 { isListOfSources.removeLast() }
      case "select", "where", "group", "having", "order", "limit", "window", "union", "intersect", "except":
        isListOfSources[isListOfSources.count - 1] = false
      default:
        guard leadsToSource else { continue }
        if tables.contains(token) { return token }
        followsSource = true
      }
    }
    return nil
  }

  /// The hidden column by which a statement may join without naming it in an expression; nil when it does not. SQLite
  /// announces no columns that are compared by `NATURAL JOIN` and `USING`.
  static func hiddenJoin(in sql: String, _ isHidden: (String) -> Bool) -> String? {
    var tokens = SQLTokens(sql)
    var followsUsing = false
    var isInList = false
    while let token = tokens.next()?.lowercased {
      if token == "natural" { return "NATURAL JOIN" }
      if isInList {
        if token == ")" { isInList = false } else if isHidden(token) { return "USING (\(token))" }
      }
      if followsUsing, token == "(" { isInList = true }
      followsUsing = token == "using"
    }
    return nil
  }

  /// Whether a text holds nothing but white space, comments and semicolons.
  static func isBlank(_ sql: String) -> Bool {
    var tokens = SQLTokens(sql)
    while let token = tokens.next()?.lowercased {
      if token != ";" { return false }
    }
    return true
  }
}
