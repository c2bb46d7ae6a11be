import FormatKit
import Foundation
import HTTPTypes
import RetailValues
import Serving
import Testing
import Wording

@testable import Web

/// What other modules declare and pages show: each has a word in each language.
@Suite struct DeclaredWordsTests {
  /// A word as pages show it, and what it is.
  private struct Declared: Sendable {
    let what: String
    let shown: LocalizedText
  }

  private static let declared: [Declared] = {
    var all: [Declared] = []
    func add(_ what: String, _ shown: LocalizedText) { all.append(Declared(what: what, shown: shown)) }
    for kind in Vocabulary.kinds {
      add("kind \(kind.name)", RecordWords.several(kind.name))
      add("one of \(kind.name)", RecordWords.one(kind.name))
      for field in kind.fields {
        guard case .choice(let words) = field.type else { continue }
        for word in words {
          add("\(word) of \(kind.name).\(field.name)", RecordWords.value(word, ofField: field.name, of: kind.name))
        }
      }
    }
    for kind in MovementKind.allCases {
      add("movement \(kind)", RecordWords.value(kind.rawValue, ofField: "movement_kind", of: "movements"))
    }
    for reason in Reason.builtIn {
      add("reason \(reason.code)", RecordWords.value(reason.code, ofField: "reason", of: "movements"))
    }
    for method in ValuationMethod.allCases {
      add("valuation \(method)", LocalizedText(word: ImportPages.words(method.rawValue)))
    }
    for role in Role.allCases { add("role \(role)", role.shownName) }
    for unit in UnitWords.names {
      add("unit \(unit)", RecordWords.value(unit, ofField: "order_unit", of: "order_lines"))
    }
    return all
  }()

  /// The units of documents of supply that orders count in: pieces, and packs of which a list says the size.
  private static func unitsOfDocuments() throws -> Set<String> {
    var units: Set<String> = []
    for format in ["X12", "EDIFACT", "UBL"] {
      let path = "\(PageTexts.root)/Plugins/\(format)/Sources/CodeLists.swift"
      let text = try String(contentsOfFile: path, encoding: .utf8)
      for match in text.matches(of: #/[A-Z0-9]{1,3} ([a-z][a-z0-9 \-]*?)(?: [0-9.]+)?(?:,|\n)/#) {
        let unit = String(match.output.1)
        if [UnitWords.piece, UnitWords.pack].contains(UnitWords.meaning(of: unit)) { units.insert(unit) }
      }
    }
    return units
  }

  @Test(arguments: Language.allCases.filter { $0 != .english })
  func whatIsDeclaredHasAWord(in language: Language) throws {
    let messages = try PageMessages(language, in: PageTexts.pages)
    func isTranslated(_ shown: LocalizedText) -> Bool {
      let english = shown.description
      return messages.texts[english] != nil
        || messages.texts[english.prefix(1).lowercased() + english.dropFirst()] != nil
    }
    #expect(Self.declared.count > 150)
    #expect(Self.declared.filter { !isTranslated($0.shown) }.map(\.what) == [])
    let units = try Self.unitsOfDocuments()
    #expect(units.isSuperset(of: ["each", "case", "pallet", "inner pack"]))
    #expect(units.filter { !isTranslated(LocalizedText(unit: $0)) }.sorted() == [])
    for kind in DocumentDifference.allCases {
      let shown = LocalizedText(kind, expected: LocalizedText(number: "7"), found: LocalizedText(number: "5"))
      #expect(shown.text(in: messages) != shown.description, "\(kind)")
    }
  }

  /// The guards, with the words of their declarations: a new guard needs no list of the pages.
  @Test(arguments: Language.allCases.filter { $0 != .english })
  func guardsHaveANameAndAMeaning(in language: Language) throws {
    let messages = try PageMessages(language, in: PageTexts.pages)
    let guards = try PageTexts.guards()
    #expect(guards.count > 30)
    for declared in guards {
      for text in [declared.name.sentence, declared.allowed] {
        #expect(LocalizedText(declared: text).text(in: messages) != text, "\(text)")
      }
      #expect(LocalizedText(said: declared.meaning).text(in: messages) != declared.meaning, "\(declared.meaning)")
    }
  }

  /// What a command refuses is said in the language, with the roles that may do it, and without the name of the command.
  @Test(arguments: Language.allCases.filter { $0 != .english })
  func refusalsNameNoCommand(in language: Language) throws {
    let messages = try PageMessages(language, in: PageTexts.pages)
    func refusal(_ message: String, _ remedy: String) throws -> (title: String, remedy: String) {
      let error = ["code": "not-permitted", "message": message, "remedy": remedy]
      let output = String(decoding: try JSONEncoder().encode(["error": error]), as: UTF8.self)
      let failure = PageFailure(CommandAnswer(status: 4, output: output, notes: ""))
      #expect(failure.status == .forbidden)
      return (failure.title.text(in: messages), failure.remedy.text(in: messages))
    }
    for act in Act.allCases {
      let who = Role.allCases.filter(act.roles.contains).map(\.rawValue).joined(separator: ", ")
      let shown = try refusal("a counter may not \(act.words) (stockroom report)", "This may be done by: \(who).")
      #expect(!shown.title.contains("stockroom") && !shown.title.contains(act.words), "\(shown.title)")
      let roles = Role.allCases.filter(act.roles.contains).map { $0.shownName.text(in: messages) }
      #expect(shown.remedy.contains(roles.joined(separator: ", ")), "\(shown.remedy)")
    }
    let shown = try refusal(
      "you belong to the store 'Yard', and this is for the whole shop (stockroom imports list)",
      "Ask somebody who works for the whole shop; for one store there are `stockroom apply`, `stockroom scan`.")
    #expect(shown.title.contains("Yard") && !shown.title.contains("belong") && !shown.title.contains("stockroom"))
    #expect(!shown.remedy.isEmpty && !shown.remedy.contains("somebody") && !shown.remedy.contains("stockroom"))
  }
}
