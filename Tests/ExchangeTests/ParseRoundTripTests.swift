import Exchange
import FormatKit
import FormatKitTesting
import Foundation
import StandardFormats
import Stock
import Testing
import ZipReading

/// An export of a Parse server comes back as it came in: every class, object, column, pointer and relation.
@Suite struct ParseRoundTripTests {
  typealias Tree = [String: [[String: Any]]]

  // MARK: - Files

  /// The class files in the shop's export, by their names.
  private func written(_ shop: TestShop) throws -> [String: [NSDictionary]] {
    let sink = ByteSink.memory()
    try RecordExport(shop: shop.shop).writeAll(format: standardFormats.format("parse-export"), to: sink)
    return try Self.classes(in: SampleArchive.entries(of: sink.collectedBytes))
  }

  private static func classes(in files: [String: [UInt8]]) throws -> [String: [NSDictionary]] {
    try files.reduce(into: [:]) { classes, file in
      let root = try JSONSerialization.jsonObject(with: Data(file.value)) as? [String: Any]
      classes[file.key] = try #require(root?["results"] as? [NSDictionary], "\(file.key)")
    }
  }

  private static func text(of objects: [[String: Any]]) throws -> String {
    let data = try JSONSerialization.data(withJSONObject: ["results": objects], options: [.sortedKeys])
    return String(decoding: data, as: UTF8.self)
  }

  /// The objects of each class by their ids, pairs of relations by both sides.
  private func byID(_ classes: [String: [NSDictionary]]) -> [String: [String: NSDictionary]] {
    classes.mapValues { objects in
      Dictionary(
        objects.map { object in
          let pair = "\(object["owningId"] ?? "") \(object["relatedId"] ?? "")"
          return (object["objectId"] as? String ?? pair, object)
        }, uniquingKeysWith: { first, _ in first })
    }
  }

