import FormatKit
import JSONReading

/// How the columns of a table become the members of an object, settled once for all records.
final class JSONWritingPlan {
  /// The members of one object, in the order of their first columns.
  struct Group {
    var entries: [Entry] = []
    /// All columns within, those of inner objects too.
    var columns: [Int] = []
    /// A column whose name is that of this object.
    var rival: Int?
  }

  indirect enum Entry {
    case column(Int, key: JSONKey)
    case group(Group, key: JSONKey)
  }

  let root: Group
  /// Whether no column is within an inner object.
  let isFlat: Bool
  /// For each column its whole name as a key, in unmanaged memory, as it is looked at for every field.
  let flatKeys: UnsafeMutableBufferPointer<JSONKey>

  /// Names with more points are not taken apart, so that what is written can be read.
  private static let maximumDepth = 32

  init(_ names: [String], nesting: Bool) {
    flatKeys = .allocate(capacity: names.count)
    for (index, name) in names.enumerated() { flatKeys.initializeElement(at: index, to: JSONKey(name)) }
    let paths = names.map { name -> [Substring] in
      let parts = name.split(separator: ".", omittingEmptySubsequences: false)
      return nesting && parts.count <= Self.maximumDepth ? parts : [Substring(name)]
    }
    isFlat = paths.allSatisfy { $0.count == 1 }
    root = isFlat ? Group() : Self.group(Array(names.indices), paths, level: 0)
  }

  deinit {
    for key in flatKeys { key.deallocate() }
    flatKeys.deallocate()
    Self.deallocate(root)
  }

  private static func deallocate(_ group: Group) {
    for entry in group.entries {
      switch entry {
      case .column(_, let key): key.deallocate()
      case .group(let inner, let key):
        key.deallocate()
        deallocate(inner)
      }
    }
  }

  private static func group(_ columns: [Int], _ paths: [[Substring]], level: Int) -> Group {
    var group = Group(columns: columns)
    var order: [Substring] = []
    var leaves: [Substring: [Int]] = [:]
    var inner: [Substring: [Int]] = [:]
    for column in columns {
      let name = paths[column][level]
      if leaves[name] == nil, inner[name] == nil { order.append(name) }
      if paths[column].count == level + 1 {
        leaves[name, default: []].append(column)
      } else {
        inner[name, default: []].append(column)
      }
    }
    for name in order {
      for column in leaves[name] ?? [] { group.entries.append(.column(column, key: JSONKey(String(name)))) }
      if let within = inner[name] {
        var object = Self.group(within, paths, level: level + 1)
        object.rival = leaves[name]?.first
        group.entries.append(.group(object, key: JSONKey(String(name))))
      }
    }
    return group
  }
}
