import FormatKit
import Jobs
import StandardFormats

let standardRegistry = standardFormats

/// A folder of nothing, during whose filling something else happens.
final class BusyFolder: StagedFolder {
  private(set) var count = 0
  private let meanwhile: (Int) throws -> Void

  init(_ meanwhile: @escaping (Int) throws -> Void) throws { self.meanwhile = meanwhile }

  func file(named name: String) throws -> any StagedFile {
    count += 1
    // The first file is requested before anything is read.
    if count > 1 { try meanwhile(count) }
    return MemoryFile()
  }

  private final class MemoryFile: StagedFile {
    let sink = ByteSink.memory()
    func finish() throws -> FileSeal { FileSeal(bytes: Int64(sink.byteCount), sha256: "") }
    func discard() throws {}
  }
}
