import FormatKit
import Testing

@Suite struct VocabularyTests {
  @Test func namesAreUniqueAndInSnakeCase() {
    #expect(Set(Vocabulary.kinds.map(\.name)).count == Vocabulary.kinds.count)
    for kind in Vocabulary.kinds {
      #expect(Set(kind.fields.map(\.name)).count == kind.fields.count, "\(kind.name)")
      for name in [kind.name] + kind.fields.map(\.name) {
        #expect(name.utf8.allSatisfy { (97...122).contains($0) || $0 == 95 }, "\(name)")
      }
      #expect(kind.summary.hasSuffix("."), "\(kind.name)")
      #expect(Vocabulary.kind(kind.name) == kind)
    }
    #expect(Vocabulary.kind("nothing") == nil)
  }

  @Test func everyFieldIsDescribed() {
    for kind in Vocabulary.kinds {
      #expect(!kind.key.isEmpty, "\(kind.name) has no key")
      for field in kind.fields {
        #expect(field.summary.hasSuffix(".") || field.summary.hasSuffix("…"), "\(kind.name).\(field.name)")
        #expect(!field.type.name.isEmpty)
        #expect(kind.field(field.name) == field)
        if case .choice(let words) = field.type { #expect(words.count > 1 && Set(words).count == words.count) }
      }
    }
  }

  @Test func referencesNameAKindThatComesFirst() {
    var before: Set<String> = []
    for kind in Vocabulary.kinds {
      for field in kind.fields {
        guard let reference = field.references else { continue }
        #expect(Vocabulary.kind(reference) != nil, "\(kind.name).\(field.name)")
        #expect(
          before.contains(reference) || reference == kind.name, "\(kind.name).\(field.name) refers to a later kind")
      }
      before.insert(kind.name)
    }
  }

