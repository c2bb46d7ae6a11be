public import FormatKit

/// The problems found while a catalogue was completed for its system: every missing value, and the data left out
/// because the system has no field for them. Not safe to share between threads.
public final class CatalogueReport {
  /// How many problems are listed; the rest is counted.
  public static let maximumProblems = 100
  /// The number of items with omitted data that are named.
  private static let maximumExamples = 5

  private struct Omission {
    var examples: [String]
    var count: Int
    let remedy: String
  }

  private let codes: DelimitedCodes
  /// The system as people call it.
  private let system: String
  private var problems: [Problem] = []
  private var problemCount = 0
  private var omissions: [String: Omission] = [:]
  /// Items that are not active and have no price, and so are not in the file.
  private(set) var unpriced = OmittedItems()

  public init(system: String, codes: DelimitedCodes) {
    self.system = system
    self.codes = codes
  }

  /// Whether nothing is missing so far.
  public var isClean: Bool { problemCount == 0 }

  /// Records an error of writing; writing continues with the next product.
  public func add(_ error: Problems) {
    problemCount += 1
    if problems.count < Self.maximumProblems { problems.append(error.first) }
  }

  /// Records that an item lacks a value that the system needs.
  ///
  /// - Parameters:
  ///   - field: what is missing, such as `price`.
  ///   - item: the SKU, or the code of the product.
  public func miss(_ field: String, of item: String, record: Int, remedy: String) {
    add(
      Problems(
        codes.missingValue, at: SourcePosition(record: record, field: field, path: item), value: field,
        "\(system) needs a \(field), and the shop has none", remedy: remedy))
  }

  /// Records data for which the system has no field.
  public func leaveOut(_ what: String, of item: String, remedy: String? = nil) {
    var omission = omissions[what] ?? Omission(examples: [], count: 0, remedy: remedy ?? codes.leftOut.remedy)
    omission.count += 1
    if omission.examples.count < Self.maximumExamples, omission.examples.last != item { omission.examples.append(item) }
    omissions[what] = omission
  }

  /// Leaves out the items of a product that is not active for which there is no price.
  func leaveOutUnpriced(_ product: inout WrittenProduct) {
    for variant in product.variants where variant.price("regular") == nil {
      unpriced.add(variant.sku ?? product.code)
    }
    product.variants.removeAll { $0.price("regular") == nil }
  }

  /// All problems as one error; nil without problems.
  public var error: Problems? {
    var listed = problems
    if problemCount > listed.count {
      listed.append(
        Problem(
          codes.missingValue, "\(problemCount - listed.count) further problems are not listed",
          remedy: "Correct those above, then export again."))
    }
    return Problems(collected: listed)
  }

  /// The data left out, in order of their names.
  public var notices: [Problem] { [unpriced.notice(codes.leftOut)].compactMap { $0 } + omissionNotices }

  private var omissionNotices: [Problem] {
    omissions.sorted { $0.key < $1.key }.map { what, omission in
      let more = omission.count > omission.examples.count ? " and \(omission.count - omission.examples.count) more" : ""
      return Problem(
        codes.leftOut, value: what,
        "\(system) has no place for \(what); left out of \(omission.examples.joined(separator: ", "))\(more)",
        remedy: omission.remedy)
    }
  }
}

extension WrittenProduct.Variant {
  /// The only barcode that a system takes: the first one. Further ones are reported as left out.
  public func oneBarcode(_ report: CatalogueReport?) -> String? {
    guard let report, let text = fields["barcode"] else { return fields["barcode"] }
    let codes = text.split(separator: ",")
    if codes.count > 1 { report.leaveOut("further barcodes", of: sku ?? "") }
    return codes.first.map(String.init)
  }
}

extension WrittenProduct {
  /// Whether the shop says that the product is not sold.
  var isOffSale: Bool { fields["status"].map { $0 != "active" } ?? false }

  /// Records the missing values that every system needs: the title, and the price of each variant.
  public func requireTitleAndPrices(_ report: CatalogueReport) {
    if fields["title"] == nil {
      report.miss(
        "title", of: code, record: record,
        remedy: "Import a title for the product, or give one with --set title='{product_code}'.")
    }
    for variant in variants where variant.sku != nil && variant.price("regular") == nil {
      report.miss(
        "price", of: variant.sku ?? code, record: variant.record,
        remedy:
          "Import a price that is valid now, or set the status of the product to discontinued, which leaves it out.")
    }
  }
}
