internal import Serving

extension ShopFolder {
  /// Does work that reads `stockroom.yml` and writes it again, while no other process does such work. Another one is waited for,
  /// some seconds. Not to be called within that work.
  ///
  /// - Throws: `output-failed` when another process takes longer, and what the work throws.
  func changingSettings<Result>(_ work: () throws -> Result) throws -> Result {
    let lock = try FileLock.take(settingsPath)
    defer { FileLock.end(lock) }
    return try work()
  }
}
