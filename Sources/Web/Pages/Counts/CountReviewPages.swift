internal import Foundation
internal import Hummingbird
internal import HummingbirdCore
internal import RetailValues
internal import Serving

/// The review of a count: the differences, what has to be decided, and the posting.
enum CountReviewPages {
  private static let pageLength = 50

  static func add(to routes: PageRoutes) {
    routes.get("/counts/:count/review") { visit in try await review(visit, nil) }
    routes.post("/counts/:count/post") { visit in
      let count = try visit.parameter("count")
      let form = visit.form
      let answer = await visit.answer(
        CommandWords("reconcile").flag("approve").flag("post").option("uncounted", form["uncounted"])
          .option("accept-write-off", form["write-off"]).option("accept-net", form["net"]).option("note", form["note"])
          .argument(count).writing)
      if let failure = failure(ofPosting: answer) { return try await review(visit, failure) }
      return visit.redirect(
        to: CountPages.address(count) + "/review", saying: LocalizedText("Count \(count) is posted."),
        undo: CountPages.address(count) + "/review?reverse=yes#why")
    }
    routes.post("/counts/:count/reverse") { visit in
      let count = try visit.parameter("count")
      do {
        _ = try await visit.run(
          CommandWords("reconcile").flag("reverse").option("note", visit.form["note"])
            .options("accept", visit.form.all("accept")).argument(count).writing)
      } catch var failure as PageFailure where failure.option == "accept" {
        failure.title = LocalizedText("Stock moved on days for which the books are closed.")
        failure.remedy = LocalizedText("The reports of those days will change. If it is right, tick it.")
        return try await review(visit, failure.at("accept-closed-period"))
      } catch let failure as PageFailure where failure.keepsForm {
        return try await review(visit, failure.at("why"))
      }
      return visit.redirect(
        to: CountPages.address(count) + "/review",
        saying: LocalizedText("Count \(count) is reversed. Nothing of it counts any more."))
    }
    addRecounts(to: routes)
    routes.post("/counts/:count/decisions") { visit in
      let count = try visit.parameter("count")
      let sku = visit.form["sku"] ?? ""
      let quantity = CountNumber.normalized(visit.form["quantity"] ?? "")
      var words = CommandWords("reconcile").option("note", visit.form["note"])
      switch visit.form["act"] {
      case "exclude": words = words.option("exclude", sku)
      case "include": words = words.option("include", sku)
      default:
        let failure = visit.numberFailure(visit.form["quantity"] ?? "")
        guard failure == nil, let number = Quantity(quantity), number.scaled >= 0 else {
          let title =
            quantity.isEmpty
            ? LocalizedText("The right number is missing") : LocalizedText("'\(quantity)' is not a number of units")
          let unreadable = PageFailure(
            status: .unprocessableContent, title: title, remedy: LocalizedText("Write it as 7 or 0.250."))
          return try await review(visit, (failure ?? unreadable).at("q-\(sku)"))
        }
        words = words.option("decide", "\(sku)=\(number)")
      }
      do { _ = try await visit.run(words.argument(count).writing) } catch let failure as PageFailure
        where failure.keepsForm
      {
        // Each decision needs a note.
        return try await review(visit, failure.at((visit.form["note"] ?? "").isEmpty ? "n-\(sku)" : "q-\(sku)"))
      }
      return visit.redirect(to: back(visit, count), saying: LocalizedText("The decision about \(sku) is kept."))
    }
  }

  /// The page on which a form was.
  static func back(_ visit: Visit, _ count: String) -> String {
    CountPages.address(count) + (visit.form["from"] == "review" ? "/review" : "")
  }

  /// Why a count was not posted; nil when it was.
  static func failure(ofPosting answer: CommandAnswer) -> PageFailure? {
    guard answer.status != 0 else { return nil }
    let problem = (JSONValue(answer.output) ?? .null)["problems"].elements.first
    return problem.map {
      PageFailure(status: .unprocessableContent, title: $0.shownMessage, remedy: $0.shownRemedy)
    } ?? PageFailure(answer)
  }

  // MARK: The page

