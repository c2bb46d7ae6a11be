public import FormatKit
internal import JSONReading

/// The tree of a book exchange that was kept in a Firebase Realtime Database: books under their titles, users with their posts.
public struct BookwormFormat: ReadableFormat, ManyTablesFormat {
  public static let descriptor = FormatDescriptor(
    id: "bookworm", name: "Bookworm", summary: "The books and users of a book exchange, as a tree of JSON.",
    extensions: ["json"], shape: .semantic, problemCodes: Problem.Code.bookworm)

  let options: BookwormOptions

  public init(options: BookwormOptions = BookwormOptions()) { self.options = options }

  public func reader(for source: ByteSource) throws(Problems) -> BookwormReader {
    try BookwormReader(source, options)
  }

  public var demands: [TableDemand] {
    [
      .group(
        by: "user",
        [BookwormRecords.users, BookwormRecords.posts].map { TableDemand.Table($0.table, $0.columns.map(\.name)) }),
      .table("listings", BookwormRecords.listings.columns.map(\.name)),
    ]
  }

  /// Begins to write; see ``BookwormWriter`` for what it takes.
  public func tablesWriter(to sink: ByteSink) throws(Problems) -> BookwormWriter { try BookwormWriter(to: sink) }

  /// The keys of a book, including those that this format adds to the app's own.
  private static let bookKeys: Set<String> = [
    "author", "condition", "summary", "publ", "user", "lattitude", "isbn", "listing_kind", "posted_at",
  ]

  public static func sniff(_ preview: SourcePreview) -> Confidence {
    guard preview.bytes.first(where: { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }) == 0x7B,
      let reader = try? JSONEventReader(.memory(preview.bytes, name: preview.name))
    else { return .none }
    var sawPosts = false
    do throws(Problems) {
      guard try reader.next() == .beginObject else { return .none }
      while let key = try reader.nextKey() {
        guard key == "books" || key == "users", try reader.next() == .beginObject, try reader.nextKey() != nil else {
          // The value's beginning is read already where the key was one of the two.
          if key != "books" && key != "users" { try reader.skipValue() }
          continue
        }
        let keys = Set(try reader.value().members.map(\.key))
        if key == "books",
          keys.intersection(Self.bookKeys).count >= 3
        {
          return Confidence(94, "books under their titles, with the keys of Bookworm")
        }
        sawPosts = sawPosts || key == "users" && keys.isSuperset(of: ["username", "posts"])
        while try reader.nextKey() != nil { try reader.skipValue() }
      }
    } catch {
      // The preview has ended, or the reader reports the error.
    }
    return sawPosts ? Confidence(88, "users with their posts, as Bookworm has them") : .none
  }
}

/// The settings of ``BookwormFormat``.
public struct BookwormOptions: FormatOptions {
  /// What the books are to their users, which the tree does not say.
  public enum ListingKind: String, CaseIterable, Sendable {
    case forTrade = "for-trade"
    case owned
  }

  public var charset: Charset?
  public var books = ListingKind.forTrade

  public init() {}

  public static let fields: [OptionField<BookwormOptions>] = [
    .choice("charset", \.charset, "The character set; found when not given."),
    .choice("books", \.books, "In reading, what the books are: offered for trade unless given, or only owned."),
  ]
}

extension Problem.Code {
  /// What the tree of a book exchange may meet.
  static let bookworm: [Problem.Code] =
    jsonReading + [
      .bookwormShape, .bookwormPlace, .bookwormLatitudeKey, .bookwormUnknownUser, .bookwormUnknownKey,
      .bookwormForbiddenKey, .bookwormPostMessage, .bookwormPostTime, .bookwormEmailTwice, .bookwormTooManyUsers,
      .bookwormUnwritable,
    ]

  public static let bookwormShape = Problem.Code(
    "bookworm-shape", .error, "A book, a user or a value of one is not what the tree has there.",
    remedy: "Books and users are objects of texts; correct the value, or leave the record out.")
  public static let bookwormPlace = Problem.Code(
    "bookworm-place", .warning, "The place of a book cannot be taken.",
    remedy: "A place needs a latitude from -90 to 90 and a longitude from -180 to 180; the book is taken without one.")
  public static let bookwormLatitudeKey = Problem.Code(
    "bookworm-latitude-key", .notice, "The latitude is under 'latitude', where the app writes 'lattitude'.",
    remedy: "It is taken; in writing the key is spelled as the app spells it.")
  public static let bookwormUnknownUser = Problem.Code(
    "bookworm-unknown-user", .warning, "A book belongs to nobody, or to somebody who is not among the users.",
    remedy: "The book is taken; the person who lists it becomes a user with an e-mail address and nothing else.")
  public static let bookwormUnknownKey = Problem.Code(
    "bookworm-unknown-key", .warning, "A book has a value that books of this app do not have.",
    remedy: "It is left out; the plugin's description lists what is taken.")
  /// Firebase: keys must not contain . $ # [ ] / or control characters.
  public static let bookwormForbiddenKey = Problem.Code(
    "bookworm-forbidden-key", .notice, "A key holds a character that a Firebase database does not allow.",
    remedy: "It is taken as it is, and escaped with a percent sign when it is written.")
  public static let bookwormPostMessage = Problem.Code(
    "bookworm-post-message", .warning, "A post has no message.", remedy: "It is taken without one.")
  public static let bookwormPostTime = Problem.Code(
    "bookworm-post-time", .notice, "The key of a post is not a time.", remedy: "The post is taken without a time.")
  public static let bookwormEmailTwice = Problem.Code(
    "bookworm-email-twice", .warning, "Two users have one e-mail address, by which books name them.",
    remedy: "Books of that address go to the first; correct the address of the other.")
  public static let bookwormTooManyUsers = Problem.Code(
    "bookworm-too-many-users", .error, "The tree has more than 250,000 users.",
    remedy: "Their addresses are held in memory to know whose the books are; split the tree.")
  public static let bookwormUnwritable = Problem.Code(
    "bookworm-unwritable", .error, "A record has no place in the tree.",
    remedy: "Give it the code or the value that is missing, or shorten it.")
}
