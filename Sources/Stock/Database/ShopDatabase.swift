internal import Foundation
public import GRDB
internal import ProblemKit
public import RetailValues

/// The properties of a shop, stored in its database.
public struct ShopSettings: Hashable, Sendable {
  public var name: String
  /// The currency that the books are kept in; fixed when the shop is made.
  public var currency: Currency
  /// Reads and shows times without an offset.
  public var clock: ShopClock { ShopClock(timeZone: timeZone) ?? .utc }
  /// IANA identifier.
  public var timeZone: String
  /// How stock is valued, where a count does not say otherwise.
  public var valuation: ValuationMethod

  public init(
    name: String, currency: Currency, timeZone: String, valuation: ValuationMethod = .movingAverage
  ) {
    self.name = name
    self.currency = currency
    self.timeZone = timeZone
    self.valuation = valuation
  }
}

/// The SQLite file of one shop: catalog, ledger, counts and audit log.
///
/// Write-ahead logging, foreign keys on, `synchronous=FULL`. Several processes may read while one writes; a second writer
/// waits up to ten seconds and then gets ``Problem/Code/busy``.
public final class ShopDatabase: Sendable {
  /// The underlying queue; one connection, used by one thread at a time.
  public let queue: DatabaseQueue
  public let settings: ShopSettings
  public let path: String

  /// How long a writer waits for another.
  package static let busyTimeout: Double = 10

  private init(queue: DatabaseQueue, settings: ShopSettings, path: String) {
    self.queue = queue
    self.settings = settings
    self.path = path
  }