  /// - Parameter refusal: an unknown code that was just not taken as an item.
  static func review(
    _ visit: Visit, _ failure: PageFailure?, _ refusal: CountCodePages.Refusal? = nil
  ) async throws -> Response {
    let number = try visit.parameter("count")
    let status = try await visit.run(CommandWords("count", "status").argument(number))
    let session = status["session"]
    let state = session["state"].text ?? ""
    var values = CountPages.row(session)
    values["steps"] = CountPages.steps(state)
    values["is_open"] = ["draft", "open", "counting"].contains(state)
    values["undone"] = CountProgressPages.undone(status) ?? "" as Any
    values["is_review"] = ["review", "approved"].contains(state)
    values["is_posted"] = state == "posted"
    values["asks_closed"] = failure?.option == "accept"
    values["opens_reversal"] = visit.query["reverse"] != nil || failure?.option == "accept"
    values["reverse_note"] = visit.form["note"] ?? ""
    values["is_reversed"] = state == "reversed"
    values["may_post"] = status["may_post"].isTrue
    values["counted_by_you"] = status["counted_by_you"].isTrue
    values["reversed_by"] = session["reversed_by"].text ?? ""
    values["reversed"] = session["reversed_at"].shownMoment
    CountPages.show(failure, in: &values)
    let title: LocalizedText
    if state == "posted" || state == "reversed" {
      try await showPosted(number, session, visit, in: &values)
      title =
        state == "posted"
        ? LocalizedText("Count \(number) is posted") : LocalizedText("Count \(number) is reversed")
    } else {
      try await showDifferences(number, status, visit, in: &values)
      title = LocalizedText("Review count \(number)")
    }
    values.merge(await CountCodePages.values(status, number, refusal, visit)) { $1 }
    return try visit.page("count-review", title: title, values, status: failure?.status ?? .ok)
  }

  private static func showDifferences(
    _ number: String, _ status: JSONValue, _ visit: Visit, in values: inout [String: Any]
  ) async throws {
    let left = status["uncounted"].integer ?? 0
    let isFull = status["session"]["kind"].text == "full"
    // What blank lines mean is a question of a full count alone; those of others leave their stock as it is.
    let asked = (visit.form["uncounted"] ?? visit.query["uncounted"]).flatMap {
      ["ignore", "zero"].contains($0) ? $0 : nil
    }
    let policy = left > 0 ? asked ?? (isFull ? "ignore" : nil) : nil
    let needs = needed(status)
    // Counts can disagree, and a recount can be awaited, where nothing is different at the moment.
    let isAll = !needs.isEmpty || (status["recounts_awaited"].integer ?? 0) > 0
    let answer = try await visit.run(
      CommandWords("reconcile").flag("titles").flag("all", isAll).option("uncounted", policy).argument(number))
    let (needy, waiting, toApprove, others) = parted(byValue(found(answer["lines"].elements, visit)), needs)
    let obstacles = obstacles(answer, status)
    let net = answer["net"]["cost"].text ?? "0"
    let isBlocked = obstacles.contains { $0["is_solved"] as? Bool != true }
    func decidable(_ one: JSONValue) -> [String: Any] {
      line(one, needs: needs[one["sku"].text ?? ""]).merging(decision(one, visit.form)) { $1 }
    }
    values.merge([
      "net": net, "figures": figures(answer, status), "needs": needy.map { decidable($0) },
      "has_places": havePlaces(toApprove + others),
      "has_needs": !needy.isEmpty, "has_several_needs": needy.count > 1,
      "waiting": waiting.map { decidable($0) }, "has_waiting": !waiting.isEmpty,
      "obstacles": obstacles, "has_obstacles": isBlocked, "is_blocked": isBlocked,
      "amount": amount(net, visit.frame.currency), "policy": policy ?? "", "left": PageNumber.text(left),
      "asks_left": left > 0 && isFull, "is_ignored": policy == "ignore", "is_written_off": policy == "zero",
      "unvalued": answer["unvalued_lines"].integer.flatMap { $0 == 0 ? nil : PageNumber.text($0) } ?? "" as Any,
    ]) { $1 }
    showLeftOut(answer, visit, in: &values)
    showSearch(number, hasLines: !answer["lines"].elements.isEmpty, visit, in: &values)
    if isFull, policy == "ignore" {
      values["left_said"] = LocalizedText(
        count: left, one: "1 item was not counted. Its stock stays as it is.",
        other: "\(left) items were not counted. Their stock stays as it is.")
    }
    if policy == "zero" {
      // That of the form, and that for people.
      values["write_off"] = answer["written_off"]["cost"].text ?? ""
      values["write_off_said"] = answer["written_off"]["cost"].numberText
    }
    values["has_approvals"] = !toApprove.isEmpty
    let state = status["session"]["state"].text ?? ""
    values["approvals"] = table(toApprove, number, state, visit, name: "approval", anchor: "approve")
    values.merge(table(others, number, state, visit)) { $1 }
  }

