internal import ArgumentParser
internal import CatalogSearch
internal import Foundation
internal import ProblemKit
internal import RetailValues
internal import Stock

/// Pages of products for people who look around.
struct FeedCommand: ShopCommand {
  static let configuration = CommandConfiguration(
    commandName: "feed", abstract: "Show new products, page by page: all of them, or those that a user follows.",
    discussion: """
      Newest day first; within a day the stores take turns, so that an upload of many products does not appear in one block. A \
      session shows the products as of one moment: what is published later is not shown, and nothing is shown twice or \
      skipped, even if products are published or removed between two pages. The same session gives the same pages. docs/tutorials/fashion-discovery.md has the rule.

      Examples:
        stockroom feed --discover
        stockroom feed --following --page-size 20 --json
        stockroom feed --discover --session 2026-11-20T12:00:00Z --page-size 20 --after TOKEN
      """)
  static let acts = Acts(.readCatalog)
  static let worksInOneStore = true

  @Flag(help: "All products that customers can see.")
  var discover = false

  @Flag(help: "Products that you follow, or whose store or brand you follow.")
  var following = false

  @Option(help: ArgumentHelp("The time of the session; now unless given.", valueName: "moment"))
  var session: String?

  @Option(help: "How many products on a page, 1 to 1000.")
  var pageSize = 20

  @Option(help: ArgumentHelp("The next page: the token at the end of the page before.", valueName: "token"))
  var after: String?

  @OptionGroup var shopOptions: ShopOptions

  private struct JSONOutput: Encodable {
    struct Product: Encodable {
      let productCode: String
      let title: String?
      let store: String?
      let storeName: String?
      let brand: String?
      let brandName: String?
      let publishedAt: String
    }
    let session: String
    let products: [Product]
    let next: String?
  }

  func run(in shop: OpenShop) throws -> ValueOutput {
    guard discover != following else {
      throw Problems(
        .usage, "which feed?", remedy: "Write --discover for all products, or --following for those you follow.")
    }
    guard (1...Feed.pageLimit).contains(pageSize) else {
      throw Problems(
        .usage, "--page-size \(pageSize) is not between 1 and \(Feed.pageLimit)", remedy: "Write --page-size 20.")
    }
    let database = try shop.books
    let clock = database.settings.clock
    let given = try MomentOption.parse(session, flag: "--session", clock: clock)
    let token = try after.map { text in
      guard let token = Feed.Token(text) else {
        throw Problems(
          .usage, "--after \(text) is not a token of a page", remedy: "Copy it from the end of the page before.")
      }
      guard given == nil || given == token.session else {
        throw Problems(
          .usage, "--after belongs to the session \(clock.iso8601(token.session))",
          remedy: "Leave --session out, or give that one.")
      }
      return token
    }
    let feed = Feed(
      discover ? .discovery : .following(user: shop.person.code), session: token?.session ?? given ?? .now)
    let page = try feed.page(after: token, size: pageSize, in: database)
    let products = page.products.map { product in
      JSONOutput.Product(
        productCode: product.code, title: product.title, store: product.store,
        storeName: product.storeName, brand: product.brand, brandName: product.brandName,
        publishedAt: clock.iso8601(product.publishedAt))
    }
    let session = clock.iso8601(feed.session)
    return ValueOutput(JSONOutput(session: session, products: products, next: page.next?.description)) {
      guard !products.isEmpty else {
        return Terminal.say(token == nil ? "There is nothing in this feed." : "There is nothing more.")
      }
      Terminal.say(
        Terminal.table(
          ["product", "title", "store", "brand", "published"],
          products.map { product in
            [
              product.productCode, product.title ?? "", product.storeName ?? product.store ?? "",
              product.brandName ?? product.brand ?? "", product.publishedAt,
            ]
          }))
      if let next = page.next { Terminal.say("Next page: --after \(next)") }
    }
  }
}
