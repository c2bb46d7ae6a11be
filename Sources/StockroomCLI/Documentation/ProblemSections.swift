internal import Exchange
internal import FormatKit
internal import Jobs
internal import Pictures
internal import ProblemKit
internal import StandardFormats
internal import Stock
internal import Unpacking

extension Problem.Code {
  /// All kinds of problems, each once, by where they come from.
  static var sections: [(title: String, codes: [Problem.Code])] {
    var sections: [(title: String, codes: [Problem.Code])] = [
      ("Any file", common), ("Compressed files", unpacking),
      ("Mapping, and comparing with the shop", exchange + staging),
      ("Guards: what has to be accepted", guards), ("Pictures", pictures), ("Jobs", jobs),
      ("Checks of the shop's database", checks),
    ]
    // Formats of one module share codes; each code is listed once, where it comes first.
    var listed = Set(sections.flatMap(\.codes))
    for format in standardFormats.formats {
      let codes = format.descriptor.problemCodes.filter { listed.insert($0).inserted }
      if !codes.isEmpty { sections.append(("The format \(format.descriptor.id)", codes)) }
    }
    return sections
  }

  /// The summary of each code.
  static var summaries: [String: String] {
    Dictionary(sections.flatMap(\.codes).map { ($0.id, $0.summary) }) { first, _ in first }
  }

  /// What a person can say of all records, by the code of the problem, where that helps.
  static var answers: [String: Problem.Answer] {
    let answered = sections.flatMap(\.codes).compactMap { code in code.answer.map { (code.id, $0) } }
    return Dictionary(answered) { first, _ in first }
  }
}
