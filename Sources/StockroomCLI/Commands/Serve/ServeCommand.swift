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

      Without --listen, only this machine reaches the pages. For others, put a web server that speaks HTTPS in front of it, \
      and say so with --behind-proxy and --host.

      Examples:
        stockroom serve
        stockroom serve --port 9000
        stockroom serve --behind-proxy --host shop.example.org
      """)
  static let acts = Acts(.servePages)

  @Option(help: "The port; 0 for any that is free.")
  var port = 8080

  @Option(help: ArgumentHelp("The address to listen on, where a proxy is on another machine.", valueName: "address"))
  var listen: String?

  @Flag(help: "A web server in front of it speaks HTTPS with the browsers.")
  var behindProxy = false

  @Option(
    help: ArgumentHelp(
      "A further name by which browsers reach it, with its port if it has one. Repeat it.", valueName: "name"))
  var host: [String] = []

  @OptionGroup var shopOptions: ShopOptions

  /// The folder with the templates of the pages.
  private static var templates: String? {
    ShippedFolder.find(variable: "STOCKROOM_PAGES", name: "pages", packagePath: "pages", marker: "frame.mustache")
  }

  func run(in shop: OpenShop) throws -> ValueOutput {
    guard listen == nil || behindProxy || Self.isLoopback(listen ?? "") else {
      throw Problems(
        .usage, "on an address that others reach, passphrases would travel in the open",
        remedy: "Put a web server that speaks HTTPS in front of it and add --behind-proxy, or leave --listen out.")
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
    _ = try shop.books
    var settings = ServerSettings()
    settings.address = listen ?? settings.address
    settings.port = port
    settings.hosts = host
    settings.isBehindProxy = behindProxy
    let served = ServedShopFolder(folder: URL(fileURLWithPath: shop.folder.path).standardizedFileURL.path)
    let (login, reached) = (shop.person.login, settings)
    try Self.wait {
      try await server.serve(
        served, templates: folder, settings: reached, linkFor: login, log: { Terminal.note($0) },
        started: { address in
          Terminal.say("Open \(address)")
          Terminal.say("Stop with Ctrl-C.")
          try? Terminal.finish()
        })
    }
    return .nothing
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
    address == "localhost" || address == "::1" || address.hasPrefix("127.")
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
