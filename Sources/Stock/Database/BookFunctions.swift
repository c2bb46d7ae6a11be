internal import GRDB
internal import RetailValues

/// SQL functions over titles and authors as people write them, on every connection to a shop; the views call them.
enum BookFunctions {
  static let all: [DatabaseFunction] = [
    text("title_key") { WorkKey.title($0) }, text("author_key") { WorkKey.author($0) },
    text("post_kind") { BookPost($0)?.kind.rawValue }, text("post_title") { BookPost($0)?.title },
    text("post_author") { BookPost($0)?.author },
  ]

  static let names: Set<String> = ["title_key", "author_key", "post_kind", "post_title", "post_author"]

  private static func text(_ name: String, _ make: @escaping @Sendable (String) -> String?) -> DatabaseFunction {
    DatabaseFunction(name, argumentCount: 1, pure: true) { values in
      String.fromDatabaseValue(values[0]).flatMap(make)
    }
  }
}
