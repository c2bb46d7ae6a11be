public import Foundation

/// A browser without pictures: it asks a server on this machine, keeps its cookie, and fills in the secrets of forms.
///
/// It writes requests byte by byte, so that a test can send what no browser would.
public final class PageClient {
  /// What a server answered.
  public struct Answer {
    public var status = 0
    public var headers: [String: String] = [:]
    public var body = Data()

    public var text: String { String(decoding: body, as: UTF8.self) }
    public var location: String { headers["location"] ?? "" }
    /// Whether the page waits for work that is running, and is loaded again by itself.
    public var isRunning: Bool { text.contains("<meta http-equiv=\"refresh\"") }

    /// The value of an input of a form: `csrf`, `once`, `shown`.
    public func input(_ name: String) -> String? {
      let start = "name=\"\(name)\" value=\""
      guard let place = text.range(of: start) else { return nil }
      return String(text[place.upperBound...].prefix { $0 != "\"" })
    }
  }

  /// How an answer failed to come.
  public enum Failure: Error { case noConnection, noAnswer }

  public let port: Int
  /// The cookie of the session, as `name=value`; nil before signing in.
  public var cookie: String?

  public init(port: Int) { self.port = port }

  /// - Parameter address: what the server printed, such as `http://127.0.0.1:8080/sign-in?key=…`.
  public convenience init?(address: String) {
    guard let port = URL(string: address)?.port else { return nil }
    self.init(port: port)
  }

  public func get(_ path: String, headers: [String: String] = [:]) throws -> Answer {
    try send("GET", path, headers: headers)
  }

  /// Sends a form; the secrets, and what it says of the page that has it, come from that page.
  public func post(
    _ path: String, _ fields: [(String, String)], from page: Answer? = nil, headers: [String: String] = [:]
  ) throws -> Answer {
    // What a test says itself counts.
    let secrets = ["csrf", "once", "shown"].filter { name in !fields.contains { $0.0 == name } }
      .compactMap { name in page?.input(name).map { (name, $0) } }
    let body = (secrets + fields).map { "\(Self.encoded($0.0))=\(Self.encoded($0.1))" }.joined(separator: "&")
    let type = ["Content-Type": "application/x-www-form-urlencoded"]
    return try send("POST", path, headers: type.merging(headers) { $1 }, body: Data(body.utf8))
  }

  /// Sends a form with files, by the secrets of a page.
  public func upload(
    _ path: String, _ files: [(name: String, content: Data)], from page: Answer, headers: [String: String] = [:]
  ) throws -> Answer {
    let boundary = "----boundary7f3a"
    var body = Data()
    for name in ["csrf", "once"] {
      body += Data(
        "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(page.input(name) ?? "")\r\n".utf8)
    }
    for file in files {
      body += Data(
        "--\(boundary)\r\nContent-Disposition: form-data; name=\"files\"; filename=\"\(file.name)\"\r\n\r\n".utf8)
      body += file.content + Data("\r\n".utf8)
    }
    body += Data("--\(boundary)--\r\n".utf8)
    let type = ["Content-Type": "multipart/form-data; boundary=\(boundary)"]
    return try send("POST", path, headers: type.merging(headers) { $1 }, body: body)
  }

  /// Follows redirections, waiting for what takes its time.
  public func follow(_ answer: Answer) throws -> Answer {
    var answer = answer
    for _ in 0..<600 where answer.status == 303 || answer.isRunning {
      if answer.isRunning { usleep(100_000) }
      if answer.status == 303 { place = answer.location }
      answer = try get(place)
    }
    return answer
  }

  /// The address of the page that ``follow(_:)`` ended at.
  public private(set) var place = "/"

  public func send(
    _ method: String, _ path: String, headers: [String: String] = [:], body: Data = Data()
  ) throws -> Answer {
    var all = ["Host": "127.0.0.1:\(port)", "Connection": "close"]
    if let cookie { all["Cookie"] = cookie }
    if method == "POST" { all["Content-Length"] = "\(body.count)" }
    all.merge(headers) { $1 }
    let head = "\(method) \(path) HTTP/1.1\r\n" + all.map { "\($0.key): \($0.value)\r\n" }.joined() + "\r\n"
    let answer = try exchange(Data(head.utf8) + body)
    if let set = answer.headers["set-cookie"] { cookie = set.split(separator: ";").first.map(String.init) }
    return answer
  }

  /// A connection that says nothing; below zero where none is made.
  public func openConnection() -> Int32 {
    let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_port = UInt16(port).bigEndian
    name.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let isConnected = withUnsafePointer(to: &name) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard isConnected != 0 else { return number }
    close(number)
    return -1
  }

  /// Sends bytes as they are and returns the answer to them.
  public func exchange(_ bytes: Data) throws -> Answer {
    let number = openConnection()
    guard number >= 0 else { throw Failure.noConnection }
    defer { close(number) }
    var patience = timeval(tv_sec: 300, tv_usec: 0)
    setsockopt(number, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    bytes.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) in
      var sent = 0
      while sent < bytes.count, let start = bytes.baseAddress {
        let count = Foundation.send(number, start + sent, bytes.count - sent, Int32(MSG_NOSIGNAL))
        // A server that refuses early stops reading; its answer is there all the same.
        guard count > 0 else { break }
        sent += count
      }
    }
    var received = Data()
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(number, &buffer, buffer.count, 0)
      guard count > 0 else { break }
      received += buffer[..<count]
    }
    return try Self.answer(received)
  }

  private static func answer(_ data: Data) throws -> Answer {
    guard let end = data.range(of: Data("\r\n\r\n".utf8)) else { throw Failure.noAnswer }
    let lines = String(decoding: data[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
    var answer = Answer()
    answer.status = lines.first.flatMap { $0.split(separator: " ").dropFirst().first.flatMap { Int($0) } } ?? 0
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      if parts.count == 2 { answer.headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces) }
    }
    answer.body = data[end.upperBound...]
    if answer.headers["transfer-encoding"] == "chunked" { answer.body = unchunked(answer.body) }
    return answer
  }

  private static func unchunked(_ data: Data) -> Data {
    var (rest, body) = (data, Data())
    while let end = rest.range(of: Data("\r\n".utf8)),
      let size = Int(String(decoding: rest[..<end.lowerBound], as: UTF8.self), radix: 16), size > 0
    {
      body += rest[end.upperBound...].prefix(size)
      rest = rest[end.upperBound...].dropFirst(size + 2)
    }
    return body
  }

  public static func encoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
  }
}
