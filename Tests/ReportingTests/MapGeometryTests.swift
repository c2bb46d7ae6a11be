import RetailValues
import Stock
import Testing

@testable import Reporting

/// Places on a map: what it shows, where, and that labels leave each other room.
@Suite struct MapGeometryTests {
  private func place(_ latitude: Double, _ longitude: Double) throws -> Coordinates {
    try #require(
      Coordinates(
        latitude: Degrees(scaled: Int64((latitude * 1e7).rounded())),
        longitude: Degrees(scaled: Int64((longitude * 1e7).rounded()))))
  }

  private func map(_ places: [(Double?, Double?, String)]) throws -> MapGeometry {
    let columns = ColumnIndex([
      ReportColumn(name: "latitude", type: .degrees), ReportColumn(name: "longitude", type: .degrees),
      ReportColumn(name: "title", type: .text),
    ])
    let currency = try #require(Currency("EUR"))
    let formatting = Formatting(settings: ShopSettings(name: "x", currency: currency, timeZone: "UTC"))
    func value(_ degrees: Double?) -> ReportingValue { degrees.map { .integer(Int64(($0 * 1e7).rounded())) } ?? .null }
    return MapGeometry(
      ReportMap(
        name: "m", title: "Map", query: "q", latitude: "latitude", longitude: "longitude", label: "title"),
      rows: places.map {
        ReportRow(
          columns: columns, values: [value($0.0), value($0.1), .text($0.2)], formatting: formatting, style: .people)
      })
  }

  @Test func northIsAboveAndEastIsRight() throws {
    let map = try map([(52.52, 13.40, "Berlin"), (48.14, 11.58, "Munich"), (50.94, 6.96, "Cologne")])
    let (berlin, munich, cologne) = (map.marks[0], map.marks[1], map.marks[2])
    #expect(berlin.y < cologne.y && cologne.y < munich.y)
    #expect(cologne.x < munich.x && munich.x < berlin.x)
    #expect(map.marks.allSatisfy { $0.label != nil })
    // Distances are right at the middle latitude: Berlin to Munich is 504 km.
    let projection = try #require(map.projection)
    let unit = projection.scale.width / 100
    #expect(projection.scale.label == "100 km")
    let drawn = ((berlin.x - munich.x) * (berlin.x - munich.x) + (berlin.y - munich.y) * (berlin.y - munich.y))
      .squareRoot()
    #expect(abs(drawn / unit - 504) < 8)
  }

  @Test(arguments: [
    [(-17.8, 178.1), (-18.1, -178.2)], [(0.0, 179.99), (0.0, -179.99)], [(89.9, 10.0), (89.9, -170.0)], [(90, 0)],
    [(-90, 0), (90, 180)], [(0, 0)], [(60, -179.0), (60, 1.0), (60, 90.0), (60, -90.0)], [(0, -180), (0, 180)],
  ])
  func everyPlaceIsOnTheMap(_ places: [(Double, Double)]) throws {
    let projection = try #require(MapProjection(around: places.map { try place($0.0, $0.1) }))
    #expect(projection.south >= -90 && projection.north <= 90.000001 && projection.longitudes <= 360)
    for (latitude, longitude) in places {
      #expect((0...projection.width).contains(projection.x(longitude)), "\(longitude)")
      #expect((-0.001...(projection.height + 0.001)).contains(projection.y(latitude)), "\(latitude)")
    }
    #expect(projection.meridians.count + projection.parallels.count <= 20)
    #expect(projection.scale.width > 0 && projection.scale.width <= projection.width / 4 + 0.001)
  }

  @Test func acrossTheDateLineTheMapIsNarrow() throws {
    let projection = try #require(MapProjection(around: [try place(-17.8, 178.1), try place(-18.1, -178.2)]))
    #expect(projection.longitudes < 6)
    #expect(projection.x(178.1) < projection.x(-178.2))
    #expect(projection.meridians.contains { $0.label == "180°" })
  }

  @Test func labelsLeaveRoomAndPlacesAreCounted() throws {
    let places = (0..<400).map { index -> (Double?, Double?, String) in
      (48 + Double(index % 20) * 0.003, 2 + Double(index / 20) * 0.003, "A rather long title \(index)")
    }
    let map = try map(places + [(nil, nil, "nowhere"), (48, 2, "same place")])
    #expect(map.withoutPlace == 1 && map.placed == 401)
    #expect(map.marks.map(\.count).reduce(0, +) == 401)
    let boxes = map.marks.compactMap { mark -> (Double, Double, Double, Double)? in
      guard let label = mark.label else { return nil }
      let width = Double(mark.text.count) * 7
      let left = label.anchor == "start" ? label.x : label.anchor == "end" ? label.x - width : label.x - width / 2
      return (left, label.y - 4.5 - 8, left + width, label.y - 4.5 + 8)
    }
    for (index, box) in boxes.enumerated() {
      for other in boxes[..<index] {
        #expect(!(box.0 < other.2 && other.0 < box.2 && box.1 < other.3 && other.1 < box.3))
      }
    }
  }

  @Test func withoutPlacesThereIsNoMap() throws {
    let map = try map([(nil, 3, "a"), (4, nil, "b")])
    #expect(map.context["any"] as? Bool == false)
    #expect(map.withoutPlace == 2)
  }
}
