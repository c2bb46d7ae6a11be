internal import ArgumentParser
internal import CatalogSearch
internal import Foundation
internal import ProblemKit
internal import RetailValues
internal import Stock

/// The catalog as customers and clerks search it.
struct CatalogCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "catalog", abstract: "Search the catalog as a customer or a clerk does.",
    discussion: """
      Shows nothing of costs and suppliers. What is left of each size is shown to those who may see what is on hand \
      in all stores, and to everybody where stockroom.yml says `catalog: { show_stock: true }`. docs/guides/searching-the-catalog.md shows all of it.

      Examples:
        stockroom catalog list --category shoes --size 38 --size 39 --price-to 80
        stockroom catalog list --brand "Lin & Ull" --store Birk
        stockroom catalog show BOOT-7
      """,
    subcommands: [List.self, Show.self])
}

/// The products that may be seen, and their visible fields.
struct CatalogSightOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Products of this status; active unless given. May be repeated.",
      valueName: "state"))
  var status: [ShownStatusArgument] = []

  @Flag(help: "Include products that customers will see only from a later day.")
  var unpublished = false

  func fill(_ query: inout CatalogQuery, _ folder: ShopFolder) throws {
    let person = try folder.acting()
    // As with `stock`, which works on the whole shop: who belongs to one store is not shown what others have.
    query.seesStock = folder.settings.catalog.showsStock || person.store == nil && person.sees.contains(.expected)
    query.includesUnpublished = unpublished
    guard !status.isEmpty else { return }
    query.statuses = Set(status.flatMap(\.statuses))
  }
}

/// The search, as options.
struct CatalogQueryOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The product's code contains this text, in upper or lower case. May be repeated: any of them.", valueName: "text")
  )
  var code: [String] = []

  @Option(
    help: ArgumentHelp(
      "The title contains this text, in any case and script. May be repeated: all of them.", valueName: "text"))
  var title: [String] = []

  @Option(help: ArgumentHelp("The description contains this text. May be repeated: all of them.", valueName: "text"))
  var description: [String] = []

  @Option(help: ArgumentHelp("What customers pay now, sales included, is at least this.", valueName: "amount"))
  var priceFrom: String?

  @Option(help: ArgumentHelp("What customers pay now, sales included, is at most this.", valueName: "amount"))
  var priceTo: String?

  @Option(
    help: ArgumentHelp(
      "In this category or anywhere below it. May be repeated: any of them.", valueName: "code or name"))
  var category: [String] = []

  @Option(help: ArgumentHelp("Of this brand. May be repeated: any of them.", valueName: "code or name"))
  var brand: [String] = []

  @Option(
    help: ArgumentHelp(
      "Of this store, or on hand there. May be repeated: any of them.", valueName: "code or name"))
  var store: [String] = []

  @Option(help: ArgumentHelp("In exactly this colour. May be repeated: any of them.", valueName: "code"))
  var colour: [String] = []

  @Option(
    help: ArgumentHelp(
      "In a colour of this family, or in one named with --colour. May be repeated.", valueName: "family"))
  var colourFamily: [String] = []

  @Option(help: ArgumentHelp("In this size. May be repeated: any of them.", valueName: "size"))
  var size: [String] = []

  @Option(help: ArgumentHelp("The gender that it is made for. May be repeated: any of them.", valueName: "whom"))
  var gender: [GenderArgument] = []

  @Option(
    help: ArgumentHelp(
      "Where you are: latitude and longitude in degrees, such as 52.5186,13.4083.", valueName: "lat,lon"))
  var near: String?

  @Option(
    help: ArgumentHelp(
      "With --near: in a store at most this far away, such as 5km, 800m or 3mi.", valueName: "distance"))
  var within: String?

  @Flag(help: "Only what is on hand, in the stores given with --store.")
  var inStock = false

  @Option(
    help: ArgumentHelp(
      "How the products are sorted: the newest first, or the lowest price first; distance needs --near.",
      valueName: "order"))
  var order: CatalogQuery.Order?

  /// Whether anything is asked for.
  var isEmpty: Bool {
    [code, title, description, category, brand, store, colour, colourFamily, size].allSatisfy(\.isEmpty)
      && [priceFrom, priceTo, near, within].allSatisfy { $0 == nil } && gender.isEmpty && order == nil && !inStock
  }

  func fill(_ query: inout CatalogQuery, _ folder: ShopFolder, currency: Currency) throws {
    (query.codes, query.titles, query.descriptions) = (code, title, description)
    (query.categories, query.brands, query.stores) = (category, brand, store)
    (query.colours, query.colourFamilies, query.sizes) = (colour, colourFamily, size)
    query.lowestPrice = try price(priceFrom, "--price-from", currency)
    query.highestPrice = try price(priceTo, "--price-to", currency)
    if let lowest = query.lowestPrice, let highest = query.highestPrice, lowest > highest {
      throw Problems(
        .usage, "--price-from \(priceFrom ?? "") is more than --price-to \(priceTo ?? "")",
        remedy: "Swap the two amounts.")
    }
    query.genders = gender.map(\.rawValue)
    query.place = try near.map(Self.place)
    query.metres = try within.map(Self.metres)
    if within != nil, near == nil {
      throw Problems(
        .usage, "--within \(within ?? "") does not say from where", remedy: "Add --near LATITUDE,LONGITUDE.")
    }
    if inStock, !query.seesStock {
      let person = try folder.acting()
      try person.requireSight(of: [.expected], "what is in stock")
      throw Problems(
        .notPermitted, "you belong to the store '\(person.store ?? "")', and what is in stock is shown for all stores",
        remedy: "Leave --in-stock out, or ask a manager of all stores.")
    }
    query.isInStock = inStock
    guard let order else { return }
    if order == .distance, near == nil {
      throw Problems(.usage, "--order distance does not say from where", remedy: "Add --near LATITUDE,LONGITUDE.")
    }
    query.order = order
  }

  private func price(_ text: String?, _ flag: String, _ currency: Currency) throws -> Int64? {
    guard let text else { return nil }
    guard let number = try? ExactDecimal(parsing: text.utf8), let money = Money(number, currency: currency),
      money.minorUnits >= 0
    else {
      throw Problems(.usage, "\(flag) \(text) is not an amount of \(currency.code)", remedy: "Write it as 12.50.")
    }
    return money.minorUnits
  }

  static func place(_ text: String) throws -> Coordinates {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
      .map { Degrees(String($0).trimmingCharacters(in: .whitespaces)) }
    guard parts.count == 2, let latitude = parts[0], let longitude = parts[1],
      let place = Coordinates(latitude: latitude, longitude: longitude)
    else {
      throw Problems(
        .usage, "--near \(text) is not a place on earth",
        remedy: "Write latitude and longitude in degrees with a point, as 52.5186,13.4083; south and west are negative."
      )
    }
    return place
  }

  private static let units: [(name: String, millimetres: Int64)] = [("km", 1_000_000), ("mi", 1_609_344), ("m", 1000)]

  static func metres(_ text: String) throws -> Int64 {
    let text = text.lowercased()
    for unit in units where text.hasSuffix(unit.name) {
      let number = text.dropLast(unit.name.count).trimmingCharacters(in: .whitespaces)
      guard let value = Quantity(number), value.scaled >= 0 else { break }
      let (metres, overflow) = value.scaled.multipliedReportingOverflow(by: unit.millimetres)
      // No two places are further apart than half around the earth.
      return overflow ? 40_000_000 : metres / 1_000_000
    }
    throw Problems(.usage, "--within \(text) is not a distance", remedy: "Write it as 5km, 800m or 3mi.")
  }
}
