import Foundation
import ProblemKit
import RetailValues
import Serving
import Synchronization
import Testing
import WebTesting

@testable import Web

/// A shop of one person, Anna, that notes the commands it is asked to run.
final class ServedTestShop: ServedShop {
  private struct State {
    var words: [[String]] = []
    var inputs: [String] = []
    var answer = CommandAnswer(
      status: 0,
      output: #"{"number": 7, "entry": {"number": 7, "operation": "import", "state": "applied"}, "counts": []}"#,
      notes: "")
    var roles: Set<Role>
    var store: String?
    /// How often the settings were read.
    var reads = 0
  }

  let folder: String
  private let state: Mutex<State>

  init(folder: String, roles: Set<Role>) {
    self.folder = folder
    state = Mutex(State(roles: roles))
  }

  /// The commands that were asked for.
  var words: [[String]] { state.withLock { $0.words } }
  /// What they were given to read.
  var inputs: [String] { state.withLock { $0.inputs } }
  var answer: CommandAnswer {
    get { state.withLock { $0.answer } }
    set { state.withLock { $0.answer = newValue } }
  }
  var roles: Set<Role> {
    get { state.withLock { $0.roles } }
    set { state.withLock { $0.roles = newValue } }
  }

  /// The store that Anna belongs to; nil for the whole shop.
  var store: String? {
    get { state.withLock { $0.store } }
    set { state.withLock { $0.store = newValue } }
  }

  var reads: Int { state.withLock { $0.reads } }

  func forget() {
    state.withLock { state in
      state.words = []
      state.reads = 0
    }
  }

  func settings() throws -> ServedSettings {
    let (roles, store) = state.withLock { state in
      state.reads += 1
      return (state.roles, state.store)
    }
    return ServedSettings(
      frame: ShopFrame(name: "Test & Sons", currency: "EUR", now: "27 November 2026, 10:00"),
      people: roles.isEmpty ? [] : [ServedPerson(login: "anna", name: "Anna", roles: roles, store: store)])
  }

  func run(_ words: [String], input: String?, as login: String, role: Role?) -> CommandAnswer {
    state.withLock { state in
      state.words.append(words)
      if let input { state.inputs.append(input) }
      if words.starts(with: ["imports", "list"]) || words.starts(with: ["count", "list"]) {
        return CommandAnswer(status: 0, output: "[]", notes: "")
      }
      return state.answer
    }
  }

  // MARK: Serving

  /// A server that runs.
  struct Running {
    let shop: ServedTestShop
    let link: String
    let port: Int
    let passphrase = "correct horse battery staple"

    var folder: String { shop.folder }

    func client() -> PageClient { PageClient(port: port) }

    /// A client that is signed in as Anna.
    func signedIn() throws -> PageClient {
      let client = client()
      let answer = try client.post("/sign-in", [("login", "anna"), ("passphrase", passphrase)])
      try #require(answer.status == 303)
      return client
    }
  }

  /// Serves a shop while a test asks for its pages.
  static func serve(
    roles: Set<Role> = [.manager], connections: OpenConnections.Limits = .init(),
    _ test: @escaping @Sendable (Running) async throws -> Void
  ) async throws {
    let folder = try TemporaryFolder()
    let shop = ServedTestShop(folder: folder.path, roles: roles)
    let pages = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("pages").path
    var settings = ServerSettings()
    settings.port = 0
    let server = WebServer(
      shop: shop, templates: try PageTemplates(folder: pages), settings: settings,
      connections: connections, log: { _ in })
    let (links, started) = AsyncStream.makeStream(of: String.self)
    // It goes on until the tests end: a server stops by a signal, which is meant for the whole process.
    Task { try await server.run(linkFor: "anna") { started.yield($0) } }
    var link: String?
    for await address in links {
      link = address
      break
    }
    let address = try #require(link)
    let running = Running(shop: shop, link: address, port: try #require(URL(string: address)?.port))
    try Passphrases(shop: folder.path).set(running.passphrase, for: "anna")
    try await test(running)
    _ = folder
  }
}
