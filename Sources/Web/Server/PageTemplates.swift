internal import Foundation
internal import Mustache
public import ProblemKit

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
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    var count = 0
    for file in files.sorted() where file.hasSuffix(".mustache") {
      guard let data = FileManager.default.contents(atPath: "\(folder)/\(file)") else { continue }
      do {
        try library.register(String(decoding: data, as: UTF8.self), named: String(file.dropLast(".mustache".count)))
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
    library.render(Self.withBlanks(values), withTemplate: name)
  }

  /// The values, with empty texts for which sections are left out, as for a value that is missing. A row that has one hides
  /// what is further out under the same name.
  private static func withBlanks(_ value: Any) -> Any {
    switch value {
    case let text as String where text.isEmpty: Blank()
    case let list as [Any]: list.map(withBlanks)
    case let members as [String: Any]: members.mapValues(withBlanks)
    default: value
    }
  }

  /// An empty text.
  private struct Blank: MustacheCustomRenderable {
    var renderText: String { "" }
    var isNull: Bool { true }
  }
}
