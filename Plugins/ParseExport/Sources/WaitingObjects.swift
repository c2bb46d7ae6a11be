internal import FormatKit

/// Objects that wait until the file of their class is written. Above a limit they are kept in a temporary file.
final class WaitingObjects {
  /// The file that an object is written into.
  enum File: Hashable {
    /// That of the class which it came from.
    case named(String)
    /// The class file for an object that was created here: the file that the export had for that class, under any name.
    case new(ParseClass)
  }

  struct Place {
    let offset: Int
    let count: Int
  }

  private let bytes = SpillBuffer(limit: 16 << 20, source: "the export", purpose: "the objects are put in order")
  private var places: [File: [Place]] = [:]

  func add(_ text: String, of name: File) throws(Problems) {
    let object = Array(text.utf8)
    places[name, default: []].append(Place(offset: bytes.count, count: object.count))
    try object.withUnsafeBufferPointer { (object) throws(Problems) in
      try bytes.append(UnsafeRawBufferPointer(object))
    }
  }

  func object(at place: Place) throws(Problems) -> [UInt8] {
    var object = [UInt8](repeating: 0, count: place.count)
    try object.withUnsafeMutableBufferPointer { (object) throws(Problems) in
      try bytes.read(at: place.offset, into: UnsafeMutableRawBufferPointer(object))
    }
    return object
  }

  /// The files by their names, in the order in which they are read, with their objects.
  var files: [(name: String, places: [Place])] {
    var files: [String: [Place]] = [:]
    for case (.named(let name), let places) in places { files[name] = places }
    for case (.new(let known), let places) in places {
      let name = files.keys.filter { ParseClass(name: $0) == known }.min() ?? known.rawValue
      files[name, default: []] += places
    }
    func order(_ name: String) -> Int { ParseContent(className: name)?.place ?? .max }
    return files.map { ($0.key, $0.value) }.sorted { (order($0.0), $0.0) < (order($1.0), $1.0) }
  }
}
