internal import Foundation
internal import GRDB
internal import RetailValues
public import Stock
internal import Synchronization

/// New shops for tests: the first of its settings is made, and the others are copies of its file, because tests make
/// thousands of them.
public enum NewShop {
  private static let files = Mutex<[String: Data]>([:])

  /// The database of a new shop, as `ShopDatabase.create` makes it.
  public static func make(at path: String, settings: ShopSettings) throws -> ShopDatabase {
    let key = "\(settings.name)\n\(settings.currency.code)\n\(settings.timeZone)\n\(settings.valuation.rawValue)"
    let file = try files.withLock { files in
      if let file = files[key] { return file }
      // The last connection that goes leaves everything in the one file.
      try ShopDatabase.create(at: path, settings: settings).queue.close()
      let file = try Data(contentsOf: URL(fileURLWithPath: path))
      files[key] = file
      return file
    }
    try file.write(to: URL(fileURLWithPath: path))
    return try ShopDatabase.open(at: path)
  }
}
