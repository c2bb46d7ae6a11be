extension Sequence where Element == String {
  /// The known name that is nearest to an unknown one, for "did you mean"; nil if no name is near.
  ///
  /// A name is near if at most a third of its letters, or two of them, have to be changed, added, removed or swapped
  /// with their neighbour.
  public func nearest(to unknown: String) -> String? {
    let target = Array(unknown.lowercased())
    var best: (name: String, distance: Int)?
    for name in self {
      let distance = editDistance(target, Array(name.lowercased()))
      if distance < best?.distance ?? Int.max { best = (name, distance) }
    }
    guard let best, best.distance <= Swift.max(2, target.count / 3) else { return nil }
    return best.name
  }
}

/// How many letters have to be changed, added, left out or swapped with their neighbour to make one word of the other.
func editDistance(_ left: [Character], _ right: [Character]) -> Int {
  guard left.count <= 64, right.count <= 64 else { return .max }
  var beforePrevious: [Int] = []
  var previous = Array(0...right.count)
  for (row, character) in left.enumerated() {
    var current = [row + 1]
    for (column, other) in right.enumerated() {
      var distance = min(
        previous[column] + (character == other ? 0 : 1), previous[column + 1] + 1, current[column] + 1)
      if row > 0, column > 0, character == right[column - 1], left[row - 1] == other {
        distance = min(distance, beforePrevious[column - 1] + 1)
      }
      current.append(distance)
    }
    beforePrevious = previous
    previous = current
  }
  return previous[right.count]
}
