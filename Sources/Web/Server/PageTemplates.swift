internal import Foundation
internal import Mustache
public import ProblemKit
internal import Wording

/// The templates of all pages in all languages, from the folder `pages` that comes with the program.
public struct PageTemplates: Sendable {
  /// The path of the folder.
  let folder: String
  private let english: Translation
  /// Those that have a message file.
  private let others: [Language: Translation]

  /// The templates in one language.
  private struct Translation: Sendable {
    let messages: PageMessages
    let library: MustacheLibrary
  }

  /// Reads all templates of a folder, and the message files of its folders `messages` and `problems`.
  ///
  /// - Parameter summaries: the summary of each kind of problem in English, by its code, for messages that are not translated.
  /// - Throws: `usage` for a folder without templates, and for a template that cannot be read; what is wrong with a message file.
  public init(folder: String, summaries: [String: String] = [:]) throws(Problems) {
    self.folder = folder
    MustacheContentTypes.register(HTMLContentType(), named: "HTML")
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    var templates: [(name: String, text: TemplateText)] = []
    for file in files.sorted() where file.hasSuffix(".mustache") {
      guard let data = FileManager.default.contents(atPath: "\(folder)/\(file)") else { continue }
      templates.append(
        (String(file.dropLast(".mustache".count)), TemplateText(String(decoding: data, as: UTF8.self))))
    }
    guard !templates.isEmpty else {
      throw Problems(
        .usage, "there are no templates of pages in \(folder)",
        remedy: "Copy pages to share/stockroom/pages next to the folder of the program, or name it in STOCKROOM_PAGES.")
    }
    english = Translation(messages: .english, library: try Self.library(templates, .english, folder))
    var others: [Language: Translation] = [:]
    for language in Language.allCases {
      let messages = try PageMessages(language, in: folder, summaries: summaries)
      guard language != .english, !messages.texts.isEmpty else { continue }
      others[language] = Translation(messages: messages, library: try Self.library(templates, messages, folder))
    }
    self.others = others
  }

  private static func library(
    _ templates: [(name: String, text: TemplateText)], _ messages: PageMessages, _ folder: String
  ) throws(Problems) -> MustacheLibrary {
    var library = MustacheLibrary()
    for (name, text) in templates {
      do {
        // Each template names the type of its content: an included one begins with that of the library.
        try library.register(
          "{{% CONTENT_TYPE: HTML}}\n" + text.translated { messages.texts[$0] }, named: name)
      } catch {
        throw Problems(
          .usage, "the template \(folder)/\(name).mustache cannot be read: \(error)", remedy: "Look at its tags.")
      }
    }
    return library
  }

  /// The text of a page; nil without a template of that name.
  func page(_ name: String, _ values: [String: Any], in language: Language = .english) -> String? {
    let wording = others[language] ?? english
    var values = values
    values["lang"] = wording.messages.language.rawValue
    func rendered() -> String? {
      wording.library.render(Self.prepared(values, in: wording.messages), withTemplate: name)
    }
    guard let failure = values["failure"] as? PageFailure else { return rendered() }
    // The summary links to fields that the page has, which only the page shows.
    values["has_failed"] = true
    values["failure"] = failure.summary(linkingTo: [])
    guard let page = rendered() else { return nil }
    let fields = FailedFields(failure, in: page) { $0.text(in: wording.messages) }
    guard !fields.ids.isEmpty else { return page }
    values["failure"] = failure.summary(linkingTo: fields.ids)
    return rendered().map { fields.marked(in: $0) }
  }

  /// A text as pages in a language have it.
  func text(_ text: LocalizedText, in language: Language) -> String {
    text.text(in: (others[language] ?? english).messages)
  }

  /// The values with every text in the language, and every empty text as one whose section is left out.
  static func prepared(_ value: Any, in messages: PageMessages = .english) -> Any {
    switch value {
    case let text as String: text.isEmpty ? EmptyText() : text
    case let text as LocalizedText: prepared(text.text(in: messages), in: messages)
    case let values as [String: Any]: values.mapValues { prepared($0, in: messages) }
    case let values as [Any]: values.map { prepared($0, in: messages) }
    default: value
    }
  }
}

/// An empty text: it prints nothing, and its section is left out. A name that is not there is no substitute, because it is looked
/// for further out.
struct EmptyText: MustacheCustomRenderable {
  var renderText: String { "" }
  var isNull: Bool { true }
}
