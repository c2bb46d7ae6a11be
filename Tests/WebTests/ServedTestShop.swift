import Foundation
import ProblemKit
import RetailValues
import Serving
import Synchronization
import Testing
import WebTesting

@testable import Web

/// A shop of Anna, and of others where a test adds them, that notes the commands it is asked to run.
final class ServedTestShop: ServedShop {
  private struct State {
    var words: [[String]] = []
    /// The thread of each.
    var threads: [UInt] = []
    var inputs: [String] = []
    var whenAsked: (@Sendable ([String]) -> Void)?
    var answers = [
      CommandAnswer(
        status: 0,
        output: #"{"number": 7, "entry": {"number": 7, "operation": "import", "state": "applied"}, "counts": []}"#,
        notes: "")
    ]
    var roles: Set<Role>
    var others: [ServedPerson] = []
    var store: String?
    var location: String?
    var counts = "[]"
    var imports = "[]"
    /// How often the settings were read.
    var reads = 0
    var log: [String] = []
  }

  let folder: String
  let identity: String?
  private let state: Mutex<State>

  init(folder: String, roles: Set<Role>, identity: String? = "8c1f0e5d") {
    (self.folder, self.identity) = (folder, identity)
    state = Mutex(State(roles: roles))
  }

  /// The commands that were asked for.
  var words: [[String]] { state.withLock { $0.words } }
  /// The threads that ran the commands which begin with these words.
  func threads(of path: String...) -> Set<UInt> {
    state.withLock { state in
      Set(zip(state.words, state.threads).filter { words, _ in words.starts(with: path) }.map { _, thread in thread })
    }
  }

  /// What they were given to read.
  var inputs: [String] { state.withLock { $0.inputs } }
  /// The answer to each command.
  var answer: CommandAnswer {
    get { state.withLock { $0.answers[0] } }
    set { state.withLock { $0.answers = [newValue] } }
  }

  /// The answers to the commands that follow, one to each; the last one stays.
  func answer(inTurn answers: [CommandAnswer]) { state.withLock { $0.answers = answers } }

