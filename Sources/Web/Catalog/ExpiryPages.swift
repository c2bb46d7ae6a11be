internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import RetailValues
internal import Serving

/// The lots in stock by their last day of use.
enum ExpiryPages {
  /// How many days the home page looks ahead, and the list unless the address says otherwise.
  private static let usualDays = 7
  private static let pageLength = 50

  static func add(to routes: PageRoutes) {
    routes.get("/expiry") { visit in try await list(visit) }
  }

  // MARK: Home

  /// The line of the home page for what expires; none where nothing does.
  static func tasks(_ visit: Visit) async throws -> [[String: Any]] {
    let totals = try await visit.run(CommandWords("expiry", "totals").option("days", "\(usualDays)"))
    let (expired, expiring) = (totals["expired_items"].integer ?? 0, totals["expiring_items"].integer ?? 0)
    guard expired + expiring > 0 else { return [] }
    let isExpired = LocalizedText(
      count: expired, one: "1 item has expired", other: "\(PageNumber.text(expired)) items have expired")
    let number = PageNumber.text(expiring)
    let expires = LocalizedText(
      count: expiring, one: "1 item expires within \(usualDays) days",
      other: "\(number) items expire within \(usualDays) days")
    return [
      [
        "what": expiring > 0 ? expires : isExpired, "fact": expiring > 0 && expired > 0 ? isExpired : "" as Any,
        "address": expiring > 0 ? "/expiry" : "/expiry?days=expired",
        "tag": expired > 0 ? LocalizedText("expired") : LocalizedText("expires soon"),
        "kind": expired > 0 ? "error" : "look",
      ]
    ]
  }

  // MARK: List

  /// What is listed: `expired`, `all`, or a number of days to look ahead.
  private static func which(_ visit: Visit) throws(PageFailure) -> String {
    let which = visit.query["days"] ?? "\(usualDays)"
    let isNumber = Int(which).map { (0...36_500).contains($0) } ?? false
    guard isNumber || ["expired", "all"].contains(which) else { throw .notFound }
    return which
  }

  /// The command of the list, without its page.
  static func words(_ visit: Visit) throws(PageFailure) -> CommandWords {
    guard visit.may(.readStock) else { throw .forbidden(.readStock) }
    let which = try which(visit)
    return CommandWords("expiry", "list").flag("expired", which == "expired")
      .option("days", Int(which).map { "\($0)" }).option("find", visit.query["find"])
  }

  private static func list(_ visit: Visit) async throws -> Response {
    let which = try which(visit)
    let skip = visit.query.number("from")
    // One more than the page shows: whether there is another page.
    let answer = try await visit.run(words(visit).option("limit", "\(pageLength + 1)").option("skip", "\(skip)"))
    let lots = answer["lots"].elements
    let find = visit.query["find"] ?? ""
    let search = find.isEmpty ? "" : "&find=\(FormValues.encoded(find))"
    let address = "/expiry?days=\(which)\(search)"
    var tabs = [
      ("expired", LocalizedText("Expired")), ("7", LocalizedText("Within \(7) days")),
      ("30", LocalizedText("Within \(30) days")), ("90", LocalizedText("Within \(90) days")),
      ("all", LocalizedText("All lots")),
    ]
    if !tabs.contains(where: { $0.0 == which }) { tabs.insert((which, LocalizedText("Within \(which) days")), at: 1) }
    let shown = min(lots.count, pageLength)
    return try visit.page(
      "expiry", title: LocalizedText("What expires"),
      [
        "tabs": tabs.map { name, title -> [String: Any] in
          ["name": title, "address": "/expiry?days=\(name)\(search)", "is_current": name == which]
        },
        "lots": lots.prefix(pageLength).map(row), "has_lots": !lots.isEmpty, "first": PageNumber.text(skip + 1),
        "last": PageNumber.text(skip + shown), "total": answer["total"].numberText,
        "csv": "/expiry.csv?days=\(which)\(search)",
        "which": which, "find": find, "has_search": !lots.isEmpty || !find.isEmpty,
        "previous": skip > 0 ? "\(address)&from=\(max(0, skip - pageLength))" : false as Any,
        "next": lots.count > pageLength ? "\(address)&from=\(skip + pageLength)" : false as Any,
        "empty": !find.isEmpty
          ? LocalizedText("No lot matches.")
          : which == "expired"
            ? LocalizedText("Nothing in stock has expired.") : LocalizedText("Nothing in stock expires by then."),
      ])
  }

  private static func row(_ lot: JSONValue) -> [String: Any] {
    let left = lot["days_left"].integer ?? 0
    let sku = lot["sku"].text ?? ""
    return [
      "sku": sku, "title": lot["title"].text ?? sku, "lot": lot["lot"].text ?? "",
      "address": "/products/\(FormValues.encoded(sku))", "location": lot["location"].text ?? "",
      "quantity": lot["remaining"].numberText, "day": lot["expires_on"].shownDay, "is_expired": left < 0,
      "left": left == 0 ? LocalizedText("today") : PageNumber.text(left),
    ]
  }
}
