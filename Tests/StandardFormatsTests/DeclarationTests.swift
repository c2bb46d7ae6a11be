import Exchange
import FormatKit
import Foundation
import StandardFormats
import Testing

@testable import Stock

/// What is declared in one place and used in others holds together.
@Suite struct DeclarationTests {
  @Test func codesAreUniqueAcrossModules() {
    var known: [String: Problem.Code] = [:]
    let codes =
      Problem.Code.common + Problem.Code.exchange + Problem.Code.staging
      + standardFormats.formats.flatMap(\.descriptor.problemCodes)
    for code in codes {
      if let other = known[code.id] { #expect(other == code, "two declarations have the code \(code.id)") }
      known[code.id] = code
    }
    #expect(known.count > 40)
  }

  @Test func codesAreWellFormed() {
    let codes =
      Problem.Code.common + Problem.Code.exchange + Problem.Code.staging
      + standardFormats.formats.flatMap(\.descriptor.problemCodes)
    for code in codes {
      #expect(code.id.wholeMatch(of: /[a-z0-9]+(-[a-z0-9]+)*/) != nil, "\(code.id) is not in kebab-case")
      #expect(code.summary.hasSuffix("."), "the summary of \(code.id) is not a sentence")
      #expect(code.remedy.hasSuffix("."), "the remedy of \(code.id) is not a sentence")
    }
  }

  /// The button of a page gives what the remedy says, and has its meaning in each language.
  @Test func constantsThatAnswerAreThoseOfTheRemedies() throws {
    let codes =
      Problem.Code.common + Problem.Code.exchange + Problem.Code.staging + Problem.Code.guards
      + standardFormats.formats.flatMap(\.descriptor.problemCodes)
    let messages = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("pages/messages/de.yml").path
    let texts = try String(contentsOfFile: messages, encoding: .utf8)
    var constants: Set<String> = []
    for code in codes {
      guard case .constant(let field, let value, let meaning)? = code.answer else { continue }
      let option = "--set \(field)=\(value)"
      #expect(code.remedy.contains(option), "the remedy of \(code.id) does not say \(option)")
      #expect(Vocabulary.kinds.contains { $0.field(field) != nil }, "\(field) is not a field")
      #expect(texts.contains("\"\(meaning)\": "), "'\(meaning)' is not translated")
      constants.insert("\(option) \(meaning)")
    }
    #expect(constants == ["--set order_unit=each The file counts pieces"])
    #expect(codes.filter { $0.answer == .day }.map(\.id) == ["no-time"])
  }

  /// Stored columns that are not fields of a kind: the text of a barcode as it was printed, and what all movements
  /// have.
  private static let inner: [String: Set<String>] = [
    "barcodes": ["barcode_text", "symbology"], "receipts": ["unit_price"], "sales": ["unit_cost", "order_number"],
    "movements": ["order_number"], "order_response_lines": ["item_code"], "despatch_lines": ["item_code"],
    "invoice_lines": ["item_code"],
  ]

  /// Fields that only name what another field also names: the SKU represents all ways to name an item.
  private static let otherNames: Set<String> = ["barcode", "supplier_code"]

  @Test(arguments: StoredKind.catalog.map(\.kind)) func storedFieldsAreOfTheVocabulary(_ name: String) throws {
    let kind = try #require(Vocabulary.kind(name))
    let stored = try #require(StoredKind.catalog.first { $0.kind == name })
    for column in stored.columns where !Self.inner[name, default: []].contains(column.field) {
      let field = kind.field(column.field)
      #expect(field != nil, "\(name) stores \(column.field), which is not a field of the kind")
      // An order line belongs to its order, which supplier and number name together.
      guard let field, !(name == "order_lines" && field.name == "order_number") else { continue }
      if column.isKey { #expect(field.effect == .key, "\(name).\(field.name) is a key in storage only") }
    }
  }

  @Test(arguments: ShopDatabase.exportableKinds) func exportedFieldsAreOfTheVocabulary(_ name: String) throws {
    let kind = try #require(Vocabulary.kind(name))
    let query = try #require(StoredRecords.queries.first { $0.kind == name })
    for (field, _) in query.fields where !Self.inner[name, default: []].contains(field) {
      #expect(kind.field(field) != nil, "\(name) hands out \(field), which is not a field of the kind")
    }
  }

  /// Fields that are not stored with a record: the books have one currency, a stock level is the current one, the
  /// replacement of a message is handled on reading, and the title of a line is that of the item it creates.
  private static let notKept: [String: Set<String>] = [
    "stock_levels": ["effective_at"], "sales": ["currency", "title"], "movements": ["currency", "title"],
    "order_lines": ["title"], "receipts": ["title", "order_unit"],
    "orders": ["replaces"], "order_responses": ["replaces"], "despatch_advices": ["replaces"], "invoices": ["replaces"],
  ]

  /// A field that is missing here would be empty in every export.
  @Test(arguments: ShopDatabase.exportableKinds) func everyFieldIsExported(_ name: String) throws {
    let kind = try #require(Vocabulary.kind(name))
    let query = try #require(StoredRecords.queries.first { $0.kind == name })
    let handedOut = Set(query.fields.map(\.0))
    for field in kind.fields where !handedOut.union(Self.notKept[name, default: []]).contains(field.name) {
      let isOtherName = Self.otherNames.contains(field.name) && handedOut.contains("sku")
      #expect(isOtherName, "\(name).\(field.name) is not handed out")
    }
  }

  @Test func referencesNameKinds() {
    for kind in Vocabulary.kinds {
      for field in kind.fields {
        guard let target = field.references else { continue }
        #expect(Vocabulary.kind(target) != nil, "\(kind.name).\(field.name) refers to \(target), which is not a kind")
      }
    }
  }
}
