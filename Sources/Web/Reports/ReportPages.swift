internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import RetailValues
internal import Serving
internal import Wording

/// The reports: the list by subject, each with the form of its parameters, and its files.
enum ReportPages {
  /// The list of reports, to which a report leads that is stopped.
  static let start = "/reports"

  static func add(to routes: PageRoutes) {
    routes.get("/reports") { visit in
      let answer = await visit.answer(CommandWords("report").option("language", visit.language.rawValue))
      // A report of the shop's own that is wrong ends the list with a status, and does not hide the others.
      guard let reports = JSONValue(answer.output), answer.status == 0 || !reports.elements.isEmpty else {
        throw PageFailure(answer)
      }
      let shown = reports.elements.filter { $0["is_permitted"].isTrue }
      return try visit.page(
        "reports", title: LocalizedText("Reports"),
        [
          "subjects": subjects(shown), "has_reports": !shown.isEmpty,
          "problems": answer.status == 0 ? "" : answer.notes.withoutMachinePaths,
        ])
    }
    routes.get("/reports/:name") { visit in try await report(visit) }
    routes.get("/report-styles/:name") { visit in
      guard let text = visit.site.styles.text(named: try visit.parameter("name")) else { throw PageFailure.notFound }
      return Response(
        status: .ok, headers: [.contentType: "text/css; charset=utf-8", .cacheControl: "private, max-age=86400"],
        body: .init(byteBuffer: ByteBuffer(string: text)))
    }
    routes.get("/reports/:name/:format") { visit in try await file(visit) }
  }

  /// The reports below the headings of their subjects.
  private static func subjects(_ reports: [JSONValue]) -> [[String: Any]] {
    let places = Dictionary(grouping: reports) { $0["subject_place"].integer ?? 0 }
    return places.sorted { $0.key < $1.key }.map { place, reports in
      [
        "subject": reports[0]["subject_title"].word, "id": "subject-\(place)",
        "reports": reports.map { report -> [String: Any] in
          [
            "title": report["title"].text ?? "", "summary": report["summary"].text ?? "",
            "address": "/reports/\(FormValues.encoded(report["name"].text ?? ""))",
          ]
        },
      ]
    }
  }

  // MARK: One report

  /// How many rows of each long table a page has, unless all are asked for.
  private static let shownRows = 100

  private static func described(_ visit: Visit) async throws -> ReportForm {
    let name = try visit.parameter("name")
    let words = CommandWords("report").flag("describe").option("language", visit.language.rawValue)
    let answer = await visit.answer(words.argument(name))
    guard answer.status == 0, let report = JSONValue(answer.output) else {
      let failure = PageFailure(answer)
      throw failure.code == "report-unknown" ? PageFailure.notFound : failure
    }
    let periodWords = ReportForm.periodWords(in: visit.site.templates)
    return ReportForm(report, query: visit.query, language: visit.language, periodWords: periodWords)
  }

  /// The command that makes the report: what people read in the language of the pages.
  private static func words(_ form: ReportForm, _ format: String, _ visit: Visit) -> CommandWords {
    let language = ["html", "pdf", "xlsx"].contains(format) ? visit.language.rawValue : nil
    return CommandWords("report").options("param", form.parameters).option("format", format)
      .option("language", language).argument(form.name)
  }

  private static func report(_ visit: Visit) async throws -> Response {
    let form = try await described(visit)
    guard form.report["is_permitted"].isTrue else { throw await refusal(form, visit) }
    let hasPage = form.report["formats"].elements.contains { $0.text == "html" }
    if form.isIncomplete || !hasPage {
      return try visit.page("report-form", title: form.title, values(form))
    }
    let rows = visit.query["rows"] == "all" ? nil : "\(shownRows)"
    let words = Self.words(form, "html", visit).option("links", "/").option("rows", rows)
    let reports = visit.site.reports
    if let document = reports.document(visit.query[madeField], of: words, for: visit) {
      return try page(document, form, visit)
    }
    let choices = [form.query, rows == nil ? "rows=all" : "", "\(madeField)="].filter { !$0.isEmpty }
    let made = "\(address(form))?" + choices.joined(separator: "&")
    let title = LocalizedText("Making the report “\(form.title)”")
    let next: String
    do {
      next = try await visit.site.running.begin(title, for: visit.person.login, stoppingAt: start) {
        let answer = try await visit.report(words)
        guard answer.status == 0 else { throw form.atField(PageFailure(answer)) }
        return made + reports.keep(answer.output, of: words, for: visit)
      }
    } catch let failure as PageFailure {
      return try refusal(failure, form, visit)
    }
    guard next.hasPrefix(made), let document = reports.take(String(next.dropFirst(made.count))) else {
      return visit.redirect(to: next)
    }
    return try page(document, form, visit)
  }

  /// The field of an address with the key of a report that is made already.
  private static let madeField = "made"

  private static func address(_ form: ReportForm) -> String { "/reports/\(FormValues.encoded(form.name))" }

