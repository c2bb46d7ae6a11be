internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore

/// Style and script, from the folder `pages`: the same for everybody, with nothing of the shop in them.
///
/// Browsers keep them, and ask before each use whether they changed: a page of a new version never runs with a script of the
/// one before. The answer to that has no body.
enum AssetPages {
  private static let types = [
    "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml",
  ]

  static func add(to router: Router<PageContext>, _ site: Site) {
    router.get("/assets/:file") { request, context in
      let name = context.parameters.get("file") ?? ""
      let ending = (name as NSString).pathExtension
      guard let type = types[ending], name.allSatisfy({ $0.isASCII && ($0.isLetter || "-.".contains($0)) }),
        !name.hasPrefix("."), let data = FileManager.default.contents(atPath: "\(site.templates.folder)/\(name)")
      else { throw PageFailure.notFound }
      let tag = "\"\(ShortHash(of: data).digits)\""
      let headers: HTTPFields = [.contentType: type, .cacheControl: "no-cache", .eTag: tag]
      guard !has(tag, request) else { return Response(status: .notModified, headers: headers) }
      return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: data)))
    }
  }

  /// Whether a browser has a content already (RFC 9110, section 13.1.2).
  ///
  /// - Parameter tag: the entity tag of the content.
  private static func has(_ tag: String, _ request: Request) -> Bool {
    request.headers[values: .ifNoneMatch].flatMap { $0.split(separator: ",") }.contains { part in
      let known = String(part).trimmingCharacters(in: .whitespaces)
      return known == "*" || known == tag || known == "W/" + tag
    }
  }
}
