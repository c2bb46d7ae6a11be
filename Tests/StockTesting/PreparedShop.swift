internal import Foundation
internal import GRDB
public import Stock

/// A shop that is filled once, and of which each test gets a copy.
public struct PreparedShop: Sendable {
  private let file: Data

  /// Keeps the file of a shop, which is closed by this.
  public init(closing shop: ShopDatabase) throws {
    // The last connection that goes leaves everything in the one file.
    try shop.queue.close()
    file = try Data(contentsOf: URL(fileURLWithPath: shop.path))
  }

  /// Fills a new shop in euros, and keeps the file of the shop that `fill` returns.
  package init(_ fill: (ShopDatabase) throws -> ShopDatabase) throws {
    var filled: PreparedShop?
    try withShop { filled = try PreparedShop(closing: try fill($0)) }
    guard let filled else { throw CocoaError(.fileNoSuchFile) }
    self = filled
  }

  /// Writes a copy to a file, and opens it.
  public func copy(to path: String) throws -> ShopDatabase {
    try file.write(to: URL(fileURLWithPath: path))
    let shop = try ShopDatabase.open(at: path)
    // No test turns the power off.
    try shop.queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = OFF") }
    return shop
  }
}

/// A copy of a prepared shop, in a folder of its own that goes away with the test.
package func withCopy(of prepared: PreparedShop, _ work: (ShopDatabase) throws -> Void) throws {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("stock-tests-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  try work(try prepared.copy(to: folder.appendingPathComponent("stock.sqlite").path))
}
