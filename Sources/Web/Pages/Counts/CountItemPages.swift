internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import RetailValues
internal import Serving

/// Counting one item on the page of its product, for people who may approve what they count: its number is entered and posted
/// at once.
///
/// Each step is a command. What stops one of them leaves a count of this item at that step, and the page of the count leads on
/// from there.
enum CountItemPages {
  static func add(to routes: PageRoutes) {
    routes.post("/products/:code/count") { visit in try await count(visit) }
  }

  /// Whether the person may approve and post what they counted.
  static func mayPostOwn(_ visit: Visit) async throws -> Bool {
    guard visit.mayInWholeShop(.postCounts) else { return false }
    return try await visit.run(CommandWords("count", "duties"))["may_post_own"].isTrue
  }

  private static func count(_ visit: Visit) async throws -> Response {
    let (item, typed) = (visit.form["item"] ?? "", visit.form["quantity"] ?? "")
    let quantity = CountNumber.normalized(typed)
    if let failure = visit.numberFailure(typed) ?? CountNumber.failure(ofQuantity: quantity) {
      return try await CatalogPages.product(visit, failure.at("quantity"))
    }
    let opened = await visit.answer(
      CommandWords("count", "open").option("location", visit.form["location"]).option("kind", "partial")
        .option("item", item).writing)
    guard opened.status == 0, let number = JSONValue(opened.output)?["count"].text else {
      let failure = PageFailure(opened)
      guard failure.keepsForm else { throw failure }
      return try await CatalogPages.product(visit, failure)
    }
    let address = CountPages.address(number)
    func stopped(_ failure: PageFailure, at page: String) -> Response {
      visit.redirect(to: page, saying: LocalizedText("Count \(number) is not posted yet: \(failure.title)"))
    }
    do {
      guard try await enter(quantity, of: item, in: number, visit) else {
        return visit.redirect(
          to: address, saying: LocalizedText("The number is saved. Close the count when it has the number."))
      }
    } catch {
      let entry = CountEntryPages.address(number, ofItem: item) + "&quantity=" + FormValues.encoded(quantity)
      return stopped(error, at: entry)
    }
    let closed = await visit.answer(CommandWords("count", "close").argument(number).writing)
    guard closed.status == 0 else { return stopped(PageFailure(closed), at: address) }
    let posted = await visit.answer(
      CommandWords("reconcile").flag("approve").flag("post").argument(number).writing)
    if let failure = CountReviewPages.failure(ofPosting: posted) { return stopped(failure, at: address + "/review") }
    return visit.redirect(to: try CatalogPages.address(visit.parameter("code"), item: item, countedIn: number))
  }

  /// Enters the number, or keeps it until the shop is free.
  ///
  /// - Returns: whether the count has it now.
  private static func enter(
    _ quantity: String, of item: String, in count: String, _ visit: Visit
  ) async throws(PageFailure) -> Bool {
    let entries = visit.site.entries
    let entry = WaitingEntry(
      name: entries.waiting.newName(), login: visit.person.login, role: visit.session.role, count: count, section: "",
      item: item, title: String((visit.form["title"] ?? "").prefix(200)), quantity: quantity, note: "", accepted: [])
    guard let answer = try await entries.enter(entry) else { return false }
    if let failure = CountProgressPages.failure(of: answer) { throw failure }
    return true
  }
}
