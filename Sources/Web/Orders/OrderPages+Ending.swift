internal import HTTPTypes
internal import Hummingbird
internal import RetailValues
internal import Serving

/// How a command about the lines of an order ends: with an import, with nothing to do, or with the form again.
extension OrderPages {
  /// What a page says at the end of its command.
  struct Ending {
    /// Nothing of these lines was open any more.
    let nothing: LocalizedText
    /// The heading where the command only asks.
    let asking: LocalizedText
    /// It was done, as the import of a number.
    let done: (_ number: String) -> LocalizedText
  }

  /// Goes on to the order when the command is done, with the way to undo it; else shows the form again.
  ///
  /// - Parameters:
  ///   - shown: the order as the form showed it.
  ///   - form: the form with why nothing was done, and the guards that have to be answered first.
  static func end(
    _ answer: CommandAnswer, of shown: JSONValue, _ ending: Ending, _ visit: Visit,
    again form: (PageFailure, [JSONValue]) async throws -> Response
  ) async throws -> Response {
    let order = address(shown["order"])
    guard let number = JSONValue(answer.output)?["import_number"].text else {
      // Somebody else received or closed it since the page was shown.
      if answer.status == 0 { return visit.redirect(to: order, saying: ending.nothing) }
      let (failure, guards) = try refusal(answer, asking: ending.asking)
      return try await form(failure, guards)
    }
    return visit.redirect(
      to: order, saying: ending.done(number), undo: visit.may(.undoImports) ? "/imports/\(number)/undo" : nil)
  }

  /// Why a command changed nothing, and the guards that have to be answered first.
  ///
  /// - Parameter title: the heading where it only asks.
  /// - Throws: the failure, where another entry in the form would not help.
  static func refusal(
    _ answer: CommandAnswer, asking title: LocalizedText
  ) throws -> (failure: PageFailure, guards: [JSONValue]) {
    let result = JSONValue(answer.output) ?? .null
    // A notice stops nothing.
    let wrong = result["problems"].elements.first { !["notice", "warning"].contains($0["severity"].text) }
    if result["error"]["message"].text == nil, let problem = wrong {
      let failure = PageFailure(
        status: .unprocessableContent, title: problem.shownMessage, remedy: problem.shownRemedy,
        option: problem["field"].text == "effective_at" ? "at" : "")
      return (failure, [])
    }
    let guards = result["guards"].elements.filter { !$0["accepted"].isTrue }
    if !guards.isEmpty {
      var failure = PageFailure(
        status: .unprocessableContent, title: title, remedy: LocalizedText("Answer the question below."))
      failure.fields = guards.map { stop in
        let example = stop["examples"].elements.first?.shownMessage
        return PageFailure.Field(id: "accept-\(stop["code"].text ?? "")", text: example ?? stop.shownRemedy)
      }
      return (failure, guards)
    }
    let failure = PageFailure(answer)
    guard failure.keepsForm else { throw failure }
    return (failure, [])
  }

  /// What guards ask about, each with a tick that accepts it.
  static func asked(_ guards: [JSONValue], _ form: FormValues) -> [[String: Any]] {
    guards.map { stop -> [String: Any] in
      let (code, remedy) = (stop["code"].text ?? "", stop.shownRemedy)
      return [
        "code": code, "remedy": remedy.isEmpty ? LocalizedText(declared: ImportPages.words(code)) : remedy,
        "is_ticked": form.all("accept").contains(code),
        "examples": stop["examples"].elements.map { ["message": $0.shownMessage] },
      ]
    }
  }
}