  private static func showPosted(
    _ number: String, _ session: JSONValue, _ visit: Visit, in values: inout [String: Any]
  ) async throws {
    let answer = try await visit.run(CommandWords("reconcile").flag("titles").argument(number))
    let lines = byValue(answer["lines"].elements)
    let (losses, gains) = totals(lines, visit.frame.currency)
    let figures: [(LocalizedText, LocalizedText)] = [
      (LocalizedText("Lost, at cost"), PageNumber.text(losses)),
      (LocalizedText("Found, at cost"), PageNumber.text(gains)),
      (LocalizedText("Lines with a difference"), PageNumber.text(answer["adjustments"].integer ?? 0)),
      (LocalizedText("Changed by late documents"), PageNumber.text(answer["restated_lines"].integer ?? 0)),
    ]
    values["figures"] = figures.map { ["title": $0, "number": $1, "parts": ""] as [String: Any] }
    let month = String((session["cut_off_at"].text ?? session["posted_at"].text ?? "").prefix(7))
    values["reports"] = [
      [
        "title": LocalizedText("Variances of this count"),
        "address": "/reports/variance-detail?session=\(FormValues.encoded(number))",
      ],
      [
        "title": LocalizedText("Shrinkage of the month"),
        "address": "/reports/shrinkage?period=\(month)&location=\(FormValues.encoded(session["location"].text ?? ""))",
      ],
    ]
    values.merge(table(found(lines, visit), number, session["state"].text ?? "", visit)) { $1 }
    showSearch(number, hasLines: !lines.isEmpty, visit, in: &values)
  }

  /// Fifty lines for a table, with the addresses of those before and after them.
  ///
  /// - Parameters:
  ///   - state: that of the count.
  ///   - name: what the address calls the number of the first line.
  ///   - anchor: where the table is on the page.
  private static func table(
    _ lines: [JSONValue], _ number: String, _ state: String, _ visit: Visit, name: String = "from",
    anchor: String = "rest"
  ) -> [String: Any] {
    let skip = min(visit.query.number(name), max(0, lines.count - 1))
    let kept = kept(["uncounted", "find"], visit)
    func link(_ first: Int) -> String { "\(CountPages.address(number))/review?\(kept)\(name)=\(first)#\(anchor)" }
    return [
      "lines": lines.dropFirst(skip).prefix(pageLength).map { one in
        line(one).merging(["may_again": mayBeRecounted(one, in: state)]) { $1 }
      }, "has_lines": !lines.isEmpty, "has_destinations": haveDestinations(lines), "anchor": anchor,
      "has_again": visit.may(.runSessions) && lines.contains { mayBeRecounted($0, in: state) },
      "again_form": recountForm(anchor),
      "first": PageNumber.text(lines.isEmpty ? 0 : skip + 1),
      "last": PageNumber.text(min(lines.count, skip + pageLength)), "total": PageNumber.text(lines.count),
      "is_unfolded": skip > 0 || !searched(visit).isEmpty || visit.form["table"] == anchor,
      "next": skip + pageLength < lines.count ? link(skip + pageLength) : "",
      "previous": skip > 0 ? link(max(0, skip - pageLength)) : "",
    ]
  }

