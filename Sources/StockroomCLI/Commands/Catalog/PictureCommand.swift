internal import ArgumentParser
internal import Exchange
internal import FormatKit
internal import Foundation
internal import Pictures
internal import RetailValues
internal import Stock

/// Pictures of products.
struct PictureCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "picture", abstract: "Add pictures of products, each in five sizes.",
    discussion: """
      Examples:
        stockroom picture add coat.jpg --product COAT-1
        stockroom export pictures
      """,
    subcommands: [Add.self])

  struct Add: ShopCommand {
    static let configuration = CommandConfiguration(
      commandName: "add", abstract: "Add a picture to its product, in five sizes.",
      discussion: """
        JPEG, PNG, WebP and GIF are accepted. The sizes are \(PictureSizes.widths.map(String.init).joined(separator: ", ")) pixels \
        wide; a picture is never made larger than it is. They are turned upright and have none of the camera's data; the \
        original is kept unchanged. The files go into the shop's pictures/ under names made from their content, so that the \
        same picture is stored once. It needs the program `vips` (Debian: libvips-tools).

        Examples:
          stockroom picture add coat.jpg --product COAT-1
          stockroom picture add coat-back.png --product COAT-1 --position 2
        """)
    static let acts = Acts(.importFiles)
    static let worksInOneStore = true

    @Argument(help: "The pictures, in order.")
    var files: [String]

    @Option(help: ArgumentHelp("The product.", valueName: "code"))
    var product: String

    @Option(
      help: ArgumentHelp(
        "Its position among the product's pictures, from 1; a picture at that position is replaced. The last position unless given.",
        valueName: "number"))
    var position: Int?

    @OptionGroup var dryRunOption: DryRunOption

    @OptionGroup var shopOptions: ShopOptions

    func run(in shop: OpenShop) throws -> ValueOutput {
      let database = try shop.books
      guard let tool = PictureTool.installed() else {
        throw Problems(.usage, "the program `vips` is not installed", remedy: PictureTool.installation)
      }
      guard let known = try database.lastPicturePosition(of: product) else {
        throw Problems(
          .notFound, "there is no product '\(product)'",
          remedy: "Import it first; `stockroom export products` lists them.")
      }
      guard (position ?? 1) > 0, (position ?? 1) < 100_000 else {
        throw Problems(.usage, "--position \(position ?? 0) is not between 1 and 99999", remedy: "Write --position 1.")
      }
      var records = ComposedRecords()
      for (index, file) in files.enumerated() {
        let sizes = try PictureSizes(of: file, with: tool)
        let place = (position ?? known + 1) + index
        for size in [sizes.original] + sizes.sizes {
          let isOriginal = size == sizes.original
          records.add(
            "pictures",
            [
              "product_code": product, "position": "\(place)", "picture_width": isOriginal ? "0" : "\(size.width)",
              "picture_height": "\(size.height)", "file": try keep(size, in: shop.folder),
              "media_type": size.type.mediaType,
            ])
        }
        warn(of: sizes, file)
        shop.showMeanwhile {
          Terminal.say(
            "\(file): \(Self.widths(of: sizes)) pixels wide, from \(sizes.original.width) × \(sizes.original.height).")
        }
      }
      let names = files.map { ($0 as NSString).lastPathComponent }.joined(separator: ", ")
      let request = try records.request(named: "pictures of \(product): \(names)", in: shop.folder)
      let summary = try ImportCommand.perform(
        request, in: database, actor: dryRunOption.actor(in: shop))
      return ValueOutput(summary, to: request)
    }

    /// Writes a size under the name of its content; a file of that name is that size already.
    ///
    /// - Returns: the path below the shop's folder.
    private func keep(_ size: PictureSizes.Size, in folder: ShopFolder) throws -> String {
      let hash = SHA256Hash()
      size.content.withUnsafeBytes { hash.update($0) }
      let name = hash.hexadecimalDigest() + "." + (size.type.endings.first ?? "")
      let below = "pictures/" + name
      guard !dryRunOption.isDryRun, !FileManager.default.fileExists(atPath: folder.path + "/" + below) else {
        return below
      }
      try folder.makePicturesFolder()
      try AtomicOutput.write(to: folder.path + "/" + below) { sink in
        try size.content.withUnsafeBytes { try sink.write($0.bindMemory(to: UInt8.self)) }
      }
      return below
    }

    private func warn(of sizes: PictureSizes, _ file: String) {
      let lacking = PictureSizes.widths.filter { width in !sizes.sizes.contains { $0.width == width } }
      guard !lacking.isEmpty else { return }
      Terminal.show(
        Problem(
          .pictureSmall, source: file, value: "\(sizes.original.width)",
          "the picture is too narrow for \(lacking.map(String.init).joined(separator: ", ")) pixels; it is made "
            + "\(Self.widths(of: sizes)) wide"))
    }

    private static func widths(of sizes: PictureSizes) -> String {
      sizes.sizes.map { "\($0.width)" }.joined(separator: ", ")
    }
  }
}

extension ShopFolder {
  var picturesPath: String { path + "/pictures" }

  /// Makes the folder of pictures; one that leads elsewhere is refused, so that nothing is written outside of the shop.
  func makePicturesFolder() throws {
    var status = stat()
    if lstat(picturesPath, &status) == 0, status.st_mode & S_IFMT != S_IFDIR {
      throw Problems(.usage, "\(picturesPath) is not a folder", remedy: "Move it away; Stockroom makes a folder there.")
    }
    try FileManager.default.createDirectory(atPath: picturesPath, withIntermediateDirectories: true)
  }
}
