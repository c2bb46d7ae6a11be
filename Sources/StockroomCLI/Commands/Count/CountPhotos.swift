internal import Exchange
internal import FormatKit
internal import Foundation
internal import Pictures
internal import ProblemKit
internal import RetailValues
internal import Serving
internal import Stock

/// A photo of goods whose code the catalog does not know.
struct CountPhoto: Codable, Hashable {
  /// The code as it was entered.
  let code: String
  /// Empty for the location as a whole.
  let section: String
  /// Who counted, as the entries name them.
  let counter: String
  /// In milliseconds since 1970.
  let addedAt: Int64
  /// Of the content.
  let sha256: String
  let mediaType: String
  /// The name of its file, made of the hash.
  let file: String
  let width: Int
  let height: Int
}

/// The photos of one count, in a folder of its own below the folder `count-photos` of the shop.
///
/// Each has a file with the picture and a file that says what it is of. The database has none of it, so that a photo is kept
/// while something long is written. See docs/decisions/0034-photos-of-unknown-codes.md.
struct CountPhotos {
  static let folderName = "count-photos"
  /// Bytes of a photo that is taken.
  static let byteLimit = 20 << 20
  /// How many a count has at most.
  private static let most = 2_000
  /// Pixels: enough to read a label on a screen.
  private static let width = 1220
  private static let ending = ".json"

  let path: String
  private let shop: String
  /// The file of the shop's books: who may open it, may open the photos.
  private let books: String

  /// A number that is given again after a count was deleted does not lead to the photos of that count.
  init(of session: CountSession, in folder: ShopFolder) {
    (shop, books) = (folder.path, folder.databasePath)
    path = "\(shop)/\(Self.folderName)/\(session.id)-\(session.openedAt.millisecondsSince1970)"
  }

  // MARK: Reading

  /// What was read of the photos of a count.
  struct Contents {
    /// By code, the latest of a code first.
    var photos: [CountPhoto] = []
    /// Why some of them, or the folder as a whole, cannot be read.
    var problems: [Problems] = []

    /// The problems for people and in JSON; nil for none.
    var warnings: [String]? { problems.isEmpty ? nil : problems.map(\.headline) }
  }

  /// All of them. A folder that is missing has no photos.
  var all: Contents {
    var contents = Contents()
    let names = read(path, into: &contents) { try FileManager.default.contentsOfDirectory(atPath: path) } ?? []
    for name in names.sorted() where name.hasSuffix(Self.ending) {
      let file = "\(path)/\(name)"
      let content = read(file, into: &contents) { try Data(contentsOf: URL(fileURLWithPath: file)) }
      guard let data = content else { continue }
      if let photo = try? JSONDecoder().decode(CountPhoto.self, from: data) {
        contents.photos.append(photo)
      } else {
        contents.problems.append(
          Problems(
            .refused, source: file, "cannot be read: it does not describe a photo",
            remedy: "Restore it from a backup, or delete it and add the photo again."))
      }
    }
    contents.photos.sort { ($0.code, -$0.addedAt, $0.counter) < ($1.code, -$1.addedAt, $1.counter) }
    return contents
  }

  /// What is read of a path; nil where there is nothing, as when a photo was replaced in this moment, and where it cannot be
  /// read, which is noted.
  private func read<Result>(_ path: String, into contents: inout Contents, _ read: () throws -> Result) -> Result? {
    do { return try read() } catch {
      if (error as? CocoaError)?.code == .fileReadNoSuchFile { return nil }
      let cause = (error as? CocoaError)?.underlying as? POSIXError
      let reason = cause.map { String(cString: strerror($0.code.rawValue)) } ?? error.localizedDescription
      let problem = Problems(
        .refused, source: path, "cannot be read: \(reason)",
        remedy: "Have its owner give you the right to read and write it, as you have for \(ShopFolder.databaseName).")
      contents.problems.append(problem)
      return nil
    }
  }

  /// Those that a person may see: a counter sees their own.
  func seen(by shop: OpenShop) -> Contents {
    var contents = all
    guard !shop.person.sees.contains(.expected) else { return contents }
    let person = CounterIdentity(shop.actor.name)
    contents.photos.removeAll { CounterIdentity($0.counter) != person }
    return contents
  }

  func path(of photo: CountPhoto) -> String { "\(path)/\(photo.file)" }

  // MARK: Keeping

  /// Makes a photo smaller, in another process, which leaves out what the camera wrote, such as the position.
  ///
  /// - Throws: what is wrong with the file; `usage` when no program for pictures is installed.
  static func picture(of file: String) throws -> PictureSizes.Size {
    guard let tool = PictureTool.installed() else {
      throw Problems(
        .usage, "photos cannot be kept, because the program `vips` is not installed",
        remedy: "Describe the item without a photo. \(PictureTool.installation)")
    }
    let made = try PictureSizes(of: file, with: tool, widths: [width], byteLimit: byteLimit)
    guard let picture = made.sizes.last else {
      throw Problems(.pictureDamaged, source: file, "nothing could be made of the picture")
    }
    return picture
  }

