import Exchange
import FormatKit
import Reporting
import StandardFormats
import Testing

@testable import Jobs

/// The content of definitions, and the errors of wrong ones.
@Suite struct JobReaderTests {
  static let whole = """
    title: What the web shop needs
    schedule: "02:30"
    mode: delta
    folder: exports/web
    zero_rows: fail
    when_unchanged: publish
    outputs:
      products:
        records: variants
        file: products-{date}.csv
        columns: [sku, title, {field: price, as: price_eur}]
        where: {category: [drinks, food], price: {greater-than: 1.50}, tax_included: yes}
        options: {delimiter: ";"}
        formulas: harmless
      levels:
        records: stock_levels
        format: json-lines
        location: shop
        zero_rows: skip
      stock:
        report: stock-on-hand
        parameters: {at: yesterday}
        file: stock.csv
        key: [location, sku]
      page:
        report: stock-on-hand
        format: html
        mode: full
        zero_rows: allow
        time_limit: 2m
    retention: {sets: 14, days: 30}
    targets:
      - folder: /srv/out
      - command: [rclone, copy, "{set}", "web:feeds/{number}"]
        timeout: 90s
        name: web
    on_failure: [/usr/local/bin/notify, shop]
    """

  @Test func readsAll() throws {
    let job = try JobShop.job(Self.whole)
    #expect(job.title == "What the web shop needs" && job.schedule == .daily(hour: 2, minute: 30))
    #expect(job.mode == .delta && job.folder == "exports/web" && job.whenUnchanged == .publish)
    #expect(job.outputs.map(\.name) == ["products", "levels", "stock", "page"])
    #expect(job.outputs.map(\.mode) == [.delta, .delta, .delta, .full])
    #expect(job.outputs.map(\.zeroRows) == [.fail, .skip, .fail, .allow])
    #expect(job.outputs.map(\.key) == [["sku"], ["sku", "location", "lot"], ["location", "sku"], []])
    #expect(job.outputs[0].columns.map(\.name) == ["sku", "title", "price_eur"])
    #expect(job.outputs[0].condition?.columns == ["category", "price", "tax_included"])
    #expect(job.outputs[0].guardsFormulas && !job.outputs[1].guardsFormulas)
    #expect(job.outputs[0].layout == .table(format: "csv", options: ["delimiter": ";"]))
    #expect(job.outputs[1].layout == .table(format: "json-lines", options: [:]))
    #expect(job.outputs[1].file.text == "{output}.jsonl")
    #expect(job.outputs[2].layout == .table(format: "csv", options: [:]))
    #expect(job.outputs[3].layout == .report(.html))
    #expect(job.retention == JobRetention(sets: 14, days: 30))
    #expect(job.targets.map(\.name) == ["/srv/out", "web"] && job.targets[1].timeoutSeconds == 90)
    #expect(job.onFailure == ["/usr/local/bin/notify", "shop"])
  }

  /// The name or the ending of a file may imply options: `.tsv` files have tabs.
  @Test(arguments: [
    ("{records: products, file: goods.tsv}", "csv", ["delimiter": "tab"]),
    ("{report: stock-on-hand, file: stock.tsv}", "csv", ["delimiter": "tab"]),
    ("{records: products, file: goods.tsv, options: {delimiter: pipe}}", "csv", ["delimiter": "pipe"]),
    ("{records: products, format: ndjson}", "json-lines", [:]), ("{records: products, format: excel}", "xlsx", [:]),
  ])
  func readsAliasesOfFormats(_ output: String, _ format: String, _ options: [String: String]) throws {
    let job = try JobShop.job("outputs: {p: \(output)}")
    #expect(job.outputs[0].layout == .table(format: format, options: options))
  }

  @Test(arguments: [
    ("02:30", JobSchedule.daily(hour: 2, minute: 30)), ("30 2 * * 1-5", .cron("30 2 * * 1-5")),
    ("Mon..Fri 02:30", .calendar("Mon..Fri 02:30")), ("*-*-* 02:30:00", .calendar("*-*-* 02:30:00")),
  ])
  func readsSchedules(_ text: String, _ schedule: JobSchedule) throws {
    #expect(try JobShop.job("schedule: \"\(text)\"\noutputs: {p: {records: products}}").schedule == schedule)
  }

