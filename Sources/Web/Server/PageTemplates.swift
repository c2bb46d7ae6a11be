internal import Foundation
internal import Mustache
public import ProblemKit
internal import RetailValues

/// The templates of all pages, from the folder `pages` that comes with the program.
public struct PageTemplates: Sendable {
  private let library: MustacheLibrary
  /// The path of the folder.
  let folder: String

  /// Reads all templates of a folder.
  ///
  /// - Throws: `usage` for a folder without templates, and for a template that cannot be read.
  public init(folder: String) throws(Problems) {
    self.folder = folder
    var library = MustacheLibrary()
    MustacheContentTypes.register(HTMLContentType(), named: "HTML")
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    var count = 0
    for file in files.sorted() where file.hasSuffix(".mustache") {
      guard let data = FileManager.default.contents(atPath: "\(folder)/\(file)") else { continue }
      do {
        // Each template names the type of its content: an included one begins with that of the library.
        try library.register(
          "{{% CONTENT_TYPE: HTML}}\n" + String(decoding: data, as: UTF8.self),
          named: String(file.dropLast(".mustache".count)))
      } catch {
        throw Problems(
          .usage, "the template \(folder)/\(file) cannot be read: \(error)", remedy: "Look at its tags.")
      }
      count += 1
    }
    guard count > 0 else {
      throw Problems(
        .usage, "there are no templates of pages in \(folder)",
        remedy: "Copy pages to share/stockroom/pages next to the folder of the program, or name it in STOCKROOM_PAGES.")
    }
    self.library = library
  }

  /// The text of a page; nil without a template of that name.
  func page(_ name: String, _ values: [String: Any]) -> String? {
    library.render(Self.prepared(values), withTemplate: name)
  }

  /// The values with every empty text as one whose section is left out.
  static func prepared(_ value: Any) -> Any {
    switch value {
    case let text as String: text.isEmpty ? EmptyText() : text
    case let values as [String: Any]: values.mapValues(prepared)
    case let values as [Any]: values.map(prepared)
    default: value
    }
  }
}

/// Text in HTML. The library's own looks at whole letters, so that a quotation mark with an accent upon it would get through and end
/// an attribute.
private struct HTMLContentType: MustacheContentType {
  func escapeText(_ text: String) -> String { HTMLText.escaped(text) }
}

/// An empty text: it prints nothing, and its section is left out. A name that is not there is no substitute, because it is looked
/// for further out.
struct EmptyText: MustacheCustomRenderable {
  var renderText: String { "" }
  var isNull: Bool { true }
}
