internal import GRDB

extension ShopDatabase {
  /// Has this connection wait less long for another writer than ``busyTimeout``.
  ///
  /// - Parameter seconds: from 0 on; more than ``busyTimeout`` changes nothing.
  package func waitForWriters(atMost seconds: Int) throws {
    let milliseconds = min(max(0, seconds), Int(Self.busyTimeout)) * 1000
    try queue.inDatabase { try $0.execute(sql: "PRAGMA busy_timeout = \(milliseconds)") }
  }
}
