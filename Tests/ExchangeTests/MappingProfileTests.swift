import FormatKit
import RetailValues
import Stock
import Testing

@testable import Exchange

/// Reads a profile whose only record has a line of its own.
private func profile(_ record: String, top: String = "") throws -> MappingProfile {
  try MappingProfile(yaml: "profile: test\n\(top)records:\n\(record)", source: "test.yaml")
}

private func value(_ yaml: String) throws -> ValueExpression {
  let record = try profile("  - kind: products\n    fields:\n      product_code: \(yaml)\n").records[0]
  return try #require(record.fields.first).value
}

private func condition(_ yaml: String) throws -> RowCondition {
  let record = try profile("  - kind: products\n    when: \(yaml)\n    fields: { product_code: A }\n").records[0]
  return try #require(record.condition)
}

@Suite struct MappingProfileTests {
  @Test func readsEveryKey() throws {
    let yaml = """
      profile: acme
      summary: Acme's list
      format: csv
      options: { delimiter: semicolon }
      columns: [upc, title]
      decimal: comma
      dates: dmy
      no-value: ["NULL", "N/A"]
      fill-down: { group: Handle, columns: [Title] }
      constants: { currency: EUR }
      records:
        - kind: products
          from: goods
          when: { title: present }
          duplicates: last
          fields: { product_code: upc, title: { column: title, apply: [trim] } }
        - one-of:
            - { ignore: true, when: { upc: blank } }
            - { kind: prices, fields: { sku: upc, price: title } }
      """
    let profile = try MappingProfile(yaml: yaml, source: "acme.yaml")
    #expect(profile.name == "acme" && profile.summary == "Acme's list" && profile.format == "csv")
    #expect(profile.options == ["delimiter": "semicolon"] && profile.columns == ["upc", "title"])
    #expect(profile.decimal == .comma && profile.dates == .dayMonthYear && profile.noValue == ["NULL", "N/A"])
    #expect(profile.fillDown == .init(group: "Handle", columns: ["Title"]) && profile.constants == ["currency": "EUR"])
    #expect(profile.records.map(\.kind) == ["products", "", "prices"])
    #expect(profile.records.map(\.alternative) == [nil, 1, 1])
    #expect(profile.records[0].table == "goods" && profile.records[0].duplicates == .last)
    #expect(profile.records[0].condition == .column("title", .present))
    #expect(profile.records[0].fields[1].value == ValueExpression(.columns(["title"]), steps: [.trim]))
    let again = try MappingProfile(yaml: yaml, source: "other.yaml")
    #expect(profile.fingerprint == again.fingerprint)
  }

  @Test(arguments: [
    ("NAME", ValueExpression(.columns(["NAME"]))),
    ("{ column: A }", ValueExpression(.columns(["A"]))),
    ("{ columns: [A, B] }", ValueExpression(.columns(["A", "B"]))),
    ("{ constant: x }", ValueExpression(.constant("x"))),
    ("{ template: '{A}-{B}' }", ValueExpression(.template("{A}-{B}"))),
    ("{ given: '{count}-A' }", ValueExpression(.given("{count}-A"))),
    (
      "{ named: { name: 'N {n}', value: 'V {n}', is: [Color] } }",
      ValueExpression(.named(name: "N {n}", value: "V {n}", names: ["Color"]))
    ),
  ]) func readsValues(yaml: String, expected: ValueExpression) throws {
    let value = try value(yaml)
    #expect(value == expected)
  }

  private static let steps: [(String, ValueStep)] = [
    ("trim", .trim), ("collapse-spaces", .collapseSpaces), ("upper", .upper), ("lower", .lower),
    ("slug", .slug), ("strip-html", .stripHTML), ("negate", .negate), ("absolute", .absolute),
    ("{ strip-prefix: x }", .stripPrefix("x")), ("{ strip-suffix: x }", .stripSuffix("x")),
    ("{ split: { by: ',' } }", .split(by: ",", take: 1)),
    ("{ split: { by: ',', take: -1 } }", .split(by: ",", take: -1)),
    ("{ join: { by: ',', with: '/', most: 2 } }", .join(by: ",", with: "/", most: 2)),
    ("{ join: { by: ',', with: '/' } }", .join(by: ",", with: "/", most: .max)),
    ("{ replace: { text: a, with: b } }", .replace(text: "a", with: "b")),
    ("{ regex: { pattern: '^(a)', with: $1 } }", .regex(pattern: "^(a)", with: "$1")),
    ("{ map: { values: { L: large } } }", .map(values: ["L": "large"], otherwise: .keep)),
    ("{ map: { values: { L: large }, otherwise: error } }", .map(values: ["L": "large"], otherwise: .error)),
    ("{ no-value: ['0'] }", .noValue(["0"])),
    ("{ key-value: { pairs: ',', sign: '=', key: size } }", .keyValue(pairs: ",", sign: "=", key: "size")),
    ("{ json: a.b }", .json(path: "a.b")), ("{ divide: Pack }", .divide("Pack")), ("{ multiply: '2' }", .multiply("2")),
  ]

