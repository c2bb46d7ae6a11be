internal import ArgumentParser
internal import Foundation
internal import ProblemKit
internal import RetailValues
internal import Serving
internal import Stock
internal import Synchronization

/// Serves the pages of a shop.
struct ServeCommand: ShopCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Open the shop's pages in a browser: import, count, look at reports.",
    discussion: """
      The command goes on until you stop it with Ctrl-C. It prints a link; open it in a browser on this machine. The link signs \
      you in once, within an hour. Other people sign in with their login and a passphrase; see `stockroom people passphrase`. \
      What a person may do in a page is what they may do on the command line.

      Without --listen, only this machine reaches the pages. For phones and other computers, what is sent has to be \
      encrypted (HTTPS), in one of three ways:
        --own-certificate: the shop makes a certificate for itself, in its folder certificates. The command prints the \
      address of a page with the steps by which a phone comes to trust it.
        --certificate and --key: a certificate that you have for a name of yours; give the name with --host.
        --behind-proxy: another web server in front of it speaks HTTPS.
      Addresses begin with https:// then; to http:// there is no answer.

      Examples:
        stockroom serve
        stockroom serve --port 9000
        stockroom serve --listen 192.168.1.20 --own-certificate
        stockroom serve --listen 0.0.0.0 --own-certificate --host till.lan
        stockroom serve --listen 0.0.0.0 --certificate shop.pem --key shop-key.pem --host shop.example.org
        stockroom serve --behind-proxy --host shop.example.org
      """)
  static let acts = Acts(.servePages)

  @Option(help: "The port; 0 for any that is free.")
  var port = 8080

  @Option(
    help: ArgumentHelp(
      "The address of this machine that others reach it by, such as 192.168.1.20; 0.0.0.0 for all of its addresses.",
      valueName: "address"))
  var listen: String?

  @Flag(help: "Speak HTTPS with a certificate that the shop makes for itself.")
  var ownCertificate = false

  @Option(
    help: ArgumentHelp(
      "Speak HTTPS with this certificate: a file in PEM, with those of its authorities after it.", valueName: "file"))
  var certificate: String?

  @Option(
    help: ArgumentHelp(
      "The private key of --certificate: a file in PEM that others on this machine may not read.", valueName: "file"))
  var key: String?

  @Flag(help: "A web server in front of it speaks HTTPS with the browsers.")
  var behindProxy = false

  @Option(
    help: ArgumentHelp(
      "A further name by which browsers reach it, such as till.lan, with its port if it has one. Repeat it.",
      valueName: "name"))
  var host: [String] = []

  @OptionGroup var shopOptions: ShopOptions

  /// The folder with the templates of the pages.
  static var templates: String? {
    ShippedFolder.find(variable: "STOCKROOM_PAGES", name: "pages", packagePath: "pages", marker: "frame.mustache")
  }

  func run(in shop: OpenShop) throws -> ValueOutput {
    let encryption = try self.encryption()
    guard listen == nil || encryption != .unencrypted || Self.isLoopback(listen ?? "") else {
      throw Problems(
        .usage, "on an address that others reach, passphrases would travel in the open",
        remedy: "Add --own-certificate, or --certificate and --key. Where a web server in front of it speaks HTTPS, "
          + "add --behind-proxy. Or leave --listen out.")
    }
    guard (0...65_535).contains(port) else {
      throw Problems(.usage, "--port must be from 0 to 65535", remedy: "Write --port 8080.")
    }
    guard let folder = Self.templates else {
      throw Problems(
        .usage, "the folder with the templates of the pages is missing",
        remedy: "Copy pages to share/stockroom/pages next to the folder of the program, or name it in STOCKROOM_PAGES.")
    }
    guard let server = StockroomProgram.server else { throw Self.withServer() }
    // An old database is brought up to date before the first page is shown.
    _ = try shop.folder.open()
    var settings = ServerSettings()
    settings.address = listen ?? settings.address
    settings.port = port
    settings.hosts = host
    settings.encryption = encryption
    settings.summaries = Problem.Code.summaries
    settings.answers = Problem.Code.answers
    let served = ServedShopFolder(folder: URL(fileURLWithPath: shop.folder.path).standardizedFileURL.path)
    let (login, reached) = (shop.person.login, settings)
    defer { served.close() }
    try Self.wait {
      try await server.serve(
        served, templates: folder, settings: reached, linkFor: login, log: { Terminal.note($0) },
        started: { Self.show($0) })
    }
    return .nothing
  }

  /// Who encrypts what is sent.
  private func encryption() throws(Problems) -> Encryption {
    let isGiven = certificate != nil || key != nil
    guard [behindProxy, ownCertificate, isGiven].count(where: { $0 }) <= 1 else {
      throw Problems(
        .usage, "--own-certificate, --certificate and --behind-proxy exclude each other", remedy: "Choose one of them.")
    }
    if behindProxy { return .byProxy }
    if ownCertificate { return .ownCertificate }
    guard isGiven else { return .unencrypted }
    guard let certificate, let key else {
      throw Problems(
        .usage, "--certificate and --key belong together",
        remedy: "Give the file of the certificate with --certificate, and that of its private key with --key.")
    }
    return .certificate(file: certificate, key: key)
  }

  /// Says where the pages are.
  private static func show(_ server: StartedServer) {
    Terminal.say("Open \(server.address)")
    if let trust = server.trust {
      Terminal.say("How a phone or another computer comes to trust this server: \(trust.page)")
      Terminal.say("The device must show this fingerprint (SHA-256) of the authority:")
      Terminal.say(trust.fingerprint)
    }
    Terminal.say("Stop with Ctrl-C.")
    try? Terminal.finish()
  }

  /// Goes on as the program that has the server, with the same words.
  ///
  /// - Returns: why it cannot be run.
  private static func withServer() -> Problems {
    let path = ShippedFolder.executable.deletingLastPathComponent().appendingPathComponent("stockroom-serve").path
    var words = CommandLine.arguments.map { strdup($0) as UnsafeMutablePointer<CChar>? } + [nil]
    execv(path, &words)
    return Problems(
      .usage, "the program of the pages cannot be run: \(path): \(String(cString: strerror(errno)))",
      remedy: "Copy stockroom-serve into the folder in which stockroom is.")
  }

  private static func isLoopback(_ address: String) -> Bool {
    // Not a name such as 127.example.lan.
    var bytes = in_addr()
    let isFour = inet_pton(AF_INET, address, &bytes) == 1
    return address == "localhost" || address == "::1" || isFour && address.hasPrefix("127.")
  }

  /// Waits until the work is done.
  private static func wait(for work: @escaping @Sendable () async throws -> Void) throws {
    let failure = Mutex<(any Error)?>(nil)
    let ended = DispatchSemaphore(value: 0)
    Task.detached {
      do { try await work() } catch { failure.withLock { $0 = error } }
      ended.signal()
    }
    ended.wait()
    if let error = failure.withLock({ $0 }) { throw error }
  }
}
