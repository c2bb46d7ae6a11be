internal import ArgumentParser
internal import Exchange
internal import FormatKit
internal import Foundation
internal import ProblemKit
internal import RetailValues
internal import Stock

extension CountCommand {
  struct Photo: CountingCommand {
    static let configuration = CommandConfiguration(
      commandName: "photo", abstract: "List, save or add photos of what a count has under codes that are unknown.",
      discussion: """
        A photo shows a manager what somebody counted whose code the catalog does not know. JPEG, PNG, WebP and GIF are \
        accepted, up to 20 MB. The shop keeps a smaller copy without the camera's data, such as the position. Another photo \
        of the same code by the same person in the same section replaces the one before. It needs the program `vips` \
        (Debian: libvips-tools).

        Who only counts sees their own photos.

        Examples:
          stockroom count photo 1
          stockroom count photo 1 2419999000423 --to mug.jpg
          stockroom count photo 1 2419999000423 --section A --add IMG_0042.jpg
        """)
    static let acts = Acts(.readCounts, .enterCounts, when: "or with --add")
    var act: Act { add == nil ? .readCounts : .enterCounts }

    @OptionGroup var chosen: CountArgument

    @Argument(help: "The unknown code; the photos of all codes unless given.")
    var code: String?

    @Option(help: ArgumentHelp("Add the photo in this file.", valueName: "file"))
    var add: String?

    @Option(
      help: ArgumentHelp(
        "The section in which it was counted; with --add, the location as a whole unless given.", valueName: "name"))
    var section: String?

    @Option(help: ArgumentHelp("Write the latest photo of the code to this file.", valueName: "file"))
    var to: String?

    @OptionGroup var shopOptions: ShopOptions

    func run(in shop: OpenShop) throws -> ValueOutput {
      guard add == nil || to == nil else {
        throw Problems(.usage, "--add and --to cannot go together", remedy: "Take one after the other.")
      }
      let (code, section) = (code?.trimmedAsValue, section?.trimmedAsValue)
      guard code?.isEmpty == false || (add == nil && to == nil) else {
        throw Problems(
          .usage, "the code that the photo is of is missing",
          remedy: "Write it after the count, as `stockroom count status \(count)` shows it.")
      }
      let books = try shop.books
      let session = try books.countSession(count)
      let photos = CountPhotos(of: session, in: shop.folder)
      if let add, let code { return try keep(add, of: code, to: session, photos, shop) }
      let contents = photos.seen(by: shop)
      let found = contents.photos.filter { photo in
        (code.map { photo.code == $0 } ?? true) && (section.map { photo.section == $0 } ?? true)
      }
      if found.isEmpty, let problem = contents.problems.first { throw problem }
      if let to, let code { return try write(found, of: code, to: to, photos).warning(contents.warnings) }
      let clock = books.settings.clock
      let showsPersons = shop.person.sees.contains(.person)
      let items = try found.isEmpty ? [:] : books.countedItems(of: found.map(\.code), in: count)
      let answer = found.map { photo in
        var output = photos.output(of: photo, clock: clock, showsPersons: showsPersons)
        output.item = items[photo.code]
        return output
      }
      return ValueOutput(answer) {
        guard !found.isEmpty else { return Terminal.say("There are no such photos.") }
        Terminal.say(
          Terminal.table(
            ["code", "section"] + (showsPersons ? ["counter"] : []) + ["file"],
            found.map { [$0.code, $0.section] + (showsPersons ? [$0.counter] : []) + [photos.path(of: $0)] }))
      }.warning(contents.warnings)
    }

    private func keep(
      _ file: String, of code: String, to session: CountSession, _ photos: CountPhotos, _ shop: OpenShop
    ) throws -> ValueOutput {
      try Self.require(code, in: session, in: shop.books)
      let photo = try photos.keep(
        CountPhotos.picture(of: file), of: code, section: section ?? "", counter: shop.actor.name)
      return ValueOutput(
        photos.output(of: photo, clock: try shop.books.settings.clock, showsPersons: true),
        "The photo of \(code) is kept: \(photo.width) × \(photo.height) pixels.")
    }

    private func write(
      _ found: [CountPhoto], of code: String, to path: String, _ photos: CountPhotos
    ) throws -> ValueOutput {
      guard path != "-" else {
        throw Problems(.usage, "a photo is not written to standard output", remedy: "Name a file with --to.")
      }
      guard let photo = found.first, let data = FileManager.default.contents(atPath: photos.path(of: photo)) else {
        throw Problems(
          .notFound, "count \(count) has no photo of '\(code)'",
          remedy: "See `stockroom count photo \(count)` for the photos that it has.")
      }
      try AtomicOutput.write(to: path) { sink in
        try data.withUnsafeBytes { try sink.write($0.bindMemory(to: UInt8.self)) }
      }
      return ValueOutput(["code": code, "path": path], "Wrote the photo of \(code) to \(path).")
    }

    /// - Throws: that a photo of the code cannot be added: the count is over, or the catalog knows the code.
    static func require(_ code: String, in session: CountSession, in books: ShopDatabase) throws {
      guard [.open, .counting, .review].contains(session.state) else {
        throw Problems(
          .wrongState, "count \(session.code) is \(session.state.rawValue), so no photo is added",
          remedy: "Photos are added while a count is open, or reviewed.")
      }
      guard try books.variant(typed: code) == nil else {
        throw Problems(
          .usage, "the catalog knows the code \(code), and photos are for unknown codes",
          remedy: "Enter the item without a photo. Pictures of products are added with `stockroom picture add`.")
      }
    }
  }
}
