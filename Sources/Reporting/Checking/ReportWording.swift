public import ProblemKit
internal import RetailValues
public import Wording

/// Everything that a report says to people, in English, in the order in which it is found.
struct ReportWording {
  /// Of the report's own files, and of the shared templates that it includes and the engine itself.
  private(set) var own: [String] = []
  private(set) var shared: [String] = []
  private var seen: Set<String> = []

  /// The texts that workbooks have for every report.
  static let fixed = ["Shop", "Currency", "Time zone", "Made at"]

  init(of definition: ReportDefinition, files: ReportFiles) throws(Problems) {
    let templates = try TemplateTexts(of: definition, files: files)
    // Texts that every report has are translated once.
    for text in Self.fixed { note(text, isShared: true) }
    for name in templates.included where files.tables[name] == nil {
      for run in templates.shared[name]?.runs ?? [] { note(run, isShared: true) }
    }
    for text in [definition.title, definition.summary] { note(text) }
    for (_, template) in templates.own.sorted(by: { $0.key < $1.key }) { for run in template.runs { note(run) } }
    for name in templates.included where files.tables[name] != nil {
      for run in templates.shared[name]?.runs ?? [] { note(run) }
    }
    for chart in definition.charts { note(chart.title) }
    for map in definition.maps { note(map.title) }
    for parameter in definition.parameters {
      note(SheetHeading.words(parameter.name))
      note(parameter.help)
      for choice in parameter.choices { note(choice) }
    }
    for query in definition.queries {
      for column in query.columns {
        for word in column.words.own { note(word) }
        for word in column.words.shared { note(word, isShared: true) }
      }
      switch query.sheet {
      case .none: continue
      case .named(let name): note(name)
      case .ownName: if query.rows != .one { note(SheetHeading.words(query.name)) }
      }
      for column in query.columns where column.name != "is_total" && !(query.rows == .one && column.type == .flag) {
        note(column.title ?? SheetHeading.words(column.name))
      }
    }
  }

  private mutating func note(_ text: String, isShared: Bool = false) {
    let english = MessageText.collapsed(text)
    guard MessageText.hasLetters(english), seen.insert(english).inserted else { return }
    if isShared { shared.append(english) } else { own.append(english) }
  }
}

/// The texts of all templates of a report.
struct TemplateTexts {
  /// By file.
  private(set) var own: [String: TemplateText] = [:]
  /// By name.
  private(set) var shared: [String: TemplateText] = [:]
  /// The shared templates that the report includes, and what those include.
  private(set) var included: [String] = []

  init(of definition: ReportDefinition, files: ReportFiles) throws(Problems) {
    let templates = try files.sharedTemplates()
    let texts = Dictionary(templates.map { ($0.name, TemplateText($0.text)) }, uniquingKeysWith: { first, _ in first })
    let silent = texts.values.reduce(into: Set<String>()) { $0.formUnion($1.silent) }
    var reached: Set<String> = []
    var open: [String] = []
    for file in definition.pageTemplates {
      let text = try files.text(file)
      own[file] = TemplateText(text, silent: silent)
      open += ReportTemplates.included(in: text)
    }
    while let name = open.popLast() {
      guard reached.insert(name).inserted else { continue }
      open += templates.first { $0.name == name }.map { ReportTemplates.included(in: $0.text) } ?? []
    }
    // A template included within a style is part of the style.
    shared = texts.filter { !silent.contains($0.key) }
    included = reached.subtracting(silent).sorted()
  }
}

extension ReportDefinition {
  /// The templates that make the page.
  var pageTemplates: [String] {
    var files: [String] = []
    for file in [htmlTemplate].compactMap({ $0 }) + queries.compactMap(\.rowTemplate) where !files.contains(file) {
      files.append(file)
    }
    return files
  }
}

extension Report {
  /// The texts that have no translation into a language yet: those of the report itself, and those that all reports share.
  ///
  /// - Throws: ``Problems`` for the templates and the message files.
  public func untranslated(into language: Language) throws(Problems) -> (own: [String], shared: [String]) {
    let wording = try ReportWording(of: definition, files: files)
    let messages = try files.messages(in: language)
    return (
      wording.own.filter { messages.translation(of: $0) == nil }, wording.shared.filter { messages.shared[$0] == nil }
    )
  }

  /// Texts of the definition, such as the title, in a language; those that are not translated in English.
  ///
  /// - Throws: ``Problems`` for the message files.
  public func translated(_ texts: [String], into language: Language) throws(Problems) -> [String] {
    guard language != .english, !texts.isEmpty else { return texts }
    let english = texts.map { MessageText.collapsed($0) }
    var messages = try files.ownMessages(in: language)
    // The shared file is large, and most reports have all of these texts themselves.
    if !english.allSatisfy({ messages.translation(of: $0) != nil }) { messages = try files.messages(in: language) }
    return zip(texts, english).map { messages.translation(of: $1) ?? $0 }
  }
}