  @Test func synonymsAreFolded() {
    for kind in Vocabulary.kinds {
      for field in kind.fields {
        #expect(Set(field.synonyms).count == field.synonyms.count, "\(field.name)")
        for synonym in field.synonyms {
          let folded = synonym.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: " ")
          #expect(folded == synonym, "\(field.name)")
          #expect(synonym != field.name.split(separator: "_").joined(separator: " "), "\(field.name) repeats its name")
        }
      }
    }
  }

  /// A name with a condition is declared once, and is a name of the field like any other.
  @Test func namesWithAConditionAreSynonyms() {
    let fields = Vocabulary.kinds.flatMap(\.fields)
    for field in fields {
      #expect(Set(field.conditions.keys).isSubset(of: field.synonyms), "\(field.name)")
    }
    let packSizes = fields.filter { $0.name == "pack_size" }
    #expect(!packSizes.isEmpty)
    for field in packSizes {
      #expect(field.conditions["cond"] == .smallWholeNumbers && field.conditions["pcb"] == nil)
    }
  }

  /// A header must not be ambiguous: no synonym belongs to two fields, and synonyms that are another field's name are
  /// listed here.
  @Test func noTwoFieldsShareASynonym() {
    let known: Set<String> = [
      "supplier_items: supplier may be called 'supplier code'", "order_lines: supplier may be called 'supplier code'",
      "receipts: supplier may be called 'supplier code'",
      "order_response_lines: supplier may be called 'supplier code'",
      "despatch_lines: supplier may be called 'supplier code'", "invoice_lines: supplier may be called 'supplier code'",
      "count_lines: counted_quantity may be called 'count'",
    ]
    var found: Set<String> = []
    for kind in Vocabulary.kinds {
      let names = Set(kind.fields.map { $0.name.split(separator: "_").joined(separator: " ") })
      var owners: [String: String] = [:]
      for field in kind.fields {
        for word in field.synonyms {
          if names.contains(word) { found.insert("\(kind.name): \(field.name) may be called '\(word)'") }
          #expect(owners[word] == nil, "\(kind.name): '\(word)' is \(field.name) and \(owners[word] ?? "")")
          owners[word] = field.name
        }
      }
    }
    #expect(found == known)
  }

  /// In a list of a known kind, a plain name means one field, and none that the field has elsewhere.
  @Test func plainNamesAreThoseOfOneField() {
    let kinds = Vocabulary.kinds.filter { kind in kind.fields.contains { !$0.plainNames.isEmpty } }
    #expect(
      kinds.map(\.name) == [
        "order_responses", "order_response_lines", "despatch_advices", "despatch_lines", "count_lines",
      ])
    for kind in kinds {
      #expect(!kind.distinguishingFields.isEmpty)
      let plain = kind.fields.flatMap(\.plainNames)
      #expect(Set(plain).count == plain.count, "\(kind.name)")
      let others = kind.fields.filter { $0.plainNames.isEmpty && $0.name != "expected_on" }.flatMap { $0.headerNames }
      #expect(Set(plain).isDisjoint(with: others), "\(kind.name): \(Set(plain).intersection(others).sorted())")
      #expect(plain.allSatisfy { Vocabulary.normalized($0) == $0 })
    }
  }

  @Test(arguments: ["order_lines", "receipts", "sales", "movements"])
  func itemsCanBeNamedInThreeWays(kind: String) throws {
    let fields = try #require(Vocabulary.kind(kind)).fields
    #expect(Set(fields.map(\.name)).isSuperset(of: ["sku", "barcode", "supplier_code"]))
    #expect(!fields.contains { ["sku", "barcode", "supplier_code"].contains($0.name) && $0.isRequired })
  }

  /// Quantities of documents of supply may be in packs.
  @Test func linesOfSupplySayTheirUnit() {
    let kinds = Vocabulary.kinds.filter { $0.quantityUnit != nil }
    #expect(
      kinds.map(\.name) == ["order_lines", "order_response_lines", "despatch_lines", "invoice_lines", "receipts"])
    #expect(kinds.allSatisfy { $0.quantityUnit?.name == "order_unit" })
  }

  /// It is declared for each field, and does not follow from who may see it.
  @Test func valuesForTheWholeFileFillBlankCellsOfFewFields() {
    let fields = Vocabulary.kinds.flatMap { kind in
      kind.fields.filter(\.constantFillsBlanks).map { "\(kind.name) \($0.name)" }
    }
    #expect(
      fields == [
        "order_lines order_unit", "order_response_lines order_unit", "despatch_lines order_unit",
        "invoice_lines order_unit", "receipts order_unit", "count_lines counter",
      ])
    #expect(Vocabulary.kind("counters")?.field("counter")?.constantFillsBlanks == false)
    let note = "Who counted. A value for the whole file fills its blank cells."
    #expect(Vocabulary.kind("count_lines")?.markdown.contains(note) == true)
  }

  @Test func onlyMovementsAddUp() {
    let deltas = Vocabulary.kinds.filter { kind in kind.fields.contains { $0.effect == .delta } }.map(\.name)
    #expect(deltas == ["receipts", "sales", "movements"])
  }

  @Test func schemasCarryTypes() throws {
    let schema = try #require(Vocabulary.kind("prices")).schema
    #expect(schema.table == "prices")
    #expect(schema.columns.first { $0.name == "price" }?.type == .number)
    #expect(schema.columns.first { $0.name == "valid_from" }?.type == .dateTime)
    #expect(schema.columns.first { $0.name == "tax_included" }?.type == .boolean)
    #expect(schema.index(of: "sku") == 0)
    #expect(schema.index(of: "SKU") == nil)
  }

  @Test func documentsAKind() throws {
    let text = try #require(Vocabulary.kind("lots")).markdown
    #expect(
      text.hasPrefix(
        """
        ## lots

        Batches of a variant with their expiry.

        Key: `sku`, `lot`.

        | field | type | effect | required | refers to | meaning | also called |
        | --- | --- | --- | --- | --- | --- | --- |
        | `sku` | code | key | yes | [variants](#variants) | The variant. | item, item no,
        """))
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("| `") }
    #expect(rows.map { $0.split(separator: " ")[1] } == ["`sku`", "`lot`", "`expires_on`"])
    let whole = Vocabulary.markdown()
    #expect(
      whole.split(separator: "\n").filter { $0.hasPrefix("## ") }.map { $0.dropFirst(3) }
        == Vocabulary.kinds.map { $0.name[...] })
  }

  @Test func documentsCodes() {
    let code = Problem.Code("a-b", .warning, "Two | bars\nand <b> or `<c>`.", remedy: "None.")
    #expect(
      Problem.Code.markdown(of: [.sourceEmpty, code, code]) == """
        | code | severity | what is wrong | what to do |
        | --- | --- | --- | --- |
        | `a-b` | warning | Two \\| bars and &lt;b> or `<c>`. | None. |
        | `source-empty` | error | The file holds no data. | Ask the sender for the file again; nothing was changed. |

        """)
  }

  @Test func commonCodesAreWellFormed() {
    #expect(Set(Problem.Code.common.map(\.id)).count == Problem.Code.common.count)
    for code in Problem.Code.common {
      #expect(code.summary.hasSuffix(".") && code.remedy.hasSuffix("."), "\(code.id)")
    }
  }

  @Test(arguments: [
    (Problem(.fieldTooLarge, source: "a.csv", at: SourcePosition(line: 17, column: 5), "x"), "a.csv:17:5: x"),
    (Problem(.fieldTooLarge, at: SourcePosition(line: 17), "x"), "line 17: x"),
    (Problem(.fieldTooLarge, source: "a.csv", at: SourcePosition(record: 3), "x"), "a.csv: record 3: x"),
    (Problem(.fieldTooLarge, source: "a.xlsx", at: SourcePosition(record: 3, path: "S!B7"), "x"), "a.xlsx: S!B7: x"),
    (Problem(.fieldTooLarge, "x"), "x"),
  ])
  func headlinesSayWhere(problem: Problem, expected: String) { #expect(problem.headline == expected) }
}
