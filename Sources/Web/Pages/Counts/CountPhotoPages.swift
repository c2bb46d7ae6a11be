internal import Foundation
internal import Hummingbird
internal import HummingbirdCore
internal import RetailValues
internal import Serving

/// Photos of what was counted under codes that the catalog does not know.
///
/// A photo is kept by a command that does not write into the database, so that nobody who counts waits for it while an
/// import is written. It is kept before the entry that it belongs to, which may wait.
enum CountPhotoPages {
  /// One file. The command takes less and says so; what is larger than this is not even read.
  static let limits = MultipartReader.Limits(file: 64_000_000, files: 1)
  /// The kinds of pictures that are shown: those that the command makes.
  private static let types: Set<String> = ["image/jpeg", "image/png", "image/webp"]
  /// Pixels of a photo on a page, at most, in each direction.
  private static let shownSize = 240

  static func add(to routes: PageRoutes) {
    routes.get("/counts/:count/photos/:photo") { visit in
      let (count, name) = (try visit.parameter("count"), try visit.parameter("photo"))
      // The command lists what the person may see: who counts, their own.
      let photos = try await visit.run(CommandWords("count", "photo").argument(count)).elements
      guard let photo = photos.first(where: { $0["sha256"].text == name }), let path = photo["path"].text,
        let type = photo["media_type"].text, types.contains(type),
        let data = try await visit.site.commands.outside({ FileManager.default.contents(atPath: path) })
      else { throw PageFailure.notFound }
      return Response(status: .ok, headers: [.contentType: type], body: .init(byteBuffer: ByteBuffer(bytes: data)))
    }
  }

  /// Keeps the photo that came with a form; the file that was sent goes away.
  ///
  /// - Parameter item: the code of the form; empty where it has none.
  /// - Returns: why the photo was not kept; nil when it was, or when none came.
  static func keep(of item: String, in place: CountEntryPages.Place, _ visit: Visit) async -> PageFailure? {
    defer { for file in visit.files { visit.site.uploads.remove(fileAt: file.path) } }
    guard let file = visit.files.first, !item.isEmpty else { return nil }
    // Without the ending that the sender gave: the content says what it is.
    var path = (file.path as NSString).deletingLastPathComponent + "/.photo"
    do { try FileManager.default.moveItem(atPath: file.path, toPath: path) } catch { path = file.path }
    let answer = await visit.answer(
      CommandWords("count", "photo").option("section", place.section).option("add", path).argument(place.count)
        .argument(item).converting)
    guard answer.status != 0 else { return nil }
    var failure = PageFailure(answer)
    if !failure.detail.isEmpty { visit.site.log(failure.detail) }
    // The file's name is ours and says nothing to people.
    let said = failure.title.description
    let shown = [path, (path as NSString).lastPathComponent].reduce(said) { $0.replacing("\($1): ", with: "") }
    let reason = shown == said ? failure.title : LocalizedText(said: shown, code: failure.code).sentence
    failure.remedy = LocalizedText([reason, failure.remedy], separator: ". ")
    failure.title = LocalizedText("The photo was not saved")
    return failure.at("photo")
  }

  /// What the form of an unknown code shows of its photo.
  ///
  /// - Parameter note: the description of the item.
  static func values(
    of code: String, note: String, _ place: CountEntryPages.Place, _ visit: Visit
  ) async -> [String: Any] {
    let words = CommandWords("count", "photo").option("section", place.section).argument(place.count).argument(code)
    let photos = (try? await visit.run(words))?.elements ?? []
    // A manager who counts sees those of others too, and replaces their own alone.
    let (section, person) = (place.section.trimmingSpaces(), CounterIdentity(visit.person.name))
    let own = photos.first { photo in
      photo["section"].text == section && (photo["counter"].text.map { CounterIdentity($0) == person } ?? true)
    }
    var values: [String: Any] = ["takes_photo": true]
    if let own { values["photo"] = shown(own, of: code, note: note, in: place.count) }
    return values
  }

  /// The codes of items that the catalog does not know and of which there is a photo.
  static func codes(
    among items: [JSONValue], _ place: CountEntryPages.Place, _ visit: Visit
  ) async -> Set<String> {
    guard items.contains(where: { $0["sku"].text == nil }) else { return [] }
    let words = CommandWords("count", "photo").option("section", place.section).argument(place.count)
    return Set(((try? await visit.run(words))?.elements ?? []).compactMap { $0["code"].text })
  }

  /// A photo for a template.
  static func shown(_ photo: JSONValue, of code: String, note: String, in count: String) -> [String: Any] {
    let (width, height) = (max(1, photo["width"].integer ?? 1), max(1, photo["height"].integer ?? 1))
    let largest = max(width, height, shownSize)
    return [
      "address": "\(CountPages.address(count))/photos/\(FormValues.encoded(photo["sha256"].text ?? ""))",
      "width": max(1, width * shownSize / largest), "height": max(1, height * shownSize / largest),
      "alternative": note.isEmpty ? LocalizedText("Photo of \(code)") : LocalizedText("Photo of \(code): \(note)"),
    ]
  }
}

extension PageFailure {
  /// The same failure, which begins with what was saved all the same.
  ///
  /// - Parameter saved: in words; nil for nothing.
  func adding(_ saved: (any ShownText)?) -> PageFailure {
    guard let saved else { return self }
    var failure = self
    failure.remedy = LocalizedText([saved.localized, remedy], separator: " ")
    return failure
  }
}
