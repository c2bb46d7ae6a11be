internal import FormatKit
internal import Foundation
internal import ProblemKit
internal import RetailValues
internal import Serving
internal import Stock
internal import YAMLReading

/// The text of `stockroom.yml`, for changes of some of its lines; see ``YAMLEdit``.
///
/// A change is put together and checked first, and written afterwards, so that nothing is logged that cannot be done.
struct SettingsText {
  /// A change that is checked and not written yet.
  struct Prepared {
    /// What the file says afterwards.
    let settings: ShopFolder.Settings
    fileprivate let path: String
    fileprivate let old: Data
    fileprivate let new: Data

    /// Writes the file, and enters it in the audit log. When anything fails, the file is as before.
    ///
    /// - Parameters:
    ///   - before: is done before the file is written.
    ///   - after: is done afterwards.
    /// - Throws: `output-failed` when the file was changed in between, or cannot be written.
    func write(
      recording details: String, in shop: OpenShop, before: () throws -> Void = {}, after: () throws -> Void = {}
    ) throws {
      var isWritten = false
      do {
        try shop.books.recordAct(details, actor: shop.actor) {
          try before()
          try DurableFile.replace(old, with: new, at: path)
          isWritten = true
          try after()
        }
      } catch {
        if isWritten { try? DurableFile.replace(new, with: old, at: path) }
        throw error
      }
    }
  }

  /// One change of the text.
  enum Step {
    case set([String], named: String? = nil, YAMLEntryValue)
    case remove([String])

    fileprivate func apply(to text: String) throws -> String {
      switch self {
      case .set(let path, named: let name, let value): try YAMLEdit.setting(path, named: name, to: value, in: text)
      case .remove(let path): try YAMLEdit.removing(path, from: text)
      }
    }
  }

  private let path: String
  private let data: Data
  /// The byte order mark before the text; empty without one.
  private let mark: Data
  let text: String
  /// What it says.
  let settings: ShopFolder.Settings

  /// Reads the file.
  init(of folder: ShopFolder) throws {
    path = folder.settingsPath
    data = FileManager.default.contents(atPath: path) ?? Data()
    mark = data.starts(with: [0xEF, 0xBB, 0xBF]) ? data.prefix(3) : Data()
    text = String(decoding: data.dropFirst(mark.count), as: UTF8.self)
    guard mark + Data(text.utf8) == data else {
      throw Problems(.usage, "\(path) is not a text file in UTF-8", remedy: "Save it as UTF-8.")
    }
    settings = try ShopFolder.settings(in: text, file: path)
  }

  /// Makes changes in the text, one after the other, and checks what they made.
  ///
  /// - Parameters:
  ///   - remedy: how to make the change in an editor, where it is not made here.
  ///   - isRight: whether the new settings are those that are meant.
  /// - Throws: `usage` where a line is written in a way that is not known here, and the problems of the new settings.
  func prepared(
    _ steps: [Step], byHand remedy: String, isRight: (ShopFolder.Settings) throws -> Bool
  ) throws -> Prepared {
    func refusal(_ line: Int, _ message: String) -> Problems {
      let place = path + (line > 0 ? ":\(line)" : "")
      return Problems(.usage, "\(place) is not changed by this command: \(message)", remedy: remedy)
    }
    do {
      let new = try steps.reduce(text) { try $1.apply(to: $0) }
      // What is wrong is not in the file yet, so that its path says nothing.
      let found = try ShopFolder.settings(in: new, file: ShopFolder.settingsName)
      guard try isRight(found) else { throw refusal(0, "it would not say what it should") }
      return Prepared(settings: found, path: path, old: data, new: mark + Data(new.utf8))
    } catch let error as YAMLEdit.Refusal {
      throw refusal(error.line, error.message)
    } catch let error as BoundedYAML.InvalidText {
      throw refusal(error.line, error.message)
    }
  }

  /// The step that sets an entry, together with those above it that are missing or empty.
  ///
  /// - Throws: `usage` where that would remove a comment, such as the only content of a pair of braces.
  func setting(_ path: [String], to value: YAMLEntryValue) throws -> Step {
    var depth = path.count - 1
    while depth > 0, try YAMLEdit.keys(of: Array(path.prefix(depth)), in: text)?.isEmpty ?? true { depth -= 1 }
    let whole = path.dropFirst(depth + 1).reversed().reduce(value) { .mapping([.init($1, $0)]) }
    let entry = Array(path.prefix(depth + 1))
    let step = Step.set(entry, whole)
    // What is written in another way is refused when the step is made.
    guard entry != path, let made = try? step.apply(to: text) else { return step }
    let before = Self.commentedLines(of: text)
    guard before.count > Self.commentedLines(of: made).count else { return step }
    let first = SettingLines(of: text).line(entry) ?? 0
    throw lostComment(before.first { $0 >= first }, under: entry)
  }

  private func lostComment(_ line: Int?, under entry: [String]) -> Problems {
    Problems(
      .usage,
      "\(path)\(line.map { ":\($0)" } ?? "") is not changed by this command: the comment there would be lost",
      remedy: "Move it above the line of `\(entry.last ?? "")`, and try again.")
  }

  /// The step that removes an entry, together with those above it that would be empty.
  ///
  /// - Throws: `usage` where that would also remove comments which are not in the line of the entry.
  func removing(_ entry: [String]) throws -> Step {
    var whole = entry
    while whole.count > 1, try YAMLEdit.keys(of: Array(whole.dropLast()), in: text)?.count == 1 { whole.removeLast() }
    // What is written in another way is refused when the step is made.
    guard whole != entry, let made = try? YAMLEdit.removing(whole, from: text) else { return .remove(whole) }
    let places = SettingLines(of: text)
    let (own, first) = (places.line(entry) ?? 0, places.line(whole) ?? 0)
    let (before, after) = (Self.commentedLines(of: text), Self.commentedLines(of: made))
    guard before.count > after.count + (before.contains(own) ? 1 : 0) else { return .remove(whole) }
    throw lostComment(before.first { $0 >= first && $0 != own }, under: whole)
  }

  /// The numbers of the lines that have a comment.
  private static func commentedLines(of text: String) -> [Int] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated()
      .filter { $0.element.trimmingSpaces().hasPrefix("#") || $0.element.contains(" #") }
      .map { $0.offset + 1 }
  }

  /// The only entry of a mapping, as one line.
  static func line(of mapping: YAMLEntryValue) -> String {
    String(mapping.flow.dropFirst(2).dropLast(2))
  }
}
