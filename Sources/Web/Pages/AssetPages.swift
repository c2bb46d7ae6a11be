internal import Foundation
internal import Hummingbird
internal import HummingbirdCore

/// Style and script, from the folder `pages`: the same for everybody, with nothing of the shop in them.
enum AssetPages {
  private static let types = [
    "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml",
  ]

  static func add(to router: Router<PageContext>, _ site: Site) {
    router.get("/assets/:file") { _, context in
      let name = context.parameters.get("file") ?? ""
      let ending = (name as NSString).pathExtension
      guard let type = types[ending], name.allSatisfy({ $0.isASCII && ($0.isLetter || "-.".contains($0)) }),
        !name.hasPrefix("."), let data = FileManager.default.contents(atPath: "\(site.templates.folder)/\(name)")
      else { throw PageFailure.notFound }
      return Response(
        status: .ok, headers: [.contentType: type, .cacheControl: "public, max-age=300"],
        body: .init(byteBuffer: ByteBuffer(bytes: data)))
    }
  }
}
