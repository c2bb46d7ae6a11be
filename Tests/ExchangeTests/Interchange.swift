import Exchange

/// An interchange of orders as a partner would send it, in X12 or EDIFACT.
struct Interchange {
  struct Line: Hashable {
    var number: Int
    var sku: String
    var quantity: String
    var cost = "1.5"
  }
  struct Order: Hashable {
    var number: String
    var lines: [Line]
    var replaces = false
    var location = "MAIN"
  }

  var number: Int
  var orders: [Order]

  func text(_ format: String) -> String { format == "x12" ? x12 : edifact }

  private var x12: String {
    let id = String("00000000\(number)".suffix(9))
    var segments = [
      "ISA*00*          *00*          *01*049351117      *ZZ*NORTH          *260915*0930*U*00401*\(id)*0*P*>",
      "GS*PO*049351117*NORTH*20260915*0930*\(number)*X*004010",
    ]
    for (place, order) in orders.enumerated() {
      let set = String("000\(place + 1)".suffix(4))
      let body =
        ["BEG*\(order.replaces ? "05" : "00")*SA*\(order.number)**20260915", "N1*SU**92*NORTH"]
        + ["N1*ST**92*\(order.location)"]
        + order.lines.map { "PO1*\($0.number)*\($0.quantity)*EA*\($0.cost)**IN*\($0.sku)" }
        + ["CTT*\(order.lines.count)"]
      segments += ["ST*850*\(set)"] + body + ["SE*\(body.count + 2)*\(set)"]
    }
    segments += ["GE*\(orders.count)*\(number)", "IEA*1*\(id)"]
    return segments.map { $0 + "~\n" }.joined()
  }

  private var edifact: String {
    var segments = ["UNB+UNOC:3+4012345000009:14+4098765000005:14+260915:0930+\(number)"]
    for (place, order) in orders.enumerated() {
      let body =
        ["BGM+220+\(order.number)+\(order.replaces ? "5" : "9")", "DTM+137:20260915:102", "NAD+SU+NORTH::92"]
        + ["NAD+DP+\(order.location)::92"]
        + order.lines.flatMap {
          ["LIN+\($0.number)", "PIA+5+\($0.sku):IN", "QTY+21:\($0.quantity):PCE", "PRI+AAA:\($0.cost):::1:PCE"]
        } + ["UNS+S", "CNT+2:\(order.lines.count)"]
      segments += ["UNH+\(place + 1)+ORDERS:D:96A:UN:EAN008"] + body + ["UNT+\(body.count + 2)+\(place + 1)"]
    }
    segments.append("UNZ+\(orders.count)+\(number)")
    return segments.map { $0 + "'\n" }.joined()
  }

  /// A shop that takes such orders.
  static func shop() throws -> TestShop {
    let shop = try TestShop.unguarded()
    try shop.take("supplier\nNORTH\n") { $0.kind = "suppliers" }
    try shop.take("location\nMAIN\n") { $0.kind = "locations" }
    try shop.take("sku\nA\nB\nC\n") { $0.kind = "variants" }
    return shop
  }
}