  /// Why the person may not see the report: what it shows, as the command says.
  private static func refusal(_ form: ReportForm, _ visit: Visit) async -> PageFailure {
    var failure = PageFailure(await visit.answer(words(form, "json", visit)))
    if failure.code == "report-not-shown" {
      let title = failure.title.description
      let shown = title.split(separator: ": ", maxSplits: 1).last ?? title[...]
      // It is in the middle of a sentence.
      let reason = shown.prefix(1).lowercased() + shown.dropFirst()
      let data = reason.firstRange(of: ", which shows ").map { String(reason[$0.upperBound...]) }
      let why =
        data.map { LocalizedText("It shows: \(LocalizedText(said: $0)).") }
        ?? LocalizedText("Because \(LocalizedText(said: reason)).")
      let roles = form.report["permitted_roles"].elements.compactMap { $0.text.flatMap(Role.init(rawValue:)) }
      let who =
        roles.isEmpty
        ? LocalizedText("Ask somebody whose role may see that.")
        : LocalizedText("These roles may see it: \(PageFailure.names(of: Set(roles))).")
      failure.remedy = LocalizedText([why, who], separator: " ")
    }
    failure.title = LocalizedText("You may not see this report")
    failure.status = .forbidden
    return failure
  }

  /// The form with what is wrong with it.
  private static func refusal(_ failure: PageFailure, _ form: ReportForm, _ visit: Visit) throws -> Response {
    try visit.page("report-form", title: form.title, values(form), refusing: failure)
  }

  private static func values(_ form: ReportForm) -> [String: Any] {
    let address = Self.address(form)
    let unavailable = form.report["unavailable_formats"].elements.compactMap(\.text)
    let offered = form.report["formats"].elements.compactMap(\.text)
    let files = [("xlsx", "Excel"), ("csv", "CSV"), ("pdf", "PDF")].filter {
      offered.contains($0.0) && !unavailable.contains($0.0)
    }
    var values = form.fields
    values["action"] = address
    values["summary"] = form.report["summary"].text ?? ""
    values["subject"] = form.report["subject_title"].word
    values["files"] = files.map { format, title in
      ["title": title, "address": "\(address)/\(format)?\(form.query)"]
    }
    return values
  }

  /// The report's own page with our frame in it.
  private static func page(_ document: String, _ form: ReportForm, _ visit: Visit) throws -> Response {
    var values = values(form)
    if document.contains(HTMLContentType.moreRows) {
      let parts = form.query.isEmpty ? "rows=all" : "\(form.query)&rows=all"
      values["rest"] =
        [
          "shown": PageNumber.text(shownRows), "address": "\(address(form))?\(parts)",
        ] as [String: Any]
    }
    let frame = visit.framed(values, title: form.title)
    guard let head = visit.site.templates.page("report-head", frame, in: visit.language),
      let foot = visit.site.templates.page("report-foot", frame, in: visit.language),
      let scroll = visit.site.templates.page("report-scroll", frame, in: visit.language)
    else {
      throw PageFailure(
        status: .internalServerError, title: LocalizedText("The page of reports is missing"),
        remedy: LocalizedText("Install the folder pages again.")
      )
    }
    let report = ReportStyle(of: document)
    let text = ReportDocument(report.document).text(
      links:
        "<link rel=\"stylesheet\" href=\"\(visit.site.styles.address(of: report.text))\">\n"
        + "<link rel=\"stylesheet\" href=\"/assets/report.css\">\n<script src=\"/assets/report.js\" defer></script>\n"
        + "<script src=\"/assets/find.js\" defer></script>\n<script src=\"/assets/kept.js\" defer></script>\n",
      head: head, foot: foot, scroll: scroll)
    return Response(
      status: .ok, headers: [.contentType: "text/html; charset=utf-8"],
      body: .init(byteBuffer: ByteBuffer(string: text)))
  }

  // MARK: Files

  private static let types = [
    "csv": "text/csv; charset=utf-8", "pdf": "application/pdf",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  ]

  /// A report as a file, the same bytes as the command writes.
  private static func file(_ visit: Visit) async throws -> Response {
    let format = try visit.parameter("format")
    guard let type = types[format] else { throw PageFailure.notFound }
    let form = try await described(visit)
    guard form.report["is_permitted"].isTrue else { throw await refusal(form, visit) }
    let uploads = visit.site.uploads
    let path = try uploads.placeOutput("report.\(format)")
    defer { uploads.removeOutput(at: path) }
    let answer = try await visit.report(words(form, format, visit).option("out", path))
    guard answer.status == 0, let data = FileManager.default.contents(atPath: path) else {
      throw PageFailure(answer)
    }
    let parts = [form.name] + form.values.filter { $0.name != "detail" }.map(\.value)
    return .download(data, named: Uploads.safe(parts.joined(separator: " ") + ".\(format)"), type: type)
  }
}

/// The document of a report, into which parts of ours are put.
struct ReportDocument {
  /// The classes of tables that have a least width on a phone.
  private static let widths = ["wide", "medium"]

  private let document: String

  init(_ document: String) { self.document = document }

  /// The document with our style, with our parts at the beginning and at the end of its body, and with a name for its main
  /// part, to which the link before it leads.
  ///
  /// - Parameter scroll: what is said above each table that is wider than a phone.
  ///
  /// A document without these tags stays as it is there: HTML lets them be left out.
  func text(links: String, head: String, foot: String, scroll: String = "") -> String {
    var text = document
    for width in Self.widths {
      let table = "<div class=\"table \(width)"
      text = text.replacing(table, with: "\(scroll)<div class=\"table scroll \(width)")
    }
    if let end = text.firstRange(of: "</head>") { text.insert(contentsOf: links, at: end.lowerBound) }
    if let body = text.firstRange(of: "<body>") {
      text.insert(contentsOf: "\n" + head, at: body.upperBound)
    } else {
      text = head + text
    }
    if let main = text.firstRange(of: "<main>") {
      text.replaceSubrange(main, with: "<main id=\"main\" tabindex=\"-1\">")
    }
    if let end = text.ranges(of: "</body>").last { text.insert(contentsOf: foot, at: end.lowerBound) }
    return text
  }
}
