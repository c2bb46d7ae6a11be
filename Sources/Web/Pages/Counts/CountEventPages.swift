internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import RetailValues
internal import Serving

/// How far an open count has come, sent to its page whenever that changes (server-sent events, HTML Living Standard, section 9.2).
///
/// The sending ends when the count is closed, with the event `end`; when later pages of the person have taken the place,
/// with the event `taken`; and without one when the person is signed out or has other roles, or when the server stops.
enum CountEventPages {
  /// In how many parts the wait between two looks at the count is divided, so that the server can stop within it.
  private static let parts = 4
  /// After so many looks without a change something is sent all the same, because only that shows that a page was closed.
  private static let mostQuiet = 5

  static func add(to routes: PageRoutes) {
    routes.get("/counts/:count/events") { visit in
      guard visit.may(.reviewCounts) else { throw PageFailure.forbidden(.reviewCounts) }
      let count = try visit.parameter("count")
      let first = await status(of: count, visit)
      guard first.status == 0, let now = JSONValue(first.output) else { throw PageFailure(first) }
      // It has browsers not ask again.
      guard CountProgressPages.isOpen(now) else { return Response(status: .noContent) }
      guard let place = visit.site.followers.place(for: visit.person.login) else {
        throw PageFailure(
          status: .serviceUnavailable, title: LocalizedText("Many pages show counts at this moment"),
          remedy: LocalizedText("Load the page again to see how far the count has come."))
      }
      return response { writer in try await send(now, of: count, visit, from: place, to: &writer) }
    }
  }

  /// An answer that goes on for as long as events are sent.
  static func response(
    _ send: @escaping @Sendable (inout any ResponseBodyWriter) async throws -> Void
  ) -> Response {
    Response(
      // A proxy such as nginx would keep the events back until there are many.
      status: .ok,
      headers: [.contentType: "text/event-stream; charset=utf-8", .accelBuffering: "no"],
      body: .init { writer in
        try await send(&writer)
        try await writer.finish(nil)
      })
  }

  /// - Parameter first: how far the count had come when the page asked.
  private static func send(
    _ first: JSONValue, of count: String, _ visit: Visit, from place: CountFollowers.Place,
    to writer: inout any ResponseBodyWriter
  ) async throws {
    var status = first
    var last: String?
    var quiet = 0
    while CountProgressPages.isOpen(status) {
      let figures = CountProgressPages.figures(status)
      let html = visit.site.templates.page("count-figures", figures, in: visit.language)
      quiet += 1
      if let html, html != last {
        try await writer.write(ByteBuffer(string: event("figures", html)))
        (last, quiet) = (html, 0)
      } else if quiet >= mostQuiet {
        // A comment, which browsers pass over.
        try await writer.write(ByteBuffer(string: ":\n\n"))
        quiet = 0
      }
      guard try await isFollowed(from: place, visit, &writer) else { return }
      let answer = await Self.status(of: count, visit)
      guard answer.status == 0, let next = JSONValue(answer.output) else { return }
      status = next
    }
    try await writer.write(ByteBuffer(string: event("end", "")))
  }

  /// Waits before the next look, and says whether the page is followed on.
  static func isFollowed(
    from place: CountFollowers.Place, _ visit: Visit, _ writer: inout any ResponseBodyWriter
  ) async throws -> Bool {
    for _ in 0..<parts where place.isOpen {
      try await Task.sleep(for: visit.site.followers.interval / parts)
    }
    // Without the event, the browser would ask again and take the place of the next page.
    if place.isTaken { try await writer.write(ByteBuffer(string: event("taken", ""))) }
    return place.isOpen && isAsBefore(visit)
  }

  /// Whether the person is signed in, and listed, as when the page was opened.
  private static func isAsBefore(_ visit: Visit) -> Bool {
    guard let session = visit.site.sessions.session(visit.secret), visit.site.keepsCredential(of: session),
      let person = try? visit.site.shop.settings().person(session.login)
    else { return false }
    return person.roles == visit.person.roles && person.store == visit.person.store
  }

  /// What `count status` answers to the person, or to another one of the same roles and store: all that the figures show of it
  /// depends on these alone.
  private static func status(of count: String, _ visit: Visit) async -> CommandAnswer {
    await visit.site.followers.answer(key(of: count, visit)) {
      await visit.answer(CommandWords("count", "status").argument(count))
    }
  }

  /// Has the events of a page that is shown now begin with figures that are not older than its own.
  static func begin(_ count: String, _ visit: Visit) { visit.site.followers.forget(key(of: count, visit)) }

  private static func key(of count: String, _ visit: Visit) -> String {
    let roles = visit.roles.map(\.rawValue).sorted().joined(separator: " ")
    return [roles, visit.person.store ?? "", count].joined(separator: "\u{0}")
  }

  /// An event as it is sent. A line end of any kind would begin a field of its own, so each line of the data is one.
  static func event(_ name: String, _ data: String) -> String {
    let lines = data.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return "event: \(name)\n" + lines.map { "data: \($0)\n" }.joined() + "\n"
  }
}
