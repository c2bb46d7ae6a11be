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

  /// All of them, by code, the latest of a code first.
  ///
  /// - Throws: `refused` where the folder or a file of it cannot be read; one that is missing has no photos.
  var all: [CountPhoto] {
    get throws {
      let names = try Self.unlessMissing(path) { try FileManager.default.contentsOfDirectory(atPath: path) } ?? []
      let photos = try names.filter { $0.hasSuffix(Self.ending) }.compactMap { name -> CountPhoto? in
        let file = "\(path)/\(name)"
        let data = try Self.unlessMissing(file) { try Data(contentsOf: URL(fileURLWithPath: file)) }
        return data.flatMap { try? JSONDecoder().decode(CountPhoto.self, from: $0) }
      }
      return photos.sorted { ($0.code, -$0.addedAt, $0.counter) < ($1.code, -$1.addedAt, $1.counter) }
    }
  }

  /// What is read of a path; nil where there is nothing, as when a photo was replaced in this moment.
  private static func unlessMissing<Result>(_ path: String, _ read: () throws -> Result) throws -> Result? {
    do { return try read() } catch {
      if (error as? CocoaError)?.code == .fileReadNoSuchFile { return nil }
      let cause = (error as? CocoaError)?.underlying as? POSIXError
      let reason = cause.map { String(cString: strerror($0.code.rawValue)) } ?? error.localizedDescription
      throw Problems(
        .refused, source: path, "cannot be read: \(reason)",
        remedy: "Have its owner give you the right to read and write it, as you have for \(ShopFolder.databaseName).")
    }
  }

  /// Those that a person may see: a counter sees their own.
  func seen(by shop: OpenShop) throws -> [CountPhoto] {
    let all = try all
    let person = CounterIdentity(shop.actor.name)
    return shop.person.sees.contains(.expected) ? all : all.filter { CounterIdentity($0.counter) == person }
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
    let earlier = try prepare(for: code, section: section, counter: counter)
    try DurableFile.write(Data(picture.content), to: self.path(of: photo), sharedLike: books)
    let name = SHA256Hash.hexadecimal(
      of: [code, section, CounterIdentity(counter).text].joined(separator: "\u{0}"))
    try DurableFile.write(try JSONEncoder().encode(photo), to: "\(path)/\(name)\(Self.ending)", sharedLike: books)
    // Two codes can have the same photo.
    if let earlier, let kept = try? all, !kept.contains(where: { $0.file == earlier.file }) {
      try? FileManager.default.removeItem(atPath: self.path(of: earlier))
    }
    return photo
  }

  /// Makes sure that a photo can be kept, as far as that can be known before.
  ///
  /// - Returns: the photo whose place it will take.
  /// - Throws: why it cannot be kept.
  @discardableResult
  func prepare(for code: String, section: String, counter: String) throws -> CountPhoto? {
    try makeFolder()
    let all = try all
    let (code, section, person) = (code.trimmedAsValue, section.trimmedAsValue, CounterIdentity(counter))
    let earlier = all.first {
      $0.code == code && $0.section == section && CounterIdentity($0.counter) == person
    }
    guard earlier != nil || all.count < Self.most else {
      throw Problems(
        .wrongState, "the count has \(all.count) photos, and more are not kept",
        remedy: "Describe the item without a photo.")
    }
    return earlier
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