  private static func figures(_ answer: JSONValue, _ status: JSONValue) -> [[String: Any]] {
    func figure(_ title: LocalizedText, _ key: String) -> [String: Any] {
      let amount = answer[key]
      // The units of the lines are not known, but a sum with a fraction is one of pieces and of weights, and says nothing.
      let units =
        amount["units"].text.flatMap { $0.contains(".") ? nil : [Self.units($0)] } ?? []
      return [
        "title": title, "number": amount["cost"].numberText,
        "parts": LocalizedText(
          units + [LocalizedText("\(LocalizedText(number: amount["retail"].text)) at retail")], separator: ", "),
      ]
    }
    return [
      figure(LocalizedText("Lost, at cost"), "gross_loss"), figure(LocalizedText("Found, at cost"), "gross_gain"),
      figure(LocalizedText("Net loss, at cost"), "net"),
      [
        "title": LocalizedText("Counted"), "number": status["counted"].numberText,
        "parts": LocalizedText(
          "of \(status["on_sheet"].numberText) on the sheet, \(status["unexpected"].numberText) more found"),
      ],
    ]
  }

  private static func units(_ plain: String) -> LocalizedText {
    let number = PageNumber.text(plain)
    return LocalizedText(count: Int(plain)?.magnitude == 1 ? 1 : 2, one: "\(number) unit", other: "\(number) units")
  }

  /// The net of a count in the words of its button.
  private static func amount(_ net: String, _ currency: String) -> LocalizedText {
    guard let number = Decimal(string: net, locale: Locale(identifier: "en_US_POSIX")), number != 0 else {
      return LocalizedText("no difference")
    }
    let digits = net.hasPrefix("-") ? String(net.dropFirst()) : net
    let shown = LocalizedText(number: digits)
    return number > 0
      ? LocalizedText("a loss of \(shown) \(currency)") : LocalizedText("a gain of \(shown) \(currency)")
  }

  // MARK: Lines

