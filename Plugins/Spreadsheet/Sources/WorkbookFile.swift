internal import CLibXLSXWriter
internal import FormatKit
internal import Foundation

/// A workbook being written: rows go to temporary files as they come, and become one archive at the end.
final class WorkbookFile {
  private var book: UnsafeMutablePointer<lxw_workbook>?
  private let path: String
  private var formats: [String: UnsafeMutablePointer<lxw_format>] = [:]
  private var sheetNames: Set<String> = []

  /// How many ways of showing numbers one workbook uses at most.
  private static let maximumFormats = 200
  /// The same for every file, so that equal data give equal bytes: 2000-01-01.
  private static let created = 946_684_800

  init() throws(FormatError) {
    let folder = FileManager.default.temporaryDirectory.path
    var template = Array("\(folder)/stockroom-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else {
      throw FormatError(.sinkFailed, "no temporary file can be made in \(folder)")
    }
    close(descriptor)
    path = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    var temporary = Array(folder.utf8CString)
    book = temporary.withUnsafeMutableBufferPointer { folder in
      var options = lxw_workbook_options(constant_memory: 1, tmpdir: folder.baseAddress, use_zip64: 0)
      return workbook_new_opt(template, &options)
    }
    guard let book else {
      unlink(path)
      throw FormatError(.sinkFailed, "there is no memory to write a workbook")
    }
    var properties = lxw_doc_properties()
    properties.created = Self.created
    workbook_set_properties(book, &properties)
  }

  deinit {
    if let book { lxw_workbook_free(book) }
    unlink(path)
  }

  /// Adds a sheet; what its name may not hold becomes `_`.
  func addSheet(_ name: String) throws(FormatError) -> UnsafeMutablePointer<lxw_worksheet> {
    guard let book, let sheet = workbook_add_worksheet(book, uniqueName(name)) else {
      throw FormatError(.sinkFailed, value: name, "no sheet can be made of the table '\(name)'")
    }
    return sheet
  }

  private func uniqueName(_ name: String) -> String {
    var scalars = name.unicodeScalars.map { scalar -> Unicode.Scalar in
      let isForbidden = scalar.value < 32 || "[]:*?/\\".unicodeScalars.contains(scalar)
      return isForbidden ? "_" : scalar
    }
    if scalars.first == "'" { scalars[0] = "_" }
    func text(_ count: Int) -> String {
      var kept = scalars.prefix(count)
      if kept.last == "'" { kept[kept.count - 1] = "_" }
      return String(String.UnicodeScalarView(kept))
    }
    let base = scalars.isEmpty ? "Sheet" : text(Self.maximumNameLength)
    var unique = base
    var number = 1
    while !sheetNames.insert(unique.lowercased()).inserted {
      number += 1
      let suffix = " (\(number))"
      unique = text(Self.maximumNameLength - suffix.count) + suffix
    }
    return unique
  }

  private static let maximumNameLength = 31

  /// The format of that code; nil when the workbook has too many.
  func format(_ code: String) -> UnsafeMutablePointer<lxw_format>? {
    if let known = formats[code] { return known }
    guard formats.count < Self.maximumFormats, let book, let made = workbook_add_format(book) else { return nil }
    format_set_num_format(made, code)
    formats[code] = made
    return made
  }

  /// The look of the header.
  lazy var headerFormat: UnsafeMutablePointer<lxw_format>? = {
    guard let book, let made = workbook_add_format(book) else { return nil }
    format_set_bold(made)
    format_set_num_format(made, "@")
    return made
  }()

  /// Puts the archive together and hands its bytes over. Nothing may be added after it.
  func finish(to sink: ByteSink) throws(FormatError) {
    guard let finished = book else { return }
    book = nil
    let result = workbook_close(finished)
    guard result == LXW_NO_ERROR else {
      let reason = lxw_strerror(result).map { String(cString: $0) } ?? "error \(result.rawValue)"
      throw FormatError(
        .sinkFailed, "the workbook cannot be put together: \(reason)",
        remedy: "Check the free space of \(FileManager.default.temporaryDirectory.path).")
    }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FormatError(.sinkFailed, "the finished workbook cannot be read") }
    defer { close(descriptor) }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { buffer.deallocate() }
    while true {
      let count = read(descriptor, buffer.baseAddress, buffer.count)
      if count == 0 { break }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw FormatError(.sinkFailed, "the finished workbook cannot be read") }
      try sink.write(UnsafeRawBufferPointer(rebasing: buffer[..<count]).bindMemory(to: UInt8.self))
    }
  }
}