  @Test(arguments: steps) func readsSteps(yaml: String, expected: ValueStep) throws {
    #expect(try value("{ column: A, apply: [\(yaml)] }").steps == [expected])
  }

  private static let conditions: [(String, RowCondition)] = [
    ("{ A: present }", .column("A", .present)), ("{ A: blank }", .column("A", .blank)),
    ("{ A: x }", .column("A", .oneOf(["x"]))), ("{ A: [x, y] }", .column("A", .oneOf(["x", "y"]))),
    ("{ A: { equals: x } }", .column("A", .oneOf(["x"]))), ("{ A: { one-of: [x] } }", .column("A", .oneOf(["x"]))),
    ("{ A: { starts-with: x } }", .column("A", .startsWith("x"))),
    ("{ A: { ends-with: x } }", .column("A", .endsWith("x"))), ("{ A: { contains: x } }", .column("A", .contains("x"))),
    ("{ A: { matches: '^x' } }", .column("A", .matches("^x"))),
    ("{ A: { less-than: 5 } }", .column("A", .lessThan("5"))),
    ("{ A: { greater-than: 5 } }", .column("A", .greaterThan("5"))),
    ("{ A: { not: blank } }", .not(.column("A", .blank))),
    ("{ A: present, B: blank }", .all([.column("A", .present), .column("B", .blank)])),
    ("{ any: [ { A: x }, { B: y } ] }", .any([.column("A", .oneOf(["x"])), .column("B", .oneOf(["y"]))])),
    ("{ all: [ { A: x } ] }", .all([.column("A", .oneOf(["x"]))])),
  ]

  @Test(arguments: conditions) func readsConditions(yaml: String, expected: RowCondition) throws {
    #expect(try condition(yaml) == expected)
  }

  /// A profile with an error in the line, and what the message and the remedy say.
  @Test(arguments: [
    ("", 0, "is empty", ""),
    ("profile: x", 1, "maps no records", "records:"),
    ("records:\n  - {kind: products, fields: {product_code: A}}", 1, "has no name", "profile:"),
    ("profile: x\nrecord: []", 2, "a profile has no 'record'", "'records'"),
    ("profile: x\ndecimal: dot\nrecords: []", 2, "'dot' is not a value for decimal", "point, comma"),
    ("profile: x\ndates: dym\nrecords: []", 2, "'dym' is not a value for dates", "ymd, dmy, mdy"),
    ("profile: x\nconstants:\n  curency: EUR\nrecords: []", 3, "there is no field 'curency'", "'currency'"),
    ("profile: x\nfill-down: { group: A }\nrecords: []", 2, "fill-down needs group and columns", ""),
    ("profile: x\nignored-while:\n  Till: '1'\nrecords: []", 2, "ignored-while goes with ignored", "`ignored: []`"),
    ("profile: x\nrecords: 5", 2, "records must be a list", ""),
    ("profile: x\nrecords:\n  - kind: product\n    fields: {}", 3, "there is no record kind 'product'", "'products'"),
    ("profile: x\nrecords:\n  - fields: {}", 3, "has no kind", ""),
    ("profile: x\nrecords:\n  - kind: products", 3, "has no fields", ""),
    ("profile: x\nrecords:\n  - kind: products\n    fields:\n      titel: A", 5, "products has no 'titel'", "'title'"),
    ("profile: x\nrecords:\n  - {kind: products, ignore: true, when: {A: x}}", 3, "to be ignored has no kind", ""),
    ("profile: x\nrecords:\n  - {ignore: perhaps}", 3, "'perhaps' is not a value for ignore", "true, false"),
    ("profile: x\nrecords:\n  - {kind: products, duplicates: all, fields: {}}", 3, "'all' is not a value", "conflict"),
    ("profile: x\nrecords:\n  - {one-of: [], kind: products}", 3, "one-of must be the only key", ""),
    ("profile: x\nprofile: y\nrecords: []", 2, "", ""),
    ("profile: [", 1, "the YAML cannot be read", ""),
    ("a: &a [x, x]\nb: &b [*a, *a]\n*b : 1", 3, "a key is a list", "plain text"),
  ]) func tellsWhatIsWrong(yaml: String, line: Int, message: String, remedy: String) throws {
    let error = try #require(throws: Problems.self) { try MappingProfile(yaml: yaml, source: "p.yaml") }
    #expect(error.code == .profileInvalid)
    #expect(error.message.contains(message), "\(error.message)")
    #expect(error.remedy.contains(remedy), "\(error.remedy)")
    if line > 0, !message.isEmpty, message != "the YAML cannot be read" {
      #expect(error.first.position.line == line)
    }
  }

