internal import FormatKit
internal import SupplyDocuments

/// One problem, as people see it and as a 997 reports it to the sender.
struct X12Problem: RowProblem {
  /// The segment of an acknowledgement that reports it, with its code.
  enum Report: Hashable, Sendable {
    /// TA105 (data element I18).
    case interchange(String)
    /// AK905 (716).
    case group(String)
    /// AK502 (718).
    case set(String)
    /// AK304 (720).
    case segment(String)
    /// AK403 (723), with the element's place and its number in the dictionary.
    case element(String, Int, dataElement: String?)
    /// A matter of ours, not of the standard.
    case none
  }

  var code: Problem.Code
  var report: Report
  /// The name of the segment with the problem; for a missing segment its own.
  var segment: String
  /// The number of the segment within its transaction set, ST being 1.
  var place: Int
  var loop = ""
  var value: String?
  var message: String
  var remedy: String?
  var position: SourcePosition

  init(
    _ code: Problem.Code, _ report: Report, at segment: Segment, place: Int, element: Int = 0, loop: String = "",
    value: String? = nil, _ message: String, remedy: String? = nil
  ) {
    self.code = code
    self.report = report
    self.segment = segment.id
    self.place = place
    self.loop = loop
    self.value = value.map { String($0.unicodeScalars.prefix(200).map(Character.init)) }
    self.message = message
    self.remedy = remedy
    position = SourcePosition(
      line: segment.line, byteOffset: segment.byteOffset,
      path: Self.path(segment, element: element))
  }

  /// `segment 17 PO1-04`; 0 for the whole segment.
  static func path(_ segment: Segment, element: Int = 0) -> String {
    let name = String(segment.id.unicodeScalars.prefix(8).map(Character.init))
    var path = "segment \(segment.number) \(name)"
    if element > 0 { path += element < 10 ? "-0\(element)" : "-\(element)" }
    return path
  }

  func problem(source: String) -> Problem {
    Problem(code, source: source, at: position, value: value, message, remedy: remedy)
  }

  var isError: Bool { code.severity == .error }
}