  /// Lines in the order of what they are worth at cost, the largest first.
  static func byValue(_ lines: [JSONValue]) -> [JSONValue] {
    func value(_ line: JSONValue) -> Decimal {
      let text = line["variance_at_cost"].text ?? "0"
      return abs(Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")) ?? 0)
    }
    return lines.map { ($0, value($0)) }.sorted {
      $0.1 != $1.1 ? $0.1 > $1.1 : ($0.0["sku"].text ?? "") < ($1.0["sku"].text ?? "")
    }.map(\.0)
  }

  /// Lines by what has to be done about them: something, a recount that is awaited, an approval with the posting, or
  /// nothing. Of those that need nothing, only the ones with a difference are kept.
  static func parted(
    _ lines: [JSONValue], _ needs: [String: String]
  ) -> (needy: [JSONValue], waiting: [JSONValue], toApprove: [JSONValue], others: [JSONValue]) {
    var (needy, waiting, toApprove, others) = ([JSONValue](), [JSONValue](), [JSONValue](), [JSONValue]())
    for line in lines {
      if needs[line["sku"].text ?? ""] != nil {
        needy.append(line)
      } else if line["is_recount_awaited"].isTrue, line["state"].text != "excluded" {
        waiting.append(line)
      } else if (line["variance"].text ?? "0") != "0" {
        if needsApproval(line) { toApprove.append(line) } else { others.append(line) }
      }
    }
    return (needy, waiting, toApprove, others)
  }

  /// Whether a difference is approved by the posting: beyond the tolerance, and not approved before.
  private static func needsApproval(_ line: JSONValue) -> Bool {
    line["route"].text == "approval" && !line["is_approved"].isTrue && line["state"].text != "excluded"
  }

  /// The sums of losses and of gains at cost, with all decimals of the currency.
  private static func totals(_ lines: [JSONValue], _ currency: String) -> (losses: String, gains: String) {
    let values = lines.compactMap {
      Decimal(string: $0["variance_at_cost"].text ?? "", locale: Locale(identifier: "en_US_POSIX"))
    }
    func amount(_ sum: Decimal) -> String {
      let plain = "\(sum)"
      guard let currency = Currency(currency), let number = try? ExactDecimal(parsing: plain.utf8) else { return plain }
      return Money(number, currency: currency)?.amount ?? plain
    }
    return (
      amount(values.filter { $0 < 0 }.reduce(0) { $0 - $1 }), amount(values.filter { $0 > 0 }.reduce(0) { $0 + $1 })
    )
  }

  /// The items that something has to be done about, with what it is.
  private static func needed(_ status: JSONValue) -> [String: String] {
    var needs: [String: String] = [:]
    for (key, need) in [("to_approve", "approval"), ("to_recount", "recount"), ("disputed", "decision")] {
      for item in status[key].elements { if let sku = item.text { needs[sku] = need } }
    }
    // An approval is given with the posting, and nothing has to be done about it before.
    return needs.filter { $0.value != "approval" }
  }

  /// A line for a table.
  static func line(_ line: JSONValue, needs: String? = nil) -> [String: Any] {
    let variance = line["variance"].text ?? ""
    let isLoss = variance.hasPrefix("-")
    let cost = line["variance_at_cost"].text
    let size = isLoss ? String(variance.dropFirst()) : variance
    return [
      "sku": line["sku"].text ?? "", "title": line["title"].text ?? "",
      "sections": line["sections"].elements.compactMap(\.text).joined(separator: ", "),
      "counters": line["counters"].elements.compactMap(\.text).joined(separator: ", "),
      "counted": line["counted"].text.map { PageNumber.text($0) } ?? LocalizedText("not counted"),
      "expected": line["expected"].numberText, "size": PageNumber.text(size), "is_loss": isLoss,
      "is_gain": !isLoss && !variance.isEmpty && variance != "0",
      "cost": cost.map { PageNumber.text($0) } ?? LocalizedText("no cost"),
      "retail": line["variance_at_retail"].text.map { PageNumber.text($0) } ?? LocalizedText("no price"),
      "word": word(of: line),
      "tag": line["route"].text == "recount" || line["is_disputed"].isTrue ? "look" : "",
      "needs_recount": needs == "recount",
      "needs_decision": needs == "decision",
      "since": line["restated"].text == nil ? "" : line["variance_now"].numberText as Any,
      "counts": LocalizedText(line["counts"].elements.map { LocalizedText(number: $0.text) }, separator: " / "),
      "reason": line["reason"].text ?? "",
    ]
  }

  /// The form of a decision about a line: whether it asks for a number, and what was typed in one that was refused.
  private static func decision(_ line: JSONValue, _ form: FormValues) -> [String: Any] {
    let sku = line["sku"].text ?? ""
    let isTyped = !sku.isEmpty && form["sku"] == sku
    let isRecounted = line["counts"].elements.count > 1
    return [
      // What was counted once leaves nothing to decide between.
      "has_choice": isRecounted || line["is_recount_awaited"].isTrue, "is_recounted": isRecounted,
      "is_typed": isTyped, "typed_number": isTyped ? form["quantity"] ?? "" : "",
      "typed_note": isTyped ? form["note"] ?? "" : "",
    ]
  }

  /// Whether a table of lines says where their differences go, or what changed since.
  static func haveDestinations(_ lines: [JSONValue]) -> Bool {
    lines.contains { $0["restated"].text != nil || !word(of: $0).description.isEmpty }
  }

  /// Where a difference goes, in words.
  private static func word(of line: JSONValue) -> LocalizedText {
    if line["decided"].text != nil { return LocalizedText("Decided") }
    if line["is_recount_awaited"].isTrue { return LocalizedText("Recount awaited") }
    if line["is_disputed"].isTrue { return LocalizedText("Decide") }
    if line["state"].text == "unexpected" { return LocalizedText("Not on the sheet") }
    if line["is_approved"].isTrue { return LocalizedText("Approved") }
    switch line["route"].text {
    case "recount": return LocalizedText("Recount")
    case "approval": return LocalizedText("To approve")
    case "within-tolerance": return LocalizedText("Within tolerance")
    case "as-counted": return LocalizedText("As counted")
    default: return line["state"].text == "restated" ? LocalizedText("Changed since") : LocalizedText(verbatim: "")
    }
  }
}
