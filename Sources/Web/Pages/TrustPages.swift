internal import Hummingbird
internal import HummingbirdCore

/// How a phone or a computer comes to trust the certificate that the shop made for itself. For everybody, because a
/// device that does not trust the server yet should not send a passphrase. Of the shop, there is only its name.
enum TrustPages {
  /// The path of the page, without a slash before it.
  static let page = "trust"
  private static let file = "/trust/stockroom-authority.crt"

  static func add(to router: Router<PageContext>, _ site: Site, _ authority: ServerTLS.Authority) {
    router.get(RouterPath("/\(page)")) { request, _ in
      try site.html(
        "trust",
        [
          "title": LocalizedText("Trust this server"), "shop": "Stockroom", "name": authority.name,
          "fingerprint": authority.fingerprint, "file": file,
          "ends_soon": OwnCertificates.endsSoon(authority.end),
          "end": LocalizedText(moment: CertificateFile.day(authority.end)),
        ], in: site.language(of: request, try? site.settings(isForStrangers: true)))
    }
    router.get(RouterPath(file)) { _, _ in
      // Without a disposition: an iPhone offers to install what it is shown, and only stores what it downloads.
      Response(
        status: .ok, headers: [.contentType: "application/x-x509-ca-cert"],
        body: .init(byteBuffer: ByteBuffer(bytes: authority.certificate)))
    }
  }
}
