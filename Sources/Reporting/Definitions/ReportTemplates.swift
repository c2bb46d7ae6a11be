internal import Foundation
internal import Mustache
internal import ProblemKit
internal import RetailValues
internal import Wording

/// The compiled templates of one report with everything that they include.
///
/// Errors that Mustache would ignore or that would crash it are refused when the report is loaded: an included template
/// that does not exist, and one that includes itself.
struct ReportTemplates: Sendable {
  private let library: MustacheLibrary
  private let html: MustacheTemplate?
  private let csv: MustacheTemplate?
  private let rows: [String: MustacheTemplate]
  private let compiledRows: [String: RowTemplate]
  /// The texts of shared templates, to estimate the size of a page.
  let sharedTexts: [String: String]

  /// - Parameter messages: the translations of the templates' texts; texts for programs are not translated.
  init(
    for definition: ReportDefinition, files: ReportFiles, messages: ReportMessages = .none
  ) throws(Problems) {
    ContentTypes.register
    let texts = messages.isEmpty ? nil : try TemplateTexts(of: definition, files: files)
    var problems: [Problem] = []
    var library = MustacheLibrary()
    var includes: [String: [String]] = [:]
    func compile(_ text: String, _ source: String, linesBefore: Int = 0) -> MustacheTemplate? {
      if var problem = TemplateSize.problem(with: text, source: source) {
        problem = Problem(
          problem.code, source: source, line: max(1, problem.position.line - linesBefore), problem.message,
          remedy: problem.remedy)
        problems.append(problem)
        return nil
      }
      do {
        return try MustacheTemplate(string: text)
      } catch let error as MustacheTemplate.ParserError {
        problems.append(
          Problem(
            .invalidTemplate, source: source, line: error.context.lineNumber - linesBefore,
            "the template cannot be read: \(Self.explanation(error.error))",
            remedy: "Look at the tags in '\(error.context.line.trimmingCharacters(in: .whitespaces))'."))
      } catch {
        problems.append(
          Problem(.invalidTemplate, source: source, "the template cannot be read", remedy: "Look at its tags."))
      }
      return nil
    }
    func compile(file: String, isCSV: Bool = false) -> MustacheTemplate? {
      do {
        var text = try files.text(file)
        includes[files.path(file)] = Self.included(in: text)
        if !isCSV, let translated = texts?.own[file]?.translated(by: messages.translation) { text = translated }
        if isCSV { text = text.replacing("\r\n", with: "\n").replacing("\n", with: "\r\n") }
        return compile("{{% CONTENT_TYPE: \(isCSV ? "CSV" : "HTML")}}\n" + text, files.path(file), linesBefore: 1)
      } catch {
        problems += error.all
        return nil
      }
    }
    var sharedTexts: [String: String] = [:]
    do {
      for shared in try files.sharedTemplates() {
        let text = texts?.shared[shared.name]?.translated(by: messages.translation) ?? shared.text
        sharedTexts[shared.name] = text
        includes[shared.name] = Self.included(in: text)
        if let template = compile(text, shared.source) { library.register(template, named: shared.name) }
      }
    } catch { problems += error.all }
    html = definition.htmlTemplate.flatMap { compile(file: $0) }
    csv = definition.csv?.template.flatMap { compile(file: $0, isCSV: true) }
    var rows: [String: MustacheTemplate] = [:]
    var compiledRows: [String: RowTemplate] = [:]
    for query in definition.queries {
      guard let file = query.rowTemplate, let template = compile(file: file) else { continue }
      rows[query.name] = template
      let text = texts?.own[file]?.translated(by: messages.translation) ?? (try? files.text(file)) ?? ""
      compiledRows[query.name] = RowTemplate(
        ReportLink.removed(from: text), columns: query.columns, shared: sharedTexts, messages: messages)
    }
    self.library = library
    self.rows = rows
    self.compiledRows = compiledRows
    problems += Self.problems(with: includes)
    self.sharedTexts = sharedTexts
    if problems.isEmpty {
      var size = TemplateSize(shared: sharedTexts)
      for file in definition.pageTemplates + (definition.csv?.template.map { [$0] } ?? []) {
        guard size.bytes(of: (try? files.text(file)) ?? "") > TemplateSize.largestEmpty else { continue }
        problems.append(
          Problem(
            .invalidTemplate, source: files.path(file), "the template becomes larger than any page",
            remedy: "Shared templates that include others several times multiply; include them once."))
      }
    }
    if let error = Problems(collected: problems) { throw error }
  }

  func html(_ context: TemplateContext) -> String? { html?.render(context, library: library) }

  func csv(_ context: TemplateContext) -> String? {
    csv.map { CSVCells.quotedAsWholes(of: $0.render(context, library: library)) }
  }

  /// One row of a streamed query; nil when it has no template.
  func row(_ row: ReportRow, of query: String) -> String? { rows[query]?.render(row, library: library) }

  /// The same without links, taken apart beforehand; nil for a template that only Mustache understands.
  func compiledRow(of query: String) -> RowTemplate? { compiledRows[query] }

  // MARK: - Checks

  /// The names of the templates that a template includes or extends.
  static func included(in text: String) -> [String] {
    text.matches(of: #/\{\{\s*[<>]\s*([A-Za-z0-9._\/-]+)\s*\}\}/#).map { String($0.output.1) }
  }

  private static func problems(with includes: [String: [String]]) -> [Problem] {
    var problems: [Problem] = []
    for (source, names) in includes.sorted(by: { $0.key < $1.key }) {
      for name in names where includes[name] == nil {
        problems.append(
          Problem(
            .invalidTemplate, source: source, "there is no shared template '\(name)'",
            remedy: "Put \(name).mustache into _shared." + suggestion(for: name, among: includes.keys.sorted())))
      }
      // A template must not be among those that it includes, directly or indirectly.
      var reached: Set<String> = []
      var open = names
      while let name = open.popLast() {
        if reached.insert(name).inserted { open += includes[name] ?? [] }
      }
      if reached.contains(source) {
        problems.append(
          Problem(
            .invalidTemplate, source: source, "the template includes itself", remedy: "Break the circle of inclusions.")
        )
      }
    }
    return problems
  }

  private static func explanation(_ error: any Error) -> String {
    switch error as? MustacheTemplate.Error {
    case .sectionCloseNameIncorrect: "a section is closed by another name"
    case .unfinishedName: "a tag is not closed"
    case .expectedSectionEnd: "a section is not closed"
    default: "a tag is not valid"
    }
  }
}

/// Text of a CSV field in a template.
private struct CSVContentType: MustacheContentType {
  func escapeText(_ text: String) -> String { CSVText.field(text) }
}

private enum ContentTypes {
  static let register: Void = {
    MustacheContentTypes.register(CSVContentType(), named: "CSV")
    MustacheContentTypes.register(HTMLContentType(), named: "HTML")
  }()
}
