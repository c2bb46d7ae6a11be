internal import Catalog
internal import GRDB

/// SQL functions over titles and authors as people write them, on every connection to a shop; the views call them.
enum BookFunctions {
  static let all: [DatabaseFunction] = [
    text("title_key") { WorkKey.title($0) }, text("author_key") { WorkKey.author($0) },
    text("wish_title") { WishText($0)?.title }, text("wish_author") { WishText($0)?.author },
  ]

  static let names: Set<String> = ["title_key", "author_key", "wish_title", "wish_author"]

  private static func text(_ name: String, _ make: @escaping @Sendable (String) -> String?) -> DatabaseFunction {
    DatabaseFunction(name, argumentCount: 1, pure: true) { values in
      String.fromDatabaseValue(values[0]).flatMap(make)
    }
  }
}
