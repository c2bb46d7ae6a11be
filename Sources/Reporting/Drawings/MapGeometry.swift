internal import Foundation
internal import RetailValues
internal import Stock

/// The locations of a query as marks on a map that needs no network: a graticule, a scale, and labels that do not overlap.
///
/// Rows without a location are left out and counted. Locations that would overlap make one mark.
struct MapGeometry {
  struct Mark {
    let x: Double
    let y: Double
    /// That of its first row.
    let name: String
    var count = 1
    /// The position of its label, and its alignment; nil when there is no room for one.
    var label: (x: Double, y: Double, anchor: String)?

    var radius: Double { min(16, 5 + 2 * (Double(count).squareRoot() - 1)) }
    /// Its name, and how many other rows it represents.
    var text: String {
      let first = MapGeometry.shortened(name)
      return count == 1 ? first : "\(first) +\(count - 1)"
    }
  }

  let map: ReportMap
  private(set) var marks: [Mark] = []
  private(set) var placed = 0
  private(set) var withoutPlace = 0
  let projection: MapProjection?

  init(_ map: ReportMap, rows: [ReportRow]) {
    self.map = map
    var places: [(Coordinates, String)] = []
    for row in rows {
      func degrees(_ column: String) -> Degrees? {
        guard case .integer(let number) = (row.child(named: column) as? ReportCell)?.value else { return nil }
        return Degrees(scaled: number)
      }
      guard let latitude = degrees(map.latitude), let longitude = degrees(map.longitude),
        let place = Coordinates(latitude: latitude, longitude: longitude)
      else {
        withoutPlace += 1
        continue
      }
      places.append((place, (row.child(named: map.label) as? ReportCell)?.renderText ?? ""))
    }
    placed = places.count
    projection = MapProjection(around: places.map(\.0))
    guard let projection else { return }
    var cells: [Int: Int] = [:]
    for (place, label) in places {
      let x = projection.x(MapProjection.degrees(place.longitude))
      let y = projection.y(MapProjection.degrees(place.latitude))
      let cell = Int(y / Self.cell) * 1000 + Int(x / Self.cell)
      if let known = cells[cell] {
        marks[known].count += 1
      } else {
        cells[cell] = marks.count
        marks.append(Mark(x: x, y: y, name: label))
      }
    }
    placeLabels(in: projection)
  }

  /// The side of the squares in which places make one mark, in units of the drawing.
  private static let cell = 8.0

  // MARK: - Labels

  private static let lengthOfLabel = 28
  private static let labels = 80
  private static let widthOfLetter = 7.0
  private static let heightOfLine = 16.0

  static func shortened(_ text: String) -> String {
    text.count <= lengthOfLabel ? text : text.prefix(lengthOfLabel - 1).trimmingSpaces() + "…"
  }

  private struct Box {
    let left: Double, top: Double, right: Double, bottom: Double
    func touches(_ other: Box) -> Bool {
      left < other.right && other.left < right && top < other.bottom && other.top < bottom
    }
  }

  /// Gives marks their labels, those of most rows first, where they cover neither a mark nor another label.
  private mutating func placeLabels(in projection: MapProjection) {
    // Boxes by the squares in which they are, so that each is compared with its neighbours only.
    var occupied: [Int: [Box]] = [:]
    let square = 64.0
    func squares(_ box: Box) -> [Int] {
      (Int(max(0, box.top) / square)...Int(max(0, box.bottom) / square)).flatMap { row in
        (Int(max(0, box.left) / square)...Int(max(0, box.right) / square)).map { row * 100 + $0 }
      }
    }
    func occupy(_ box: Box) { for place in squares(box) { occupied[place, default: []].append(box) } }
    for mark in marks {
      let radius = mark.radius
      occupy(Box(left: mark.x - radius, top: mark.y - radius, right: mark.x + radius, bottom: mark.y + radius))
    }
    // The scale bar has its corner.
    occupy(Box(left: 0, top: projection.height - 44, right: projection.scale.width + 40, bottom: projection.height))
    var given = 0
    let order = marks.indices.sorted { (-marks[$0].count, $0) < (-marks[$1].count, $1) }
    for index in order where given < Self.labels {
      let mark = marks[index]
      guard !mark.text.isEmpty else { continue }
      let width = Double(mark.text.count) * Self.widthOfLetter
      let gap = mark.radius + 4
      let candidates = [
        (mark.x + gap, mark.y, "start"), (mark.x - gap, mark.y, "end"),
        (mark.x, mark.y - gap - Self.heightOfLine / 2, "middle"),
        (mark.x, mark.y + gap + Self.heightOfLine / 2, "middle"),
      ]
      for (x, y, anchor) in candidates {
        let left = anchor == "start" ? x : anchor == "end" ? x - width : x - width / 2
        let box = Box(
          left: left, top: y - Self.heightOfLine / 2, right: left + width, bottom: y + Self.heightOfLine / 2)
        guard box.left >= 2, box.right <= projection.width - 2, box.top >= 2, box.bottom <= projection.height - 2,
          !squares(box).contains(where: { occupied[$0]?.contains { $0.touches(box) } ?? false })
        else { continue }
        occupy(box)
        marks[index].label = (x, y + 4.5, anchor)
        given += 1
        break
      }
    }
  }

  // MARK: - For the template

  /// One decimal, with a point in every language of the machine.
  private static func number(_ value: Double) -> String {
    FixedPointText.shortest(Int64((value * 10).rounded()), fractionDigits: 1)
  }

  /// The values for the `map` template.
  var context: [String: Any] {
    var context: [String: Any] = [
      "name": map.name, "title": map.title, "any": !marks.isEmpty, "places": String(placed),
      "without_place": String(withoutPlace), "has_without_place": withoutPlace > 0,
    ]
    guard let projection else { return context }
    let number = Self.number
    let scale = projection.scale
    context["width"] = number(projection.width)
    context["height"] = number(projection.height)
    context["meridians"] = projection.meridians.map { ["x": number($0.place), "label": $0.label] }
    context["parallels"] = projection.parallels.map { ["y": number($0.place), "label": $0.label] }
    context["scale_label"] = scale.label
    context["scale_from"] = number(20)
    context["scale_to"] = number(20 + scale.width)
    context["scale_y"] = number(projection.height - 16)
    context["scale_top"] = number(projection.height - 22)
    context["scale_text_y"] = number(projection.height - 26)
    context["marks"] = marks.map { mark -> [String: Any] in
      ["x": number(mark.x), "y": number(mark.y), "r": number(mark.radius), "text": mark.text]
    }
    context["labels"] = marks.compactMap { mark -> [String: Any]? in
      mark.label.map { ["x": number($0.x), "y": number($0.y), "anchor": $0.anchor, "text": mark.text] }
    }
    return context
  }
}
