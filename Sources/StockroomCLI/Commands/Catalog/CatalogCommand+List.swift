internal import ArgumentParser
internal import CatalogSearch
internal import Foundation
internal import ProblemKit
internal import RetailValues
internal import Stock

extension CatalogCommand {
  struct List: ShopCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List matching products, page by page.",
      discussion: """
        A product matches if all the options given match; of an option that is repeated, one value is enough. Colour, size, \
        price and stock must match in the same variant. Prices are what customers pay now. A distance is measured along the earth to the nearest store that \
        the product belongs to or lies in.

        The end of a page shows the command for the next one. Going on with a search repeats and skips nothing, even if \
        products are added, renamed or removed meanwhile. The position is valid for a day.

        Examples:
          stockroom catalog list --title mug --price-from 5 --price-to 12.50
          stockroom catalog list --category clothes --colour-family red --size M --in-stock --facets
          stockroom catalog list --near 52.5186,13.4083 --within 5km --order distance
        """)
    static let acts = Acts(.readCatalog)
    static let worksInOneStore = true

    @OptionGroup var queryOptions: CatalogQueryOptions

    @OptionGroup var sightOptions: CatalogSightOptions

    @Option(help: ArgumentHelp("How many products are on a page, at most 1000.", valueName: "count"))
    var pageSize = 15

    @Option(
      help: ArgumentHelp(
        "Begin with this page; the search runs again, so that the pages may have changed.", valueName: "number")
    )
    var page: Int?

    @Option(help: ArgumentHelp("Continue a search: the token at the end of the page before.", valueName: "token"))
    var after: String?

    @Flag(help: "Also count the products of each category, brand, store, colour, size and gender.")
    var facets = false

    @OptionGroup var shopOptions: ShopOptions

    private struct JSONOutput: Encodable {
      let total: Int
      let first: Int
      let products: [CatalogOutput]
      let next: String?
      let facets: [String: [Facet]]?

      struct Facet: Encodable {
        let value: String
        let name: String?
        let products: Int
      }
    }

    func run(in shop: OpenShop) throws -> ValueOutput {
      guard (1...1000).contains(pageSize) else {
        throw Problems(.usage, "--page-size \(pageSize) is out of range", remedy: "Give 1 to 1000.")
      }
      guard (page ?? 1) >= 1 else {
        throw Problems(.usage, "--page \(page ?? 0): pages count from 1", remedy: "Give 1 or more.")
      }
      let database = try shop.booksForReading
      var query = CatalogQuery()
      try sightOptions.fill(&query, shop.folder)
      // A folder that can only be read, and a full disk, give their pages by their numbers.
      let kept =
        access(shop.folder.path, W_OK) == 0
        ? try KeptSearches.ifWritable(at: shop.folder.path + "/" + KeptSearches.fileName) : nil
      let found: CatalogPage
      if let after {
        guard queryOptions.isEmpty, sightOptions.status.isEmpty, !sightOptions.unpublished, page == nil, !facets else {
          throw Problems(
            .usage, "--after goes on with a search as it was begun",
            remedy: "Leave the other options out, or leave --after out to search again.")
        }
        guard let kept else {
          throw Problems(
            .notFound, "searches are not kept while the folder can only be read, or the disk is full",
            remedy: "Search again, without the token.")
        }
        found = try database.catalogPage(after: after, size: pageSize, seesStock: query.seesStock, keptIn: kept)
      } else {
        try queryOptions.fill(&query, shop.folder, currency: database.settings.currency)
        found = try database.catalogPage(query, size: pageSize, page: page ?? 1, keptIn: kept)
      }
      let counts = facets ? try database.catalogFacets(query) : nil
      let values = counts.map { counts in
        Dictionary(
          uniqueKeysWithValues: counts.map { facet, values in
            (facet.rawValue, values.map { JSONOutput.Facet(value: $0.value, name: $0.name, products: $0.products) })
          })
      }
      let answer = JSONOutput(
        total: found.total, first: found.first + 1, products: found.products.map { CatalogOutput($0) },
        next: found.next, facets: values)
      return ValueOutput(answer) {
        show(found)
        if let counts { show(counts) }
      }
    }

    private func show(_ found: CatalogPage) {
      guard found.total > 0 else { return Terminal.say("No product matches.") }
      guard !found.products.isEmpty else {
        return Terminal.say("There are no more; \(Terminal.number(found.total, "product")) were found.")
      }
      var columns: [(heading: String, isNumber: Bool, text: (CatalogProduct) -> String)] = [
        ("product", false, { $0.code }), ("title", false, { $0.title }),
        ("brand", false, { $0.brandName ?? $0.brand ?? "" }),
        ("category", false, { $0.categoryName ?? $0.category ?? "" }),
        ("colours", false, { Terminal.list($0.colours) }),
        ("sizes", false, { Terminal.list($0.sizes) }), ("price", true, { CatalogView.price($0) }),
        ("in stock", false, { $0.isInStock.map { $0 ? "yes" : "no" } ?? "" }),
        ("away", true, { CatalogView.distance($0.metres) }),
        ("status", false, { $0.status == "active" ? "" : $0.status }),
      ]
      // A column that says nothing is left out.
      columns = columns.enumerated().filter { place, column in
        place < 2 || found.products.contains { !column.text($0).isEmpty }
      }.map(\.element)
      Terminal.say(
        Terminal.table(
          columns.map(\.heading), found.products.map { product in columns.map { $0.text(product) } },
          rightAligned: Set(columns.indices.filter { columns[$0].isNumber })))
      Terminal.say()
      let last = found.first + found.products.count
      let place = found.total == found.products.count ? "" : "; these are \(found.first + 1) to \(last)"
      Terminal.say("\(Terminal.number(found.total, "product"))\(place)")
      if let next = found.next { Terminal.say("Next page: stockroom catalog list --after \(next)") }
    }

    private func show(_ counts: [CatalogFacet: [CatalogFacetValue]]) {
      for facet in CatalogFacet.allCases {
        guard let values = counts[facet], !values.isEmpty else { continue }
        Terminal.say()
        Terminal.say("--\(facet.rawValue)")
        // Sizes stay in their order; of everything else what finds most comes first.
        let shown = (facet == .size ? values : values.sorted { ($1.products, $0.value) < ($0.products, $1.value) })
          .prefix(20)
        for value in shown {
          let name = value.name.map { $0 == value.value ? "" : " (\($0))" } ?? ""
          Terminal.say("  \(value.value)\(name): \(value.products)")
        }
        if values.count > shown.count { Terminal.say("  and \(values.count - shown.count) more") }
      }
    }
  }
}
