internal import Foundation
internal import ProblemKit
internal import RetailValues
public import Wording

/// Writes a working report for an author to begin with: what is on hand of every item, with a chart, in every format.
public struct ReportStarter {
  /// The report's name, that of its folder.
  public let name: String
  public let title: String
  /// In which its messages are begun.
  public let language: Language

  /// - Throws: ``Problems`` for a name that no folder may have.
  public init(named name: String, title: String?, language: Language) throws {
    guard name.wholeMatch(of: #/[a-z0-9][a-z0-9-]{0,59}/#) != nil else {
      throw Problems(
        .invalidDefinition, "'\(name)' cannot be the name of a report",
        remedy: "Use small letters, digits and hyphens, such as slow-sellers.")
    }
    self.name = name
    self.title = title.flatMap { $0.isEmpty ? nil : $0 } ?? SheetHeading.words(name)
    self.language = language == .english ? .german : language
  }

  /// Makes the report's folder among those of a shop.
  ///
  /// - Parameter reports: the shop's `reports` folder; made when it is not there.
  /// - Returns: the folder that was made.
  /// - Throws: ``Problems`` when the folder is there already, or cannot be written.
  public func write(in reports: String) throws -> String {
    let folder = "\(reports)/\(name)"
    guard !FileManager.default.fileExists(atPath: folder) else {
      throw Problems(
        .unreadable, source: folder, "the folder is there already",
        remedy: "Choose another name; nothing in it is overwritten.")
    }
    do {
      try FileManager.default.createDirectory(atPath: folder + "/messages", withIntermediateDirectories: true)
      for (file, text) in files {
        try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(file)"), options: .withoutOverwriting)
      }
    } catch {
      throw Problems(
        .unreadable, source: folder, "the report cannot be written there",
        remedy: "Check the free space and the rights of the shop's folder.")
    }
    return folder
  }

  private var files: [(String, String)] {
    [
      ("report.yml", definition), ("header.sql", Self.header), ("items.sql", Self.items),
      ("categories.sql", Self.categories), ("\(name).html.mustache", Self.page), ("item.html.mustache", Self.row),
      ("messages/\(language.rawValue).yml", messages),
    ]
  }

  private var definition: String {
    """
    # What the report is called, and in one sentence what it answers. docs/guides/reports.md describes all of this.
    title: \(JSONText.quoted(title))
    summary: What is on hand of every item.
    parameters:
      location:
        type: location
        help: The code of one location; if omitted, all of them.
    queries:
      header:
        file: header.sql
        rows: one
        columns:
          items: whole-number
      categories:
        file: categories.sql
        sheet: By category
        columns:
          category: {type: label, words: [No category]}
          value_cost: {type: money, title: Value at cost}
      items:
        file: items.sql
        # Any number of rows, one at a time: each goes through the row template.
        rows: streamed
        row-template: item.html.mustache
        columns:
          sku: text
          title: text
          location: text
          quantity: quantity
          stock_unit: text
          value_cost: {type: money, title: Value at cost}
    charts:
      categories:
        title: By category
        query: categories
        label: category
        value: value_cost
    html: \(name).html.mustache
    csv:
      query: items

    """
  }

  private static let header = """
    -- One row: what the page says at its head.
    SELECT COUNT(*) AS items
    FROM report_stock_on_hand s JOIN report_locations p ON p.location_id = s.location_id
    WHERE CAST(:location AS TEXT) IS NULL OR p.location = :location

    """

  private static let items = """
    -- Amounts are in minor units and quantities in thousandths; the types in report.yml say so.
    SELECT v.sku, v.title, p.location, s.quantity_milli AS quantity, v.stock_unit, s.value_cost_minor AS value_cost
    FROM report_stock_on_hand s
      JOIN report_variants v ON v.variant_id = s.variant_id
      JOIN report_locations p ON p.location_id = s.location_id
    WHERE CAST(:location AS TEXT) IS NULL OR p.location = :location
    ORDER BY v.sku, p.location

    """

  private static let categories = """
    SELECT COALESCE(v.category_name, v.category, 'No category') AS category, SUM(s.value_cost_minor) AS value_cost
    FROM report_stock_on_hand s
      JOIN report_variants v ON v.variant_id = s.variant_id
      JOIN report_locations p ON p.location_id = s.location_id
    WHERE CAST(:location AS TEXT) IS NULL OR p.location = :location
    GROUP BY COALESCE(v.category_name, v.category, 'No category')
    ORDER BY 2 DESC, 1
    LIMIT 20

    """

  private static let page = """
    {{<page}}
    {{$scope}}
    <dl class="scope">
    <div><dt>Location</dt><dd>{{#parameter.location}}{{.}}{{/parameter.location}}{{^parameter.location}}all{{/parameter.location}}</dd></div>
    <div><dt>Items</dt><dd>{{header.items}}</dd></div>
    </dl>
    {{/scope}}
    {{$main}}
    <section aria-labelledby="items">
    <h2 id="items">Items</h2>
    {{#charts.categories}}{{>chart}}{{/charts.categories}}
    <div class="table medium" role="region" aria-labelledby="items" tabindex="0">
    <table>
    <caption><span>{{report.summary}}</span></caption>
    <thead>
    <tr><th scope="col">Item</th><th scope="col">Location</th><th scope="col" class="n">Quantity</th><th scope="col" class="n">Value at cost</th></tr>
    </thead>
    <tbody>
    {{#items.any}}
    {{{items.rows}}}
    {{/items.any}}
    {{^items.any}}
    <tr><td colspan="4" class="quiet">Nothing to show.</td></tr>
    {{/items.any}}
    </tbody>
    </table>
    </div>
    </section>
    {{/main}}
    {{/page}}

    """

  private static let row = """
    <tr><th scope="row">{{title}}<span class="sub code">{{sku}}</span></th><td>{{location}}</td><td class="n">{{quantity}} <span class="quiet">{{stock_unit}}</span></td><td class="n">{{value_cost}}{{^value_cost}}<span class="quiet">not valued</span>{{/value_cost}}</td></tr>

    """

  /// The texts that the shared messages do not contain: the title and the summary.
  private var messages: String {
    let summary: String =
      switch language {
      case .english: "What is on hand of every item."
      case .german: "Was von jedem Artikel auf Lager ist."
      case .french: "Ce qui est en stock de chaque article."
      case .spanish: "Lo que hay en existencia de cada artículo."
      case .swedish: "Vad som finns i lager av varje artikel."
      }
    return """
      # What the report says in another language; what many reports say is translated already.
      # `stockroom report \(name) --messages \(language.rawValue)` prints what is missing.
      \(JSONText.quoted(title)): \(JSONText.quoted(title))
      "What is on hand of every item.": \(JSONText.quoted(summary))

      """
  }
}