  @Test(arguments: [
    ("{ colum: A }", "a value has no 'colum'", "'column'"),
    ("{ column: A, constant: B }", "a value has one source", ""),
    ("{ apply: [trim] }", "has no column, constant or template", ""),
    ("[A]", "a value must be a mapping", ""),
    ("{ column: A, apply: trim }", "apply must be a list", ""),
    ("{ column: A, apply: [trimm] }", "there is no step 'trimm'", "'trim'"),
    ("{ column: A, apply: [{ replce: {} }] }", "a step has no 'replce'", "'replace'"),
    ("{ column: A, apply: [{ split: { by: ',', take: 0 } }] }", "take counts from 1", ""),
    ("{ column: A, apply: [{ split: { by: ',', take: x } }] }", "take must be a whole number", ""),
    ("{ column: A, apply: [{ split: { take: 1 } }] }", "needs 'by'", ""),
    ("{ column: A, apply: [{ regex: { pattern: '(', with: x } }] }", "'(' is not a regular expression", ""),
    ("{ column: A, apply: [{ map: { otherwise: keep } }] }", "map needs values", ""),
    ("{ column: A, apply: [{ map: { values: {}, otherwise: drop } }] }", "'drop' is not a value", "nothing"),
    ("{ column: A, apply: [{ trim: x }] }", "takes no settings", ""),
    ("{ given: A }", "given needs the name of a field in braces", "{count}"),
    ("{ given: '{coun}-A' }", "there is no field 'coun'", "'count'"),
    ("{ named: { name: A, value: B, is: [c] } }", "named needs name and value with {n}", ""),
  ]) func tellsWhatIsWrongWithValues(yaml: String, message: String, remedy: String) throws {
    let error = try #require(throws: Problems.self) { try value(yaml) }
    #expect(error.message.contains(message), "\(error.message)")
    #expect(error.remedy.contains(remedy), "\(error.remedy)")
    #expect(error.first.position.line == 5)
  }

  @Test(arguments: [
    ("{ A: { starts: x } }", "a condition has no 'starts'"), ("{ A: { matches: '(' } }", "is not a regular expression"),
    ("{ A: { less-than: abc } }", "less-than must be a number"), ("{ any: [ x ] }", "when must be a mapping"),
  ]) func tellsWhatIsWrongWithConditions(yaml: String, message: String) throws {
    let error = try #require(throws: Problems.self) { try condition(yaml) }
    #expect(error.message.contains(message), "\(error.message)")
  }

  /// A file that was applied by its columns is the same one with constants and with what is given.
  @Test func whatIsGivenIsReadAsAConstant() {
    func profile(_ count: ValueExpression.Source, given: String) -> MappingProfile {
      MappingProfile(
        name: "p", constants: ["count": given],
        records: [.init(kind: "count_lines", fields: [.init(field: "count", value: ValueExpression(count))])])
    }
    let given = profile(.given("{count}-A"), given: "2028")
    #expect(given.fingerprint == profile(.constant("2028-A"), given: "2028").fingerprint)
    #expect(given.fingerprint != profile(.given("{count}-A"), given: "2027").fingerprint)
    #expect(given.constants(inPlaceOf: "count").isEmpty)
    #expect(profile(.constant("2027-A"), given: "2027").constants(inPlaceOf: "count") == ["2027-A"])
  }

  @Test func anchorsDoNotMakeAProfileEndless() throws {
    var inner = "{ A: x }"
    for level in 0..<24 { inner = "{ all: [ &a\(level) \(inner), *a\(level), *a\(level) ] }" }
    let error = try #require(throws: Problems.self) { try condition(inner) }
    #expect(error.message.contains("100,000"))
  }

  @Test func aSavedProfileSaysTheSame() throws {
    let header = "Artikel-Nr.;Bezeichnung;\"odd \"\" \\ name\";VK-Preis\r\nA1;Shirt;x;9,99\r\n"
    let request = ImportRequest(source: .text(header, name: "liste.csv"))
    let inspection = try Inspection(request, registry: testFormats)
    let text = inspection.profileText(named: "list: \"x\" \u{85}\u{2028}")
    let profile = try MappingProfile(yaml: text, source: "x")
    #expect(profile.name == "list: \"x\" \u{85}\u{2028}")
    #expect(profile.records.map(\.kind) == ["products", "variants", "prices"])
  }
}
