internal import GRDB
public import RetailValues
public import Stock

/// One page of the products found.
public struct CatalogPage: Sendable {
  public let products: [CatalogProduct]
  /// How many were found when the search began.
  public let total: Int
  /// The place of the first product of this page among those, from 0.
  public let first: Int
  /// The token that continues the search; nil on the last page.
  public let next: String?
}

extension ShopDatabase {
  /// The numbers of all products found, in order.
  func products(_ query: CatalogQuery, at moment: Timestamp = .now) throws -> [Int64] {
    try search(query, at: moment) { conditions, database in
      try Int64.fetchAll(database, sql: conditions.products, arguments: conditions.arguments)
    }
  }

  /// Begins a search.
  ///
  /// - Parameters:
  ///   - size: how many products a page has, from 1 on.
  ///   - page: the number of the page, from 1 on.
  ///   - kept: where the results are kept for further pages; nil if no further pages are needed.
  /// - Throws: ``Problem/Code/notFound`` for a category, brand, store or colour that does not exist.
  public func catalogPage(
    _ query: CatalogQuery, size: Int, page: Int = 1, at moment: Timestamp = .now, keptIn kept: KeptSearches? = nil
  ) throws -> CatalogPage {
    let found = try products(query, at: moment)
    let (start, overflow) = max(page - 1, 0).multipliedReportingOverflow(by: size)
    let first = overflow ? found.count : min(start, found.count)
    // All results are available here: products that disappear meanwhile are replaced by the next ones.
    return try catalogPage(query, size: size, total: found.count, first: first, at: moment) { place, count in
      Array(found[place..<min(place + count, found.count)])
    } keep: {
      try kept?.keep(found, of: query, at: moment)
    }
  }

  /// Continues a search: returns the next products of the original result in their original order, with their current
  /// data. Products that are no longer visible are skipped.
  ///
  /// - Parameters:
  ///   - token: the ``CatalogPage/next`` of the previous page.
  ///   - seesStock: whether the user may see where an item is on hand.
  /// - Throws: ``Problem/Code/notFound`` if the search is no longer kept.
  public func catalogPage(
    after token: String, size: Int, seesStock: Bool, at moment: Timestamp = .now, keptIn kept: KeptSearches
  ) throws -> CatalogPage {
    let search = try kept.search(token, at: moment)
    var query = search.query
    query.seesStock = seesStock
    return try catalogPage(query, size: size, total: search.total, first: search.first, at: moment) { place, count in
      try kept.products(of: search.id, from: place, count: count)
    } keep: {
      search.id
    }
  }

  private func catalogPage(
    _ query: CatalogQuery, size: Int, total: Int, first: Int, at moment: Timestamp,
    from products: (_ place: Int, _ count: Int) throws -> [Int64], keep: () throws -> String?
  ) throws -> CatalogPage {
    let size = max(1, size)
    var place = first
    var shown: [CatalogProduct] = []
    while shown.count < size, place < total {
      let ids = try products(place, size - shown.count)
      guard !ids.isEmpty else { break }
      shown += try catalogProducts(ids, of: query.continued, at: moment)
      place += ids.count
    }
    let next = place < total ? try keep().map { KeptSearches.token($0, place) } : nil
    return CatalogPage(products: shown, total: total, first: first, next: next)
  }

  /// For each facet its values, with how many products each would give while the other facets hold.
  public func catalogFacets(
    _ query: CatalogQuery, _ facets: [CatalogFacet] = CatalogFacet.allCases, at moment: Timestamp = .now
  ) throws -> [CatalogFacet: [CatalogFacetValue]] {
    try search(query, at: moment) { conditions, database in
      let conditions = try conditions.havingFoundTexts(database)
      var counts: [CatalogFacet: [CatalogFacetValue]] = [:]
      for facet in facets {
        let rows = try Row.fetchCursor(database, sql: conditions.counts(of: facet), arguments: conditions.arguments)
        var values: [CatalogFacetValue] = []
        while let row = try rows.next() {
          values.append(CatalogFacetValue(value: row[0], name: row[1], products: row[2]))
        }
        counts[facet] = values
      }
      return counts
    }
  }

  func search<Result>(
    _ query: CatalogQuery, at moment: Timestamp, _ work: (CatalogConditions, Database) throws -> Result
  ) throws -> Result {
    try read { database in
      let conditions = try CatalogConditions(query, at: moment, database)
      for function in conditions.functions { database.add(function: function) }
      defer { for function in conditions.functions { database.remove(function: function) } }
      return try work(conditions, database)
    }
  }
}
