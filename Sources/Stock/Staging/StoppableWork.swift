internal import GRDB
internal import GRDBSQLite

extension StagingArea {
  /// How many steps of SQLite's machine pass between two questions: fewer than any statement has that takes a noticeable
  /// time, and more than BEGIN, COMMIT and ROLLBACK have, so that none of these is ever broken off.
  private static let stepsBetweenQuestions: Int32 = 20_000

  /// Goes on where nobody asked for an end.
  ///
  /// - Throws: `CancellationError`.
  public func requireGoingOn() throws {
    if isStopped?() == true { throw CancellationError() }
  }

  /// Does work whose statements are broken off as soon as ``isStopped`` says so. The transaction that they are part of is
  /// then rolled back.
  func stoppable<Result>(_ work: () throws -> Result) throws -> Result {
    guard isStopped != nil, let handle = database.sqliteConnection else { return try work() }
    sqlite3_progress_handler(
      handle, Self.stepsBetweenQuestions, Self.isToBreakOff, Unmanaged.passUnretained(self).toOpaque())
    defer {
      sqlite3_progress_handler(handle, 0, nil, nil)
      withExtendedLifetime(self) {}
    }
    do { return try work() } catch {
      // What a statement left behind that was broken off is not handed on.
      ConnectionLoan.current?.closesAfterwards(database)
      throw error
    }
  }

  private static let isToBreakOff: @convention(c) (UnsafeMutableRawPointer?) -> Int32 = { context in
    guard let context else { return 0 }
    return Unmanaged<StagingArea>.fromOpaque(context).takeUnretainedValue().isStopped?() == true ? 1 : 0
  }
}
