internal import CLibXLSXWriter
internal import Foundation
package import ProblemKit

/// A workbook being written: rows go to temporary files as they come, and become one archive at the end.
///
/// Equal cells give equal bytes. Memory does not grow with the rows, which must therefore come from the top down.
/// Several sheets may be written in turn.
package final class WorkbookFile {
  private var book: UnsafeMutablePointer<lxw_workbook>?
  private let path: String
  private var descriptor: Int32 = -1
  private var formats: [CellStyle: CellFormat] = [:]
  private var sheetNames: Set<String> = []
  private var sheets: [UnsafeMutablePointer<lxw_worksheet>] = []

  /// How many ways of showing numbers one workbook uses at most.
  private static let maximumFormats = 200
  /// The same for every file, so that equal data give equal bytes: 2000-01-01.
  private static let created = 946_684_800

  /// - Parameter folder: where its temporary files are.
  package init(in folder: String = FileManager.default.temporaryDirectory.path) throws(Problems) {
    var template = Array("\(folder)/stockroom-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else {
      throw Problems(.workbookFailed, "no temporary file can be made in \(folder)")
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
      throw Problems(.workbookFailed, "there is no memory to write a workbook")
    }
    var properties = lxw_doc_properties()
    properties.created = Self.created
    workbook_set_properties(book, &properties)
  }

  deinit {
    if let book {
      // The library closes the files of the rows only when it puts the archive together.
      for sheet in sheets {
        if let rows = sheet.pointee.optimize_tmpfile { fclose(rows) }
        sheet.pointee.optimize_tmpfile = nil
      }
      lxw_workbook_free(book)
    }
    if descriptor >= 0 { close(descriptor) }
    unlink(path)
  }

  /// Adds a sheet; what its name may not hold becomes `_`.
  package func addSheet(_ name: String) throws(Problems) -> WorkbookSheet {
    guard let book, let sheet = workbook_add_worksheet(book, uniqueName(name)) else {
      throw Problems(.workbookFailed, "no sheet can be made of the table '\(name)'")
    }
    sheets.append(sheet)
    return WorkbookSheet(sheet)
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

  /// The format of that look; nil when the workbook has too many.
  package func format(_ style: CellStyle) -> CellFormat? {
    if let known = formats[style] { return known }
    guard formats.count < Self.maximumFormats, let book, let made = workbook_add_format(book) else { return nil }
    if let code = style.numberFormat { format_set_num_format(made, code) }
    if style.isBold { format_set_bold(made) }
    if style.wraps {
      format_set_text_wrap(made)
      format_set_align(made, UInt8(LXW_ALIGN_VERTICAL_TOP.rawValue))
    }
    switch style.side {
    case .usual: break
    case .left: format_set_indent(made, 1)
    case .right: format_set_align(made, UInt8(LXW_ALIGN_RIGHT.rawValue))
    }
    let format = CellFormat(pointer: made)
    formats[style] = format
    return format
  }

  /// Puts the archive together. Nothing may be added after it; ``read(into:)`` gives its bytes.
  package func finish() throws(Problems) {
    guard let finished = book else { return }
    (book, sheets) = (nil, [])
    let result = workbook_close(finished)
    guard result == LXW_NO_ERROR else {
      let reason = lxw_strerror(result).map { String(cString: $0) } ?? "error \(result.rawValue)"
      throw Problems(
        .workbookFailed, "the workbook cannot be put together: \(reason)",
        remedy: "Check the free space of \(FileManager.default.temporaryDirectory.path).")
    }
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Problems(.workbookFailed, "the finished workbook cannot be read") }
  }

  /// The next bytes of the finished archive; 0 when none are left.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(Problems) -> Int {
    while true {
      let count = Foundation.read(descriptor, buffer.baseAddress, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw Problems(.workbookFailed, "the finished workbook cannot be read") }
      return count
    }
  }
}