  /// What is done before each command is answered, on the thread that runs it.
  var whenAsked: (@Sendable ([String]) -> Void)? {
    get { state.withLock { $0.whenAsked } }
    set { state.withLock { $0.whenAsked = newValue } }
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

  /// The location that commands take where none is named; nil without one.
  var location: String? {
    get { state.withLock { $0.location } }
    set { state.withLock { $0.location = newValue } }
  }

  /// The people besides Anna.
  var others: [ServedPerson] {
    get { state.withLock { $0.others } }
    set { state.withLock { $0.others = newValue } }
  }

  /// What `count list` answers.
  var counts: String {
    get { state.withLock { $0.counts } }
    set { state.withLock { $0.counts = newValue } }
  }

  /// What `imports list` answers.
  var imports: String {
    get { state.withLock { $0.imports } }
    set { state.withLock { $0.imports = newValue } }
  }

  var reads: Int { state.withLock { $0.reads } }

  /// What its server wrote to the log.
  var log: [String] { state.withLock { $0.log } }

  func forget() {
    state.withLock { state in
      state.words = []
      state.threads = []
      state.reads = 0
    }
  }

  func settings() throws -> ServedSettings {
    let (roles, store, others, location) = state.withLock { state in
      state.reads += 1
      return (state.roles, state.store, state.others, state.location)
    }
    return ServedSettings(
      frame: ShopFrame(
        name: "Test & Sons", currency: "EUR", now: "27 November 2026, 10:00",
        clock: ShopClock(timeZone: "Asia/Kathmandu") ?? .utc, location: location),
      people: (roles.isEmpty ? [] : [ServedPerson(login: "anna", name: "Anna", roles: roles, store: store)]) + others)
  }

  func run(_ words: [String], input: String?, as login: String, role: Role?) -> CommandAnswer {
    whenAsked?(words)
    return state.withLock { state in
      state.words.append(words)
      state.threads.append(UInt(pthread_self()))
      if let input { state.inputs.append(input) }
      if words.starts(with: ["imports", "list"]) {
        return CommandAnswer(status: 0, output: state.imports, notes: "")
      }
      if words.starts(with: ["count", "list"]) { return CommandAnswer(status: 0, output: state.counts, notes: "") }
      return state.answers.count > 1 ? state.answers.removeFirst() : state.answers[0]
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

    /// Lists a person besides Anna, with the same passphrase.
    func add(_ person: ServedPerson) throws {
      shop.others.append(person)
      try Passphrases(shop: folder).set(passphrase, for: person.login)
    }

    /// A client that is signed in.
    func signedIn(as login: String = "anna") throws -> PageClient {
      let client = client()
      let answer = try client.post("/sign-in", [("login", login), ("passphrase", passphrase)])
      try #require(answer.status == 303)
      return client
    }

    /// A page as Anna sees it while each command gives the same answer.
    func page(_ path: String, answering answer: CommandAnswer) throws -> PageClient.Answer {
      let client = try signedIn()
      shop.answer = answer
      return try client.get(path)
    }

    /// Anna's client after she has sent a file, and the address of its plan.
    ///
    /// - Parameter answer: that of each command from then on.
    func sent(_ text: String, answering answer: CommandAnswer) throws -> (client: PageClient, place: String) {
      let client = try signedIn()
      _ = try client.plan(text)
      shop.answer = answer
      return (client, client.place)
    }

    /// Sends a file of which no plan can be made. Later commands are answered as before.
    func sendRefused(_ client: PageClient, code: String) throws {
      let usual = shop.answer
      shop.answer = CommandAnswer(
        status: 5, output: #"{"error": {"code": "\#(code)", "message": "a.csv: no format recognises this file"}}"#,
        notes: "")
      _ = try client.plan("A\n")
      shop.answer = usual
    }
  }

  /// A visit of Anna to a shop in a folder, without a server.
  static func visit(in folder: String, ofShop identity: String? = "8c1f0e5d") throws -> Visit {
    let shop = ServedTestShop(folder: folder, roles: [.manager], identity: identity)
    let site = Site(
      shop: shop, templates: try templates.get(), address: SiteAddress(hosts: [], isSecure: false), log: { _ in })
    let (settings, secret) = (try shop.settings(), site.sessions.begin("anna"))
    return Visit(
      site: site, person: try #require(settings.person("anna")), session: try #require(site.sessions.session(secret)),
      secret: secret, settings: settings, origin: "", path: "", parameters: [:], query: FormValues())
  }

  /// The templates in all languages, read once for all servers.
  private static let templates = Result {
    try PageTemplates(
      folder: URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("pages").path)
  }

  /// Serves a shop while a test asks for its pages.
  static func serve(
    roles: Set<Role> = [.manager], connections: OpenConnections.Limits = .init(),
    followers: CountFollowers = CountFollowers(), running: RunningWork = RunningWork(),
    encryption: Encryption = .unencrypted,
    _ test: @escaping @Sendable (Running) async throws -> Void
  ) async throws {
    let folder = try TemporaryFolder()
    let shop = ServedTestShop(folder: folder.path, roles: roles)
    var settings = ServerSettings()
    settings.port = 0
    settings.encryption = encryption
    let server = WebServer(
      shop: shop, templates: try templates.get(), settings: settings,
      connections: connections, followers: followers, running: running,
      log: { line in shop.state.withLock { $0.log.append(line) } })
    let (links, started) = AsyncStream.makeStream(of: String.self)
    // It goes on until the tests end: a server stops by a signal, which is meant for the whole process.
    Task { try await server.run(linkFor: "anna") { started.yield($0.address) } }
    var link: String?
    for await address in links {
      link = address
      break
    }
    let address = try #require(link)
    let served = Running(shop: shop, link: address, port: try #require(URL(string: address)?.port))
    try Passphrases(shop: folder.path).set(served.passphrase, for: "anna")
    try await test(served)
    _ = folder
  }
}

extension PageClient {
  /// Sends a file, and returns the page of its plan, whose address is then ``place``.
  func plan(_ text: String = "sku,price\n") throws -> Answer {
    try follow(try upload("/imports/new", [("a.csv", Data(text.utf8))], from: try get("/more")))
  }

  /// Sends the form of the columns of a plan as it is now, with other values.
  ///
  /// - Parameter place: the address of the plan.
  func choose(_ fields: [(String, String)], at place: String) throws -> Answer {
    try post(place + "/columns", fields, from: try get(place + "/columns"))
  }
}

extension CommandAnswer {
  /// What `inspect` answers about a file with one table, nothing of whose columns is said but their names.
  static func inspected(_ kinds: [String], columns: [String]) -> CommandAnswer {
    let kinds = kinds.map { "\"\($0)\"" }.joined(separator: ", ")
    let columns = columns.map { "{\"name\": \"\($0)\"}" }.joined(separator: ", ")
    return CommandAnswer(
      status: 0, output: "{\"record_kinds\": [\(kinds)], \"tables\": [{\"columns\": [\(columns)]}]}", notes: "")
  }
}
