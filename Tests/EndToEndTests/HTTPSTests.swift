import Foundation
import Testing

/// Pages over HTTPS, fetched with curl.
@Suite struct HTTPSTests {
  static let curl = "/usr/bin/curl"
  static let hasCurl = FileManager.default.isExecutableFile(atPath: curl)

  private func fetch(_ arguments: [String], in folder: TestFolder) throws -> CommandRun {
    try RunningCommand(
      Self.curl, ["--silent", "--show-error", "--max-time", "60"] + arguments, in: folder.path,
      environment: folder.environment
    ).finish(within: 120)
  }

  /// The addresses of a server's pages begin so.
  private func origin(of link: String) throws -> String {
    "https://127.0.0.1:\(try #require(URL(string: link)?.port))"
  }

  @Test(.enabled(if: HTTPSTests.hasCurl, "there is no /usr/bin/curl"))
  func devicesCanTrustACertificateOfTheShopsOwn() throws {
    let folder = try TestFolder()
    let shop = try folder.shop()
    let server = try ServeProcess(shop.path, options: ["--own-certificate"], environment: folder.environment)
    let link = try #require(server.words.first { $0.hasPrefix("https://") })
    let origin = try origin(of: link)
    #expect(server.words.contains(origin + "/trust"))
    // Status 60: the certificate is not trusted.
    #expect(try fetch([origin + "/sign-in"], in: folder).status == 60)
    #expect(try fetch([origin.replacing("https:", with: "http:") + "/sign-in"], in: folder).status != 0)

    let fingerprint = try #require(
      server.words.first { $0.utf8.count == 95 && $0.allSatisfy { $0.isHexDigit || $0 == ":" } })
    let trust = try fetch(["--insecure", origin + "/trust"], in: folder)
    #expect(trust.outputText.contains(fingerprint), "\(trust.shown)")
    let download = try fetch(["--insecure", origin + "/trust/stockroom-authority.crt"], in: folder)
    let lines = download.output.base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
    try folder.write("authority.pem", "-----BEGIN CERTIFICATE-----\n\(lines)\n-----END CERTIFICATE-----\n")

    let page = try fetch(["--cacert", "authority.pem", "--include", link], in: folder)
    #expect(page.outputText.hasPrefix("HTTP/1.1 200"), "\(page.shown)")
    let key = try #require(URLComponents(string: link)?.queryItems?.first { $0.name == "key" }?.value)
    let answer = try fetch(
      ["--cacert", "authority.pem", "--include", "--data-urlencode", "key=\(key)", origin + "/sign-in"], in: folder)
    let headers = answer.outputText.split(separator: "\r\n").map(String.init)
    let cookie = try #require(headers.first { $0.lowercased().hasPrefix("set-cookie:") }, "\(answer.shown)")
    for part in ["__Host-stockroom=", "; Secure", "; HttpOnly", "; SameSite=Strict", "; Path=/"] {
      #expect(cookie.contains(part), "\(cookie)")
    }
    #expect(!headers.contains { $0.lowercased().hasPrefix("strict-transport-security") })
    #expect(server.stop() == 0)
  }

  @Test(.enabled(if: HTTPSTests.hasCurl, "there is no /usr/bin/curl"))
  func aCertificateThatIsGivenIsShownToBrowsers() throws {
    let folder = try TestFolder()
    let shop = try folder.shop()
    let maker = try ServeProcess(shop.path, options: ["--own-certificate"], environment: folder.environment)
    #expect(maker.stop() == 0)
    // The file has both.
    let file = shop.path + "/certificates/server.pem"
    let server = try ServeProcess(
      shop.path, options: ["--certificate", file, "--key", file], environment: folder.environment)
    let origin = try origin(of: try #require(server.words.first { $0.hasPrefix("https://") }))
    let authority = shop.path + "/certificates/authority.pem"
    let page = try fetch(["--cacert", authority, "--include", origin + "/sign-in"], in: folder)
    #expect(page.outputText.hasPrefix("HTTP/1.1 200"), "\(page.shown)")
    #expect(page.outputText.lowercased().contains("\r\nstrict-transport-security: max-age="), "\(page.shown)")
    // There is nothing to trust but what devices trust already.
    let trust = try fetch(["--cacert", authority, "--include", origin + "/trust"], in: folder)
    #expect(trust.outputText.hasPrefix("HTTP/1.1 404"), "\(trust.shown)")
    #expect(server.stop() == 0)
  }

  @Test(arguments: [
    (["--listen", "0.0.0.0"], "--own-certificate"), (["--listen", "0.0.0.0"], "--certificate and --key"),
    (["--listen", "127.example.lan"], "--own-certificate"),
    (["--own-certificate", "--host", "shop"], "has no dot"),
    (["--own-certificate", "--behind-proxy"], "exclude each other"),
    (["--own-certificate", "--certificate", "a.pem", "--key", "b.pem"], "exclude each other"),
    (["--certificate", "a.pem"], "--key"), (["--key", "b.pem"], "--certificate"),
    (["--certificate", "missing.pem", "--key", "missing.pem"], "missing.pem"),
    (["--certificate", "stockroom.yml", "--key", "stockroom.yml"], "is not a certificate in PEM"),
    (["--own-certificate", "--host", "a,DNS:bank.example"], "is not a name that a certificate can be for"),
  ])
  func wrongOptionsAreRefusedWithARemedy(options: [String], said: String) throws {
    let folder = try TestFolder()
    let run = try folder.shop().run(["serve", "--port", "0"] + options)
    #expect(run.status != 0 && !run.timedOut, "\(run.shown)")
    #expect(run.errorText.contains(said), "\(run.shown)")
  }
}
