internal import Foundation
internal import GRDB
internal import ProblemKit

extension ShopDatabase {
  /// Copies the database, as it is at one moment, to a file that does not exist yet. Others may read and write meanwhile.
  ///
  /// The copy has the same pages, so that every digest holds in it, and it is one file: nothing of it is in a write-ahead log.
  ///
  /// - Throws: ``Problem/Code/wrongState`` when the file exists, and the problems of the disk.
  public func copy(to path: String) throws {
    guard !FileManager.default.fileExists(atPath: path) else {
      throw Problems(.wrongState, "\(path) exists already", remedy: "Choose another file.")
    }
    try Self.translatingErrors(at: path) {
      let copy = try DatabaseQueue(path: path)
      try queue.backup(to: copy)
      try copy.inDatabase { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
      try copy.close()
    }
  }
}