  /// The problem, its line, its words, and the text of the remedy.
  @Test(arguments: [
    ("outputs: {p: {records: products}}\ntitel: x", 2, "a job has no 'titel'", "Did you mean 'title'?"),
    ("outputs: {}", 1, "the job has no outputs", ""), ("title: x", 1, "the job has no outputs", "outputs:"),
    ("outputs:\n  p: {records: product}", 2, "no record kind 'product'", "Did you mean 'products'?"),
    ("outputs:\n  p: {records: favourites}", 2, "belong to users", ""),
    ("outputs:\n  P!: {records: products}", 2, "'P!' cannot be the name", ""),
    ("outputs:\n  p: {records: products, colums: [a]}", 2, "an output has no 'colums'", "'columns'"),
    ("outputs:\n  p:\n    records: products\n    columns: [titel]", 4, "there is no field 'titel'", "'title'"),
    ("outputs:\n  p:\n    records: products\n    columns: [title, title]", 4, "two columns are called 'title'", "as"),
    ("outputs:\n  p:\n    records: products\n    where: {titel: x}", 4, "where has no 'titel'", "'title'"),
    ("outputs:\n  p:\n    records: products\n    where: {title: {matches: '['}}", 4, "not a regular expression", ""),
    ("outputs:\n  p:\n    records: brands\n    location: shop", 4, "no location", ""),
    ("outputs:\n  p:\n    records: products\n    format: cvs", 4, "no format 'cvs' to write", "'csv'"),
    ("outputs:\n  p:\n    records: products\n    options: {delimeter: x}", 4, "no option 'delimeter'", "'delimiter'"),
    ("outputs:\n  p:\n    records: products\n    file: ../x.csv", 4, "another folder", ""),
    ("outputs:\n  p:\n    records: products\n    file: '{dat}.csv'", 4, "no place '{dat}'", "'{date}'"),
    (
      "outputs:\n  p:\n    records: products\n    file: x.csv\n  q:\n    records: brands\n    file: X.CSV", 5,
      "the name of that of p", "another file"
    ),
    ("outputs:\n  p:\n    records: products\n    file: datapackage.json", 2, "the manifest", ""),
    ("outputs:\n  p: {records: prices, format: geojson}", 2, "no column 'latitude'", ""),
    ("outputs:\n  p: {records: sales, mode: delta}", 2, "identifies its rows", "key"),
    ("outputs:\n  p: {records: products, mode: delta, columns: [title]}", 2, "identifies its rows", "product_code"),
    (
      "outputs:\n  p: {records: products, mode: delta, columns: [title], key: [product_code]}", 2,
      "not among the columns", ""
    ),
    ("outputs:\n  p: {records: variants, format: google-merchant, mode: delta}", 2, "made as a whole", "mode: full"),
    ("outputs:\n  p: {report: stock-on-hand, format: html, mode: delta}", 2, "made as a whole", ""),
    ("outputs:\n  p: {report: stok-on-hand}", 2, "no report 'stok-on-hand'", "Did you mean"),
    ("outputs:\n  p: {report: stock-on-hand, parameters: {locaton: x}}", 2, "has no 'locaton'", "'location'"),
    ("outputs:\n  p: {report: stock-on-hand, query: item}", 2, "has no query 'item'", "'items'"),
    ("outputs:\n  p: {report: stock-on-hand, columns: [skuu]}", 2, "no field 'skuu'", "'sku'"),
    ("outputs:\n  p: {report: stock-on-hand, records: products}", 2, "of records or of a report", ""),
    ("outputs:\n  p: {report: stock-on-hand, location: shop}", 2, "location is not valid", ""),
    ("outputs:\n  p: {format: csv}", 2, "does not say of what it is", "records"),
    ("outputs:\n  p: {records: products, format: parse-export}", 2, "several kinds", ""),
    ("outputs: {p: {records: products}}\nschedule: '25:00'", 2, "not a time of day", "02:30"),
    ("outputs: {p: {records: products}}\nschedule: \"a\\nb\"", 2, "not a schedule", ""),
    ("outputs: {p: {records: products}}\nschedule: 61 2 * * *", 2, "'61' cannot be the minute", "0 to 59"),
    ("outputs: {p: {records: products}}\nschedule: '@daily'", 2, "'@daily' is not a schedule", "02:30"),
    ("outputs: {p: {records: products}}\nschedule: 230", 2, "'230' is not a schedule", "02:30"),
    ("outputs:\n  p: {report: stock-on-hand, format: html, language: xx}", 2, "'xx' is not a value for language", "fr"),
    ("outputs:\n  p: {report: stock-on-hand, language: fr}", 2, "language is not valid", ""),
    ("outputs:\n  p: {records: products, language: fr}", 2, "language is not valid", ""),
    ("outputs:\n  p: {report: stock-on-hand, format: docx}", 2, "no format 'docx' to write", "There are html, csv,"),
    ("outputs: {p: {records: products}}\nretention: 0", 2, "out of range", ""),
    ("outputs: {p: {records: products}}\nretention: {weeks: 2}", 2, "retention has no 'weeks'", "sets, days"),
    ("outputs: {p: {records: products}}\ntargets: /srv", 2, "targets must be a list", ""),
    ("outputs: {p: {records: products}}\ntargets:\n  - {folder: a}\n  - {folder: a}", 4, "two targets are called", ""),
    ("outputs: {p: {records: products}}\ntargets:\n  - {timeout: 3s}", 3, "nowhere to go", ""),
    ("outputs: {p: {records: products}}\ntargets:\n  - {folder: a, command: [b]}", 3, "both a folder and", ""),
    ("outputs: {p: {records: products}}\ntargets:\n  - {folder: a, timeout: 3s}", 3, "a folder has no timeout", ""),
    ("outputs: {p: {records: products}}\ntargets:\n  - {command: [cp, '{sett}']}", 3, "no place '{sett}'", "{set}"),
    ("outputs: {p: {records: products}}\ntargets:\n  - {command: [cp], timeout: 3 weeks}", 3, "not a time", "10m"),
    ("outputs: {p: {records: products}}\non_failure: mail shop", 2, "no shell takes it apart", "list"),
    ("outputs: {p: {records: products}}\nfolder: .", 2, "is the shop's own folder", "exports/web"),
    ("outputs: {p: {records: products}}\nfolder: exports/..", 2, "is the shop's own folder", ""),
    ("outputs: {p: {records: products}}\nfolder: /srv/corner/", 2, "is the shop's own folder", ""),
    ("outputs: {p: {records: products}}\nfolder: ..", 2, "holds the shop's own folder", "exports/web"),
    ("outputs: {p: {records: products}}\nfolder: /", 2, "holds the shop's own folder", ""),
    ("outputs: {p: {records: products}}\ntargets:\n  - folder: ../../srv", 3, "holds the shop's own folder", ""),
    ("outputs: {p: {records: products}}\nfolder: jobs", 2, "keeps its jobs", "exports/web"),
    ("outputs: {p: {records: products}}\nfolder: ./jobs/.state", 2, "keeps its jobs", ""),
    ("outputs: {p: {records: products}}\nfolder: ../corner/profiles", 2, "keeps its profiles", ""),
    ("outputs: {p: {records: products}}\nfolder: reports/out", 2, "keeps its reports", ""),
    ("outputs: {p: {records: products}}\nfolder: exports/f/000001", 2, "the name of a set", "not a number"),
    ("outputs: {p: {records: products}}\nfolder: ~/x", 2, "begins with '~'", "whole path"),
    ("outputs: {p: {records: products}}\ntargets:\n  - folder: ~/x", 3, "begins with '~'", "whole path"),
    ("outputs: {p: {records: products}}\ntargets:\n  - folder: jobs", 3, "keeps its jobs", ""),
    ("outputs: {p: {records: products}}\ntargets:\n  - folder: exports/nightly", 3, "the job's own folder", "another"),
    (
      "folder: /srv/x/\noutputs: {p: {records: products}}\ntargets:\n  - {command: [a]}\n  - folder: ../x", 5,
      "the job's own folder", ""
    ),
    (
      "outputs: {p: {records: products}}\ntargets:\n  - folder: a\n  - {folder: ./a, name: b}", 4,
      "the folder of the target 'a'", ""
    ),
    ("outputs: {p: {records: products}}\nmode: incremental", 2, "'incremental' is not a value for mode", "full, delta"),
    ("- a", 1, "a job must be a mapping", ""), ("outputs: [", 1, "YAML", ""), ("", 0, "is empty", ""),
    ("outputs:\n  p: {records: products, records: brands}", 2, "'records' is given twice", ""),
  ])
  func refuses(_ yaml: String, _ line: Int, _ words: String, _ remedy: String) {
    let error = #expect(throws: Problems.self) { try JobShop.job(yaml) }
    guard let error else { return }
    let all = [error.first] + error.further
    let found = all.first { $0.message.contains(words) && $0.remedy.contains(remedy) }
    #expect(found != nil, "\(all.map { "\($0.headline) | \($0.remedy)" })")
    #expect(all.allSatisfy { $0.code == .jobInvalid })
    if line > 0, let found { #expect(abs(found.position.line - line) <= 1, "\(found.headline)") }
  }

  /// One mistake gives one error.
  @Test func tellsNothingTwice() {
    for yaml in ["outputs:\n  p: {report: nope}", "outputs:\n  p: {report: stock-on-hand, format: docx}"] {
      let error = #expect(throws: Problems.self) { try JobShop.job(yaml) }
      #expect(error?.further.isEmpty == true, "\(error?.further as Any)")
    }
  }

  /// The failure command is read even if the rest of the definition is wrong.
  @Test func readsWhomToTellOfAWrongDefinition() throws {
    func command(_ yaml: String) -> [String] {
      JobReader(source: "nightly.yml", registry: standardFormats, reports: JobShop.reports, shop: "/srv/corner")
        .failureCommand(in: yaml)
    }
    #expect(command("titel: x\non_failure: [notify, shop]\noutputs: 7") == ["notify", "shop"])
    for yaml in ["on_failure: mail shop", "outputs: [", "- on_failure", "", "on_failure: []", "outputs: {}"] {
      #expect(command(yaml).isEmpty, "\(yaml)")
    }
  }

  @Test func tellsEverythingAtOnce() {
    let yaml = """
      titel: x
      schedule: "25:00"
      folder: jobs
      outputs:
        a: {records: product}
        b: {records: variants, columns: [skuu]}
      targets: [{folder: exports/nightly}, {command: [a, "{nope}"]}]
      """
    let error = #expect(throws: Problems.self) { try JobShop.job(yaml) }
    #expect(error.map { 1 + $0.further.count } == 6)
    #expect(error?.further.allSatisfy { $0.position.line > 0 } == true)
  }

  /// Anchors that expand to an endless definition.
  @Test func refusesEndlessDefinitions() {
    var yaml = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    for level in 1...9 {
      yaml += "a\(level): &a\(level) [" + Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ") + "]\n"
    }
    yaml += "outputs: {p: {records: products, columns: *a9, where: {title: *a9}}}"
    #expect(throws: Problems.self) { try JobShop.job(yaml) }
  }

  @Test func hashesWhatIsWritten() throws {
    func hash(_ yaml: String) throws -> String { try JobShop.job(yaml).sha256 }
    let plain = try hash("outputs: {p: {records: products, where: {status: active}}}")
    #expect(
      try hash("title: x\nretention: 3\n# so\noutputs:\n  p:\n    where: {status: active}\n    records: products")
        == plain)
    for other in [
      "outputs: {q: {records: products, where: {status: active}}}",
      "outputs: {p: {records: products, where: {status: inactive}}}",
      "outputs: {p: {records: products, where: {status: active}, format: xlsx}}",
      "outputs: {p: {records: products, where: {status: active}, columns: [title]}}",
      "mode: delta\noutputs: {p: {records: products, where: {status: active}}}",
    ] { #expect(try hash(other) != plain, "\(other)") }
  }
}