  /// Keeps a photo in place of the one that the same person took of the code in the same section.
  @discardableResult
  func keep(
    _ picture: PictureSizes.Size, of code: String, section: String, counter: String, at moment: Timestamp = .now
  ) throws -> CountPhoto {
    let (code, section) = (code.trimmedAsValue, section.trimmedAsValue)
    let hash = SHA256Hash()
    picture.content.withUnsafeBytes { hash.update($0) }
    let sha256 = hash.hexadecimalDigest()
    let photo = CountPhoto(
      code: code, section: section, counter: counter, addedAt: moment.millisecondsSince1970, sha256: sha256,
      mediaType: picture.type.mediaType, file: sha256 + "." + (picture.type.endings.first ?? ""), width: picture.width,
      height: picture.height)
    let (earlier, others) = try prepare(for: code, section: section, counter: counter)
    try DurableFile.write(Data(picture.content), to: self.path(of: photo), sharedLike: books)
    let name = SHA256Hash.hexadecimal(
      of: [code, section, CounterIdentity(counter).text].joined(separator: "\u{0}"))
    try DurableFile.write(try JSONEncoder().encode(photo), to: "\(path)/\(name)\(Self.ending)", sharedLike: books)
    // Two codes can have the same photo.
    if let earlier, !(others + [photo]).contains(where: { $0.file == earlier.file }) {
      try? FileManager.default.removeItem(atPath: self.path(of: earlier))
    }
    return photo
  }

  /// Makes sure that a photo can be kept, as far as that can be known before.
  ///
  /// - Returns: the photo whose place it will take, and those that stay.
  /// - Throws: why it cannot be kept.
  @discardableResult
  func prepare(
    for code: String, section: String, counter: String
  ) throws -> (earlier: CountPhoto?, others: [CountPhoto]) {
    try makeFolder()
    let contents = all
    let (code, section, person) = (code.trimmedAsValue, section.trimmedAsValue, CounterIdentity(counter))
    var others = contents.photos
    let index = others.firstIndex {
      $0.code == code && $0.section == section && CounterIdentity($0.counter) == person
    }
    let earlier = index.map { others.remove(at: $0) }
    let number = others.count + contents.problems.count
    guard earlier != nil || number < Self.most else {
      throw Problems(
        .wrongState, "the count has \(number) photos, and more are not kept",
        remedy: "Describe the item without a photo.")
    }
    return (earlier, others)
  }

  /// Makes the folder; a link in its place is refused, so that nothing is written outside of the shop.
  private func makeFolder() throws {
    let parent = "\(shop)/\(Self.folderName)"
    for folder in [parent, path] {
      var status = stat()
      if lstat(folder, &status) == 0, status.st_mode & S_IFMT != S_IFDIR {
        throw Problems(.usage, "\(folder) is not a folder", remedy: "Move it away; Stockroom makes a folder there.")
      }
      try DurableFile.makeFolder(at: folder, sharedLike: books)
    }
    guard access(path, R_OK | W_OK | X_OK) == 0 else {
      throw Problems(
        .sinkFailed, source: path, "cannot be written: \(String(cString: strerror(errno)))",
        remedy: "Have its owner give you the right to read and write it, as you have for \(ShopFolder.databaseName).")
    }
  }

  /// Removes the photos of a count that was deleted.
  ///
  /// - Returns: whether none is left.
  func removeAll() -> Bool {
    try? FileManager.default.removeItem(atPath: path)
    return !FileManager.default.fileExists(atPath: path)
  }

  // MARK: Showing

  /// A photo in JSON.
  struct Output: Encodable {
    let code: String
    let section: String
    /// Nil for people who do not see who counted.
    let counter: String?
    let addedAt: String
    let sha256: String
    let mediaType: String
    let width: Int
    let height: Int
    let path: String
    /// The SKU of the item that the code is in the count; nil while it is unknown, and once it is left out.
    var item: String?
  }

  /// - Parameter showsPersons: whether the person who asks sees who counted.
  func output(of photo: CountPhoto, clock: ShopClock, showsPersons: Bool) -> Output {
    Output(
      code: photo.code, section: photo.section, counter: showsPersons ? photo.counter : nil,
      addedAt: clock.iso8601(Timestamp(millisecondsSince1970: photo.addedAt)), sha256: photo.sha256,
      mediaType: photo.mediaType, width: photo.width, height: photo.height, path: path(of: photo))
  }

  /// Photos in JSON; nil for none, so that a count without photos says nothing of them.
  func output(of photos: [CountPhoto], clock: ShopClock, showsPersons: Bool) -> [Output]? {
    photos.isEmpty ? nil : photos.map { output(of: $0, clock: clock, showsPersons: showsPersons) }
  }
}