  /// Makes the database of a new shop.
  ///
  /// - Throws: ``Problem/Code/wrongState`` when the file exists already.
  public static func create(at path: String, settings: ShopSettings) throws -> ShopDatabase {
    guard !FileManager.default.fileExists(atPath: path) else {
      throw Problems(
        .wrongState, "\(path) exists already", remedy: "Choose another folder, or use the shop that is there.")
    }
    var isMade = false
    defer {
      // An incomplete database would block the next attempt.
      if !isMade { for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) } }
    }
    let shop = try translatingErrors(at: path) { () -> ShopDatabase in
      let queue = try DatabaseQueue(path: path, configuration: configuration())
      try SchemaVersion.update(queue)
      try queue.write { database in
        try ReportingViews.make(database)
        let divisor = ExactDecimal.powersOfTen[9 - settings.currency.minorUnitDigits]
        for (name, value) in [
          ("name", settings.name), ("currency", settings.currency.code), ("time_zone", settings.timeZone),
          ("cost_divisor", "\(divisor)"), ("catalog_revision", "0"),
          (ShopValuation.setting, settings.valuation.rawValue),
        ] {
          try database.execute(sql: "INSERT INTO settings (name, value) VALUES (?, ?)", arguments: [name, value])
        }
        for reason in Reason.builtIn {
          try database.execute(
            sql: "INSERT INTO reasons (code, name, loss_class, direction, account) VALUES (?, ?, ?, ?, ?)",
            arguments: [
              reason.code, reason.name, reason.lossClass.rawValue, reason.direction.rawValue, reason.account,
            ])
        }
        try TableDigests.make(database)
      }
      try queue.inDatabase { try TableDigests.begin($0) }
      return ShopDatabase(queue: queue, settings: settings, path: path)
    }
    isMade = true
    return shop
  }

  /// Opens the database of a shop, bringing an older one up to date.
  ///
  /// - Throws: ``Problems`` `.notAShop`, `.newerSchema`, `.busy`.
  public static func open(at path: String, readOnly: Bool = false) throws -> ShopDatabase {
    var status = stat()
    guard stat(path, &status) == 0 else {
      if errno == EACCES { throw Problems.noPermission(path) }
      throw Problems(.notAShop, "there is no shop database at \(path)", remedy: "Make a shop with `stockroom init`.")
    }
    let isOnReadOnlyMedium = isOnReadOnlyMedium(path)
    let readOnly = readOnly || isOnReadOnlyMedium
    return try translatingErrors(at: path) {
      // The log next to the file has changes that a reader without the right to write there cannot move into the file.
      let isUnchanging = isOnReadOnlyMedium && !hasLog(path)
      let queue = try DatabaseQueue(
        path: isUnchanging ? immutableAddress(path) : path, configuration: configuration(readOnly: readOnly))
      let applied = try queue.read { try SchemaVersion.applied($0) }
      guard applied.isSubset(of: SchemaVersion.names) else {
        throw Problems(
          .newerSchema, "the database was made by a later version of stockroom",
          remedy: "Update stockroom on this machine.")
      }
      if applied != SchemaVersion.names, isOnReadOnlyMedium { try requireNoShop(queue, path) }
      // Those who only read need the views of this version as well.
      let hasOtherViews = try !queue.read { try ReportingViews.areCurrent($0) }
      if isOnReadOnlyMedium, hasOtherViews {
        try queue.inDatabase { try ReportingViews.make($0, isTemporary: true) }
      } else if applied != SchemaVersion.names || hasOtherViews, !isOnReadOnlyMedium {
        try update(path)
      }
      if !readOnly { try queue.inDatabase { try TableDigests.begin($0) } }
      guard let settings = try queue.read({ try settings($0) }) else {
        throw Problems(
          .notAShop, "\(path) is not the database of a shop", remedy: "Make a shop with `stockroom init`.")
      }
      return ShopDatabase(queue: queue, settings: settings, path: path)
    }
  }

  /// The settings as they are stored; nil in a file that is damaged or belongs to something else.
  static func settings(_ database: Database) throws -> ShopSettings? {
    guard try database.tableExists("settings") else { return nil }
    return settings(in: try Row.fetchAll(database, sql: "SELECT name, value FROM settings").map { ($0[0], $0[1]) })
  }

  /// The settings of names and values; nil without those that a shop has.
  static func settings(in values: [(DatabaseValue, DatabaseValue)]) -> ShopSettings? {
    // A damaged file may hold anything.
    let pairs = values.compactMap { pair -> (String, String)? in
      guard let name = String.fromDatabaseValue(pair.0), let value = String.fromDatabaseValue(pair.1) else {
        return nil
      }
      return (name, value)
    }
    let values = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    guard let name = values["name"], let currency = values["currency"].flatMap({ Currency($0) }),
      let timeZone = values["time_zone"]
    else { return nil }
    return ShopSettings(
      name: name, currency: currency, timeZone: timeZone,
      valuation: values[ShopValuation.setting].flatMap { ValuationMethod(rawValue: $0) } ?? .movingAverage)
  }

  /// Brings an older database up to date, over a connection of its own: this one may be for reading only.
  private static func update(_ path: String) throws {
    let queue = try DatabaseQueue(path: path, configuration: configuration())
    do {
      try SchemaVersion.update(queue) { database, update in
        try TableDigests.migrate(database, to: "\(SchemaVersion.history.count)", update)
      }
    } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR || error.resultCode == .SQLITE_CONSTRAINT
    {
      throw Problems(
        .damaged, "the database cannot be brought up to date: \(error.message ?? "its tables are not as they were")",
        remedy: "Another program changed the database; restore the last backup.")
    }
    try queue.inDatabase { try TableDigests.begin($0) }
    try updateViews(queue)
  }

  /// Makes the views of this version, where another has made them.
  private static func updateViews(_ queue: DatabaseQueue) throws {
    guard try !queue.read({ try ReportingViews.areCurrent($0) }) else { return }
    try queue.write { database in
      try ReportingViews.make(database)
      try TableDigests.settle(database, act: "made the reporting views of this version")
    }
  }

  /// - Throws: ``Problem/Code/refused`` if there is an older shop at a path where it cannot be upgraded.
  private static func requireNoShop(_ queue: DatabaseQueue, _ path: String) throws {
    guard try queue.read({ try $0.tableExists("settings") }) else { return }
    throw Problems(
      .refused, "\(path) was made by an earlier version of stockroom and cannot be brought up to date where it is",
      remedy: "Copy the shop to where it may be written, and use it there once.")
  }

  /// Whether no file can be written next to the database, as with a copy on a read-only medium.
  static func isOnReadOnlyMedium(_ path: String) -> Bool {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    return access(folder, W_OK) != 0 && (errno == EROFS || errno == EACCES)
  }

  /// Whether something is in the write-ahead log next to the database.
  private static func hasLog(_ path: String) -> Bool {
    var status = stat()
    return stat(path + "-wal", &status) == 0 && status.st_size > 0
  }

  /// The URI that makes SQLite read an unchanging file without creating its usual files next to it.
  static func immutableAddress(_ path: String) -> String {
    let full = URL(fileURLWithPath: path).path
    return "file:" + (full.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? full) + "?immutable=1"
  }

  /// The same shop under another name or in another time zone.
  public func renamed(
    _ name: String, timeZone: String, actor: Actor, at moment: Timestamp = .now
  ) throws -> ShopDatabase {
    try write { database in
      try AuditLog.append(
        database, actor: actor, at: moment,
        details: "settings: name '\(settings.name)' → '\(name)', time zone \(settings.timeZone) → \(timeZone)")
      for (setting, value) in [("name", name), ("time_zone", timeZone)] {
        try database.execute(sql: "UPDATE settings SET value = ? WHERE name = ?", arguments: [value, setting])
      }
      // A lot is over when its last day is, by the clock of the shop.
      if timeZone != settings.timeZone { try LotIssues.rebuild(database) }
    }
    return with { changed in
      changed.name = name
      changed.timeZone = timeZone
    }
  }

  /// The same database with settings that were just written to it.
  func with(_ change: (inout ShopSettings) -> Void) -> ShopDatabase {
    var changed = settings
    change(&changed)
    return with(changed)
  }

  /// The same database with other settings.
  func with(_ settings: ShopSettings) -> ShopDatabase { ShopDatabase(queue: queue, settings: settings, path: path) }

  private static func configuration(readOnly: Bool = false) -> Configuration {
    _ = SystemFailure.isListening
    var configuration = Configuration()
    configuration.readonly = readOnly
    configuration.busyMode = .timeout(busyTimeout)
    configuration.foreignKeysEnabled = true
    // The connection keeps its configuration, and so the keeper, for as long as it lives.
    let keeper = readOnly ? nil : RowSumKeeper()
    configuration.prepareDatabase { database in
      keeper?.watch(database)
      database.add(function: GeographyFunctions.distance)
      database.add(function: ColourFunctions.alike)
      database.add(function: SizeFunctions.order)
      database.add(function: CatalogText.ordering)
      database.add(function: UnitFunctions.meaning)
      for function in ReportReader().functions + [ReportReader.sees([])] + BookFunctions.all {
        database.add(function: function)
      }
      if !readOnly {
        // Larger pages help the load; they can only be chosen while the file is empty.
        try database.execute(sql: "PRAGMA page_size = 16384")
        try database.execute(sql: "PRAGMA journal_mode = WAL")
        try database.execute(sql: "PRAGMA synchronous = FULL")
      }
      // Staged records of a large import go to temporary files, not to memory.
      try database.execute(sql: "PRAGMA temp_store = FILE")
      try setCaches(database)
    }
    return configuration
  }

  /// Sets how much of the database is kept in memory; temporary tables have a cache of their own, which is small by itself.
  static func setCaches(
    _ database: Database, kilobytes: Int = 16_000, ofTemporaryTables temporary: Int = 8_000
  ) throws {
    try database.execute(sql: "PRAGMA temp.cache_size = -\(temporary); PRAGMA main.cache_size = -\(kilobytes)")
  }

  /// Whether the list of migrations is the one of this version.
  package static func hasAllMigrations(_ database: Database) throws -> Bool {
    try SchemaVersion.applied(database) == SchemaVersion.names
  }

  /// Reads within one snapshot.
  public func read<Result>(_ work: (Database) throws -> Result) throws -> Result {
    try Self.translatingErrors(at: path) { try queue.read(work) }
  }

  /// Writes within one transaction: all of it, or nothing.
  public func write<Result>(_ work: (Database) throws -> Result) throws -> Result {
    try Self.translatingErrors(at: path) {
      try queue.writeWithoutTransaction { database in
        try database.inConfirmedTransaction {
          let result = try work(database)
          try RetailCosts.refresh(database)
          try LotIssues.refresh(database)
          try TableDigests.settle(database)
          return (result, .commit)
        }
      }
    }
  }

  /// A counter that grows with every change of the catalog; a saved plan is bound to it.
  public func catalogRevision() throws -> Int64 {
    try read { try Self.catalogRevision($0) }
  }

  static func catalogRevision(_ database: Database) throws -> Int64 {
    let value = try String.fetchOne(database, sql: "SELECT value FROM settings WHERE name = 'catalog_revision'")
    return value.flatMap { Int64($0) } ?? 0
  }

  /// Moves the catalog's revision on; called once by everything that changes it.
  package static func advanceCatalogRevision(_ database: Database) throws {
    try database.execute(
      sql: "UPDATE settings SET value = CAST(CAST(value AS INTEGER) + 1 AS TEXT) WHERE name = 'catalog_revision'")
  }
}
