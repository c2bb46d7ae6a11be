import FormatKitTesting
import Foundation
import Testing

/// Real stocktakes, holdings, scrap, warehouse sheets and written-off lots, taken in by their profiles, counted, posted and
/// stated; the statement's numbers against sums over the raw files.
@Suite(.enabled(if: Corpora.isAvailable("retail"), "\(Corpora.notice)")) struct StocktakeCorporaTests {
  /// Each day of stocktaking is a count; what the next one says of the same part is its variance. No cost is known.
  @Test func inventreeStocktakesFollowEachOther() throws {
    let shop = try CorpusShop(currency: "USD")
    let run = try shop.shop.run([
      "import", shop.corpora + "inventree/stocktakes_only.json", "--profile", "inventree", "--location", "main",
      "--on-error", "skip", "--rejects", shop.folder.path + "/rejects.json", "--accept", "counted-twice",
    ])
    #expect(run.status == 3, "\(run.shown)")
    let json = try JSONSerialization.jsonObject(with: Data(RawFiles.text("inventree/stocktakes_only.json").utf8))
    var byDay: [String: [String: Set<Decimal>]] = [:]
    for record in try #require(json as? [[String: Any]]) where record["model"] as? String == "part.partstocktake" {
      let fields = try #require(record["fields"] as? [String: Any])
      let (day, part) = ("\(fields["date"] ?? "")", "\(fields["part"] ?? "")")
      byDay[day, default: [:]][part, default: []].insert(RawFiles.number(fields["quantity"] as? String))
    }
    var present: [String: Decimal] = [:]
    var (loss, gain, right, lines) = (Decimal(0), Decimal(0), 0, 0)
    for (day, parts) in byDay.sorted(by: { $0.key < $1.key }) {
      try shop.shop.must(["reconcile", day, "--post"])
      // A part that was counted twice on a day with different results is a conflict, and was left out; equal results are one.
      for (part, counts) in parts where counts.count == 1 {
        let counted = counts.first ?? 0
        let variance = counted - present[part, default: 0]
        present[part] = counted
        lines += 1
        right += variance == 0 ? 1 : 0
        loss += max(-variance, 0)
        gain += max(variance, 0)
      }
    }
    #expect(lines == 425 && loss > 0)
    let statement = try shop.statement()
    #expect(statement.units("unknown", "loss_units") == loss)
    #expect(statement.units("unknown", "gain_units") == gain)
    #expect(statement.units("unknown", "net_units") == loss - gain)
    #expect(statement.header("counted_lines") == Decimal(lines))
    #expect(statement.header("right_lines") == Decimal(right))
    #expect(statement.header("unvalued_lines") == Decimal(lines - right))
    #expect(statement.part("unknown", "net_cost").isNaN)
    let onHand = try ShopContents.rows(shop.shop.database, "SELECT SUM(quantity) FROM balances")
    #expect(onHand == ["\(present.values.reduce(0, +) * 1000)"])
    try shop.shop.must(["check"])
  }

  /// The holdings are the books, the quantities of the last stocktake what was counted.
  @Test func wideWorldHoldingsAgainstTheirLastStocktake() throws {
    let files = "wide-world-importers/csv/Warehouse."
    let shop = try CorpusShop(currency: "USD")
    try shop.take(files + "StockItems.csv", "wwi-stock-items")
    try shop.take(files + "StockItemHoldings.csv", "wwi-holdings-stock", ["--location", "main"])
    try shop.take(files + "StockItemHoldings.csv", "wwi-holdings-counts", ["--location", "main"])
    try shop.shop.must(["reconcile", "last-stocktake", "--as-of", "2016-06-01", "--post"])
    let items = try RawFiles.table(files + "StockItems.csv")
    let goods = Dictionary(items.map { ($0["StockItemID"] ?? "", $0) }) { first, _ in first }
    var (units, cost, retail) = (Amounts(), Amounts(), Amounts())
    var bySupplier: [String: Decimal] = [:]
    let holdings = try RawFiles.table(files + "StockItemHoldings.csv")
    for row in holdings {
      let item = goods[row["StockItemID"] ?? ""]
      let lost = RawFiles.number(row["QuantityOnHand"]) - RawFiles.number(row["LastStocktakeQuantity"])
      let value = RawFiles.rounded(lost * RawFiles.number(row["LastCostPrice"]))
      units.add(lost)
      cost.add(value)
      retail.add(RawFiles.rounded(lost * RawFiles.number(item?["UnitPrice"])))
      bySupplier[item?["SupplierID"] ?? "", default: 0] += value
    }
    #expect(units.lines == 225 && holdings.count == 227)
    let statement = try shop.statement()
    for (amounts, unit) in [(cost, "cost"), (retail, "retail")] {
      #expect(statement.part("unknown", "net_" + unit) == amounts.net)
      #expect(statement.part("unknown", "loss_" + unit) == amounts.loss)
      #expect(statement.part("unknown", "gain_" + unit) == amounts.gain)
      #expect(statement.part("total", "net_" + unit) == amounts.net)
    }
    #expect(statement.units("unknown", "loss_units") == units.loss)
    #expect(statement.units("unknown", "gain_units") == units.gain)
    #expect(statement.header("counted_lines") == 227)
    #expect(statement.header("right_lines") == Decimal(227 - units.lines))
    for (supplier, value) in bySupplier {
      #expect(statement["suppliers", ["supplier": supplier], "net_cost"] == value, "supplier \(supplier)")
    }
    try shop.shop.must(["check"])
  }

  /// Goods scrapped for each of the reasons are a known loss, but what was not as ordered, which goes back. The figures of
  /// the inventory, from before the scrapping, are then counted at the places: what was scrapped seems to be there again.
  @Test func adventureWorksScrapIsKnownLoss() throws {
    let shop = try CorpusShop(currency: "USD")
    for (file, profile) in [
      ("Location", "location"), ("ProductModel", "product-model"), ("Product", "product"),
      ("ProductInventory", "product-inventory"), ("ProductVendor", "product-vendor"),
    ] { try shop.take("adventureworks/\(file).csv", "adventureworks-\(profile)") }
    let inventory = try RawFiles.tabs("adventureworks/ProductInventory.csv")
    var products: [String: [String]] = [:]
    for row in try RawFiles.tabs("adventureworks/Product.csv") { products[row[0]] = row }
    var list: [String: Decimal] = [:]
    for row in try RawFiles.tabs("adventureworks/ProductVendor.csv") {
      let asked = RawFiles.number(row[4])
      list[row[1]] = min(list[row[1]] ?? asked, asked)
    }
    var lines = ["document,line,scrapped_as,sku,quantity,location,effective_at"]
    var sheet = ["count,location,sku,counted_quantity,counted_at"]
    var (cost, retail, found) = (Amounts(), Amounts(), Amounts())
    var byPlace: [String: Decimal] = [:]
    var (unvalued, known, returned) = (0, 0, 0)
    for (index, reason) in try RawFiles.tabs("adventureworks/ScrapReason.csv").enumerated() {
      let row = inventory[index * 61 + 20]
      let (product, place, units) = (row[1], row[2], Decimal(index % 5 + 1))
      lines.append("WO-\(index),1,\(reason[1]),\(product),-\(units),\(place),2014-09-01")
      sheet.append("place-\(place),\(place),\(product),\(row[5]),2014-09-02T12:00:00")
      let standard = RawFiles.number(products[product]?[8])
      let unitCost = list[product] ?? (standard > 0 ? standard : nil)
      let value = unitCost.map { RawFiles.rounded(units * $0) }
      if let value { found.add(value) }
      if reason[1].hasSuffix("not as ordered") {
        returned += 1
        unvalued += value == nil ? 1 : 0
        continue
      }
      known += 1
      unvalued += value == nil ? 2 : 0
      cost.add(value ?? 0)
      byPlace[place, default: 0] += value ?? 0
      let price = RawFiles.rounded(RawFiles.number(products[product]?[9]))
      retail.add(RawFiles.rounded(units * price))
    }
    #expect(known == 14 && returned == 2 && cost.lines > 5 && retail.lines > 3)
    try shop.takeOwn("scrap.csv", lines, ["--profile", "adventureworks-scrap"])
    let before = try shop.statement(["to=2014-12-31"])
    #expect(before.part("known", "net_cost") == cost.net)
    #expect(before["reasons", ["reason": "damage"], "net_cost"] == cost.net)
    #expect(before["reasons", ["reason": "damage"], "lines"] == Decimal(known))
    #expect(before.part("known", "net_retail") == retail.net)
    for (place, value) in byPlace where value != 0 {
      #expect(before["locations", ["location": place], "known_cost"] == value, "location \(place)")
    }
    try shop.takeOwn("sheet.csv", sheet, ["--kind", "count_lines"])
    let sessions = Set(sheet.dropFirst().map { $0.split(separator: ",")[0] })
    for session in sessions.sorted() { try shop.shop.must(["reconcile", String(session), "--post"]) }
    let after = try shop.statement(["to=2014-12-31"])
    #expect(after.part("unknown", "gain_cost") == found.net)
    #expect(after.part("unknown", "loss_cost") == 0)
    #expect(after.part("total", "net_cost") == cost.net - found.net)
    #expect(after.header("unvalued_lines") == Decimal(unvalued))
    #expect(after.header("sessions") == Decimal(sessions.count))
    try shop.shop.must(["check"])
  }

  /// The sheet of the warehouse is its stock. The lots past their last day are thrown away, and the same sheet then counted.
  @Test func openBoxesLotsThatWentOff() throws {
    let shop = try CorpusShop(currency: "USD")
    let files = "openboxes/configuration/"
    for (file, profile) in [
      ("WHO_categories", "categories"), ("locations", "locations"), ("products", "products"),
      ("productSuppliers", "product-suppliers"),
    ] { try shop.take(files + file + ".csv", "openboxes-" + profile) }
    try shop.take(
      files + "mainWarehouseInventory.csv", "openboxes-inventory-stock", ["--set", "effective_at=2024-12-01"])
    var costs: [String: Decimal] = [:]
    for row in try RawFiles.table(files + "products.csv") {
      costs[row["ProductCode"] ?? ""] = row["UnitCost"].flatMap { Decimal(string: $0) }
    }
    var list: [String: Decimal] = [:]
    for row in try RawFiles.table(files + "productSuppliers.csv") {
      guard let price = row["Package Price"].flatMap({ Decimal(string: $0) }) else { continue }
      let asked = RawFiles.rounded(price / RawFiles.number(row["Quantity per Package"]), decimals: 6)
      let code = row["Product Code"] ?? ""
      list[code] = min(list[code] ?? asked, asked)
    }
    costs.merge(list) { _, asked in asked }
    var lines = ["document,movement_kind,reason,sku,lot,quantity,location,effective_at"]
    var (loss, units, sheetLines) = (Amounts(), Amounts(), Set<String>())
    for row in try RawFiles.table(files + "mainWarehouseInventory.csv") {
      let (code, present) = (row["Product code"] ?? "", RawFiles.number(row["Physical QOH"]))
      sheetLines.insert(code)
      let parts = (row["Expiration date"] ?? "").split(separator: "/")
      guard parts.count == 3, parts[2] < "2025", present > 0 else { continue }
      lines.append("X-1,write-off,expiry,\(code),\(row["Lot number"] ?? ""),-\(present),NYCW,2025-01-02")
      units.add(present)
      loss.add(RawFiles.rounded(present * (costs[code] ?? .nan)))
    }
    #expect(units.lines > 3 && !loss.net.isNaN)
    try shop.takeOwn("expired.csv", lines)
    let before = try shop.statement(["to=2025-12-31"])
    #expect(before["reasons", ["reason": "expiry"], "net_cost"] == loss.net)
    #expect(before.units("known", "net_units") == units.net)
    try shop.take(files + "mainWarehouseInventory.csv", "openboxes-inventory-count")
    try shop.shop.must(["reconcile", "main-warehouse", "--as-of", "2025-02-01", "--post"])
    let after = try shop.statement(["to=2025-12-31"])
    #expect(after.part("unknown", "gain_cost") == loss.net)
    #expect(after.part("total", "net_cost") == 0)
    #expect(after.header("counted_lines") == Decimal(sheetLines.count))
    #expect(after.header("right_lines") == Decimal(sheetLines.count - units.lines))
    try shop.shop.must(["check"])
  }

  /// Days of invoices with lots that were written off. The written-off goods are then counted as zero. The books have
  /// no deliveries, so their stock is negative by the quantities sold and written off.
  @Test func retailerWroteOffLots() throws {
    let shop = try CorpusShop(currency: "GBP", timeZone: "Europe/London")
    let days = ["2010-12-06", "2010-12-09", "2011-01-10"].map { "uci-online-retail/by-day/\($0).csv" }
    for day in days { try shop.take(day, "uci-online-retail", ["--location", "main"]) }
    let noGoods: Set<String> = ["POST", "DOT", "M", "D", "S", "C2", "AMAZONFEE", "BANK CHARGES", "B", "CRUK", "PADS"]
    let words = [
      "damage", "faulty", "mouldy", "thrown", "broken", "crush", "wet", "rust", "smash", "destroy", "unsale", "lost",
      "missing", "stolen",
    ]
    var (onHand, price, lost) = ([String: Decimal](), [String: Decimal](), [(sku: String, units: Decimal)]())
    var netSales = Decimal(0)
    for row in try days.flatMap({ try RawFiles.table($0) }) {
      let sku = (row["StockCode"] ?? "").uppercased()
      guard !noGoods.contains(sku), !sku.hasPrefix("GIFT_") else { continue }
      let (units, paid) = (RawFiles.number(row["Quantity"]), RawFiles.number(row["UnitPrice"]))
      let text = row["Description"] ?? ""
      let isCredit = row["InvoiceNo"]?.hasPrefix("C") == true
      let isGoodsName = text.range(of: "[A-Z]{3}", options: .regularExpression) != nil
      if isCredit || (units > 0 && (paid > 0 || isGoodsName)) {
        onHand[sku, default: 0] -= units
        netSales += RawFiles.rounded(units * paid)
      } else {
        onHand[sku, default: 0] += units
        if units < 0, words.contains(where: { text.lowercased().contains($0) }) { lost.append((sku, -units)) }
      }
      if paid > 0, price[sku] == nil { price[sku] = paid }
    }
    let skus = Set(lost.map(\.sku))
    for sku in skus where price[sku] == nil { price[sku] = 1 }
    #expect(lost.count == 4, "\(lost)")
    try shop.takeOwn("prices.csv", ["sku,price"] + skus.sorted().map { "\($0),\(price[$0] ?? 0)" })
    let retail = lost.reduce(Decimal(0)) { $0 + RawFiles.rounded($1.units * (price[$1.sku] ?? 0)) }
    let before = try shop.statement(["from=2010-12-01", "to=2011-02-01"])
    #expect(before.part("known", "lines") == Decimal(lost.count))
    #expect(before.units("known", "net_units") == lost.reduce(0) { $0 + $1.units })
    #expect(before.part("known", "net_retail") == retail)
    #expect(before.part("known", "net_cost").isNaN, "no cost is known")
    #expect(before.header("net_sales") == netSales)
    try shop.takeOwn(
      "sheet.csv", ["count,location,sku,counted_quantity"] + skus.sorted().map { "none,main,\($0),0" },
      ["--kind", "count_lines"])
    try shop.shop.must(["reconcile", "none", "--as-of", "2011-01-31", "--post"])
    let after = try shop.statement(["from=2010-12-01", "to=2011-02-01"])
    let missing = skus.reduce(Decimal(0)) { $0 - (onHand[$1] ?? 0) }
    #expect(after.units("unknown", "gain_units") == missing)
    #expect(after.header("negative_lines") == Decimal(skus.filter { (onHand[$0] ?? 0) < 0 }.count))
    try shop.shop.must(["check"])
  }
}

/// A sum with its losses and gains apart; nothing that is zero counts.
private struct Amounts {
  var (loss, gain, lines) = (Decimal(0), Decimal(0), 0)
  var net: Decimal { loss - gain }

  mutating func add(_ value: Decimal) {
    guard value != 0 else { return }
    lines += 1
    if value > 0 { loss += value } else { gain -= value }
  }
}