  private func expectSame(_ back: [String: [NSDictionary]], _ expected: [String: [NSDictionary]]) {
    #expect(back.keys.sorted() == expected.keys.sorted())
    let (back, expected) = (byID(back), byID(expected))
    for (name, objects) in expected {
      #expect(back[name]?.keys.sorted() == objects.keys.sorted(), "\(name)")
      for (id, object) in objects { #expect(back[name]?[id] == object, "\(name) \(id)") }
    }
  }

  // MARK: - A made-up service

  private static func pointer(_ name: String, _ id: String) -> [String: String] {
    ["__type": "Pointer", "className": name, "objectId": id]
  }

  /// A service with words, columns and classes of its own, made from a seed.
  private static func tree(seed: UInt64) -> Tree {
    var random = SeededGenerator(seed: seed)
    func flip() -> Bool { Bool.random(using: &random) }
    func pick<Value>(_ values: [Value]) -> Value { values[Int.random(in: 0..<values.count, using: &random)] }
    func moment() -> String {
      "2016-11-\(Int.random(in: 10...28, using: &random))T\(Int.random(in: 10...22, using: &random)):15:30.\(Int.random(in: 100...999, using: &random))Z"
    }
    func object(_ id: String, _ more: [String: Any]) -> [String: Any] {
      var object = more
      object["objectId"] = id
      object["createdAt"] = moment()
      object["updatedAt"] = moment()
      if flip() { object["ACL"] = ["*": ["read": true]] }
      if flip() { object["nothing"] = NSNull() }
      if flip() { object["extra"] = ["deep": [1, 2.5, "x"] as [Any]] as [String: Any] }
      return object
    }
    let (description, name, sex) = (
      pick(["profile", "description"]), pick(["title", "name"]), pick(["sex", "gender"])
    )
    var tree: Tree = [:]
    tree["Store"] = (0..<3).map { number in
      object(
        "store\(number)",
        [
          pick(["name", "title"]): "Store \(number)", description: "  About \(number) ", "followersCount": number,
          "active": number != 2, "geoPoint": ["__type": "GeoPoint", "latitude": 59.913868123, "longitude": 10.5],
          "followers": ["__type": "Relation", "className": "_User"],
        ])
    }
    tree["Brand"] = (0..<2).map { object("brand\($0)", ["title": "Brand \($0)", sex: pick(["male", "unisex"])]) }
    tree["Category"] = (0..<3).map { number in
      var more: [String: Any] = [name: "Category \(number)"]
      if number > 0 { more["parentCategory"] = pointer("Category", "category\(number - 1)") }
      return object("category\(number)", more)
    }
    tree["_User"] = (0..<4).map { number in
      object(
        "user\(number)",
        [
          "name": "User \(number)", "type": pick(["Customer", "MANAGER"]), "likesCount": number,
          "username": "u\(number)",
        ])
    }
    tree["Product"] = (0..<6).map { number in
      var more: [String: Any] = [
        name: "Product \(number)", sex: pick(["female", "M", "women"]), "category": pointer("Category", "category1"),
        "store": pick([pointer("Store", "store0"), pointer("Store", "store1")]), "tags": ["a", "b"],
        "likesCount": pick([0, 3]),
      ]
      if number > 0 { more["price"] = pick([12.5, 990, "49.90"] as [Any]) }
      more[pick(["color", "colours"])] = flip() ? "Red" : ["Red", "Blue"] as Any
      if flip() { more["publishedAt"] = ["__type": "Date", "iso": moment()] }
      return object("product\(number)", more)
    }
    tree["ProductPicture"] = (0..<3).map { number in
      object(
        "picture\(number)",
        [
          "product": pointer("Product", "product\(number)"), "width": 270, "height": 360 + number,
          "image": ["__type": "File", "name": "abc-\(number).jpg", "url": "https://files.example/\(number).jpg"],
        ])
    }
    tree[pick(["Lookbook", "Like", "Favorite"])] = (0..<4).map { number in
      object(
        "like\(number)",
        ["owner": pointer("_User", "user\(number)"), "item": pointer("Product", "product\(number)"), "mood": "glad"])
    }
    tree["Follow"] = [
      object("follow0", ["follower": pointer("_User", "user0"), "store": pointer("Store", "store1")]),
      object("follow1", ["user": pointer("_User", "user1"), "searchName": "red coats", "query": "{\"c\":1}"]),
    ]
    tree["ShoppingList"] = [
      object(
        "list0", ["name": "Saturday", "owner": pointer("_User", "user2"), "members": [pointer("_User", "user3")]])
    ]
    tree["ShoppingListItem"] = [
      object(
        "item0",
        ["shoppingList": pointer("ShoppingList", "list0"), "product": pointer("Product", "product1"), "bought": flip()])
    ]
    tree["Report"] = [
      object(
        "report0",
        ["reporter": pointer("_User", "user3"), "product": pointer("Product", "product2"), "message": "sold out"])
    ]
    tree["_Join:followers:Store"] = [["owningId": "store0", "relatedId": "user1"]]
    tree["_Join:likes:_User"] = [["owningId": "user0", "relatedId": "product0"]]
    tree["_Join:users:_Role"] = [
      ["owningId": "role0", "relatedId": "user1"], ["owningId": "role0", "relatedId": "user2"],
    ]
    tree["_Role"] = [object("role0", ["name": "store-0", "users": ["__type": "Relation", "className": "_User"]])]
    tree["Banner"] = [object("banner0", ["words": "Spring", "at": ["__type": "Date", "iso": moment()]])]
    return tree
  }

  private static func files(of tree: Tree) throws -> [String: [UInt8]] {
    try tree.reduce(into: [:]) { $0[$1.key + ".json"] = Array(try text(of: $1.value).utf8) }
  }

  // MARK: - Tests

  @Test func theSampleComesBackAsItCameIn() throws {
    let path = "\(PackageRoot.path() ?? ".")/samples/fashion-discovery/export.zip"
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    let shop = try TestShop(currency: "NOK")
    let taken = try shop.take(.memory(bytes, name: "export.zip"))
    try #require(taken.isApplied, "\(taken.reported)")
    var expected = try Self.classes(in: SampleArchive.entries(of: bytes))
    // The hash of a password is never kept.
    expected["_User.json"] = expected["_User.json"]?.map { user in
      let user = user.mutableCopy() as? NSMutableDictionary ?? [:]
      user.removeObject(forKey: "_hashed_password")
      return user
    }
    #expect(expected.count == 14)
    expectSame(try written(shop), expected)
  }

  @Test(arguments: 1...8)
  func servicesComeBackAsTheyCameIn(seed: Int) throws {
    let files = try Self.files(of: Self.tree(seed: UInt64(seed)))
    let shop = try TestShop()
    let taken = try shop.take(.memory(SampleArchive.stored(files), name: "export.zip"))
    try #require(taken.isApplied, "\(taken.reported)")
    let back = try written(shop)
    expectSame(back, try Self.classes(in: files))
    // The same export again changes nothing.
    let again = try shop.take(.memory(SampleArchive.stored(files), name: "again.zip")) { $0.again = true }
    let changed = again.counts.filter { $0.action.isWritten && $0.records > 0 }
    #expect(changed.isEmpty, "\(changed)")
  }

  /// A change in the shop changes only the object that it came from.
  @Test func changesAreWrittenIntoTheObject() throws {
    let files = try Self.files(of: Self.tree(seed: 3))
    let shop = try TestShop()
    try shop.take(.memory(SampleArchive.stored(files), name: "export.zip"))
    var expected = byID(try Self.classes(in: files))
    try shop.take("product_code,gender\nproduct1,neutral\n", name: "products.csv")
    try shop.take("sku,price,valid_from\nproduct2,77,2020-01-01\n", name: "prices.csv") {
      $0.accepted = ["price-changed"]
    }
    try shop.take("product_code,title\nnew,Made here\n", name: "new.csv")
    let back = byID(try written(shop))
    let column = expected["Product.json"]?["product1"]?["sex"] == nil ? "gender" : "sex"
    func change(_ id: String, _ column: String, _ value: Any) {
      let object = expected["Product.json"]?[id]?.mutableCopy() as? NSMutableDictionary ?? [:]
      object[column] = value
      expected["Product.json"]?[id] = object
    }
    change("product1", column, "neutral")
    change("product2", "price", 77)
    #expect(back["Product.json"]?["new"]?["title"] as? String == "Made here")
    for (name, objects) in expected {
      for (id, object) in objects { #expect(back[name]?[id] == object, "\(name) \(id)") }
    }
  }

  /// A like by a user whom the export does not have is kept and reported, but becomes neither a user nor a like.
  @Test func aLikeByADeletedUserIsReported() throws {
    var tree = Self.tree(seed: 5)
    tree["Favorite", default: []].append([
      "objectId": "ghostlike", "createdAt": "2016-11-19T14:00:00.000Z", "user": Self.pointer("_User", "ghost"),
      "product": Self.pointer("Product", "product0"),
    ])
    let files = try Self.files(of: tree)
    let shop = try TestShop()
    let taken = try shop.take(.memory(SampleArchive.stored(files), name: "export.zip"))
    try #require(taken.isApplied, "\(taken.reported)")
    #expect(taken.problems.contains { $0.code.id == "parse-export-user-missing" })
    #expect(try !shop.export("users", fields: ["user"]).contains("ghost"))
    #expect(try !shop.export("favourites", fields: ["user"]).contains("ghost"))
    expectSame(try written(shop), try Self.classes(in: files))
  }
}

/// Zip archives of class files.
private enum SampleArchive {
  private static let code = Problem.Code(
    "sample-archive", .error, "The archive is damaged.", remedy: "Make it again.")

  static func entries(of bytes: [UInt8]) throws -> [String: [UInt8]] {
    let archive = try ZipArchive(
      .memory(bytes, name: "export.zip"), terms: ZipTerms("archive", damaged: code, tooLarge: code, protected: code))
    return try archive.entries.reduce(into: [:]) { entries, name in
      let part = try #require(try archive.part(name))
      entries[name] = try archive.start(of: part, limit: 1 << 24)
    }
  }

  /// An archive that is not compressed.
  static func stored(_ files: [String: [UInt8]]) -> [UInt8] {
    func little(_ number: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    func checksum(_ bytes: [UInt8]) -> Int {
      var crc = UInt32.max
      for byte in bytes {
        crc ^= UInt32(byte)
        for _ in 0..<8 { crc = crc & 1 == 1 ? 0xEDB8_8320 ^ (crc >> 1) : crc >> 1 }
      }
      return Int(~crc)
    }
    var archive: [UInt8] = []
    var directory: [UInt8] = []
    for (name, bytes) in files.sorted(by: { $0.key < $1.key }) {
      let facts =
        little(20, 2) + little(1 << 11, 2) + little(0, 2) + little(0, 2) + little(0x21, 2) + little(checksum(bytes), 4)
        + little(bytes.count, 4) + little(bytes.count, 4) + little(name.utf8.count, 2) + little(0, 2)
      directory += little(0x0201_4B50, 4) + little(20, 2) + facts + little(0, 10) + little(archive.count, 4)
      directory += Array(name.utf8)
      archive += little(0x0403_4B50, 4) + facts + Array(name.utf8) + bytes
    }
    let end =
      little(0x0605_4B50, 4) + little(0, 4) + little(files.count, 2) + little(files.count, 2)
      + little(directory.count, 4) + little(archive.count, 4) + little(0, 2)
    return archive + directory + end
  }
}
