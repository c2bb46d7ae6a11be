import FormatKitTesting
import Foundation
import ProgramTesting
import Testing
import WebTesting

/// Photos of what was counted under codes that the catalog does not know.
@Suite struct CountPhotoTests {
  /// The program that makes pictures smaller; nil where it is not installed.
  static let program = ["/usr/local/bin/vips", "/usr/bin/vips", "/bin/vips"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// A shop with one item and an open count.
  private func shop(_ folder: TestFolder) throws -> TestShopFolder {
    let shop = try folder.shop()
    try shop.must(["import", try folder.write("items.csv", "sku,title,price\nA1,Cup,10\nB2,Mug,12\n")])
    try shop.must(["import", try folder.write("places.csv", "location\nfront\n")])
    let levels = "sku,location,quantity\nA1,front,5\nB2,front,5\n"
    try shop.must(["import", try folder.write("levels.csv", levels)])
    try shop.must(["count", "open", "--location", "front"])
    return shop
  }

  /// A photo as a phone makes it, which says where it was taken.
  private func photo(_ folder: TestFolder, _ name: String = "IMG_1.jpg", height: Int = 40) throws -> String {
    let plain = folder.path + "/plain.jpg"
    try TestProgram([try #require(Self.program), "black", plain, "1600", "\(height)"]).finish()
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: plain)))
    let text = Array("Exif\0\0SECRET-PLACE".utf8)
    var marked = Array(bytes.prefix(2))
    marked += [0xFF, 0xE1, 0, UInt8(text.count + 2)]
    marked += text
    marked += bytes.dropFirst(2)
    return try folder.write(name, marked)
  }

  private func object(_ run: CommandRun) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: run.output) as? [String: Any])
  }

  private func list(_ run: CommandRun) throws -> [[String: Any]] {
    try #require(try JSONSerialization.jsonObject(with: run.output) as? [[String: Any]])
  }

  private func unknown(_ shop: TestShopFolder, _ options: [String] = []) throws -> [[String: Any]] {
    try object(shop.must(["count", "status", "1", "--json"] + options))["unknown"] as? [[String: Any]] ?? []
  }

  private func enter(_ file: String, code: String = "zz9", as person: String = "Mia") -> [String] {
    let entry = ["count", "enter", "1", "--item", code, "--quantity", "2", "--note", "Mug, blue"]
    return entry + ["--photo", file, "--user", person]
  }

  @Test(.enabled(if: program != nil, "libvips-tools are not installed"))
  func aPhotoIsKeptWithItsCode() throws {
    let folder = try TestFolder()
    let shop = try shop(folder)
    try shop.must(enter(photo(folder)))
    let found = try #require(unknown(shop).first)
    #expect(found["note"] as? String == "Mug, blue")
    let first = try #require((found["photos"] as? [[String: Any]])?.first)
    let (path, hash) = (try #require(first["path"] as? String), try #require(first["sha256"] as? String))
    #expect(first["width"] as? Int == 1220 && first["media_type"] as? String == "image/jpeg")
    #expect((path as NSString).lastPathComponent == hash + ".jpg")
    let kept = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(kept.range(of: Data("SECRET".utf8)) == nil)
    // The same by the other commands.
    let reconciled = try object(shop.must(["reconcile", "1", "--json"]))["photos"] as? [[String: Any]]
    #expect(reconciled?.first?["path"] as? String == path)
    try shop.must(["count", "photo", "1", "zz9", "--to", "copy.jpg"])
    #expect(try Data(contentsOf: URL(fileURLWithPath: shop.path + "/copy.jpg")) == kept)
    let missing = try shop.run(["count", "photo", "1", "zz8", "--to", "none.jpg"])
    #expect(missing.status != 0 && missing.errorText.contains("has no photo of 'zz8'"))
    // Who counts sees their own photos alone.
    let role = ["--role", "counter"]
    #expect(try list(shop.must(["count", "photo", "1", "--json", "--user", "Mia"] + role)).count == 1)
    #expect(try list(shop.must(["count", "photo", "1", "--json", "--user", "Zoe"] + role)).isEmpty)
    let theirs = try unknown(shop, ["--user", "Zoe"] + role)
    #expect(theirs.count == 1 && theirs[0]["photos"] == nil)
    let refused = try shop.run(["count", "photo", "1", "zz9", "--to", "other.jpg", "--user", "Zoe"] + role)
    #expect(refused.status != 0)
    // Another photo takes the place of the first.
    try shop.must(["count", "photo", "1", "zz9", "--add", photo(folder, height: 60), "--user", "Mia"])
    #expect(!FileManager.default.fileExists(atPath: path))
    try shop.must(["count", "photo", "1", "zz9", "--add", photo(folder, height: 80), "--user", "Zoe"])
    #expect(try (unknown(shop).first?["photos"] as? [Any])?.count == 2)
    // It stays with a posted count, and is in a backup.
    let resolved = try shop.must(["count", "resolve", "1", "zz9", "A1"])
    #expect(resolved.outputText.contains("Its photo is "))
    try shop.must(["count", "close", "1"])
    try shop.must(["reconcile", "1", "--uncounted", "ignore", "--post"])
    let posted = try list(shop.must(["count", "photo", "1", "--json"]))
    #expect(posted.count == 2)
    let late = try shop.run(["count", "photo", "1", "zz9", "--add", photo(folder)])
    #expect(late.status != 0 && late.errorText.contains("count 1 is posted"))
    try shop.must(["backup", "make"])
    let backups = FileManager.default.enumerator(atPath: shop.path + "/backups")?.compactMap { $0 as? String } ?? []
    for kept in posted {
      let name = ((kept["path"] as? String ?? "none") as NSString).lastPathComponent
      #expect(backups.contains { $0.hasSuffix("/" + name) })
    }
    try shop.must(["check"])
  }

  private func rights(_ path: String) throws -> Int {
    try #require(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
  }

  @Test(.enabled(if: program != nil, "libvips-tools are not installed"))
  func whoMayOpenTheBooksMayOpenThePhotos() throws {
    let folder = try TestFolder()
    let shop = try shop(folder)
    try FileManager.default.setAttributes([.posixPermissions: 0o660], ofItemAtPath: shop.path + "/stock.sqlite")
    try shop.must(enter(photo(folder)))
    let photos = shop.path + "/count-photos"
    #expect(try rights(photos) == 0o770)
    let names = try #require(FileManager.default.enumerator(atPath: photos)?.compactMap { $0 as? String })
    #expect(names.count == 3)
    for name in names {
      let isFolder = !name.contains("/")
      #expect(try rights(photos + "/" + name) == (isFolder ? 0o770 : 0o660), "\(name)")
    }
  }

  @Test(.enabled(if: program != nil, "libvips-tools are not installed"))
  func photosThatCannotBeReadStopNoCount() throws {
    let folder = try TestFolder()
    let shop = try shop(folder)
    try shop.must(enter(photo(folder)))
    let photos = shop.path + "/count-photos"
    let name = try #require(FileManager.default.contentsOfDirectory(atPath: photos).first)
    // Not even the administrator can look into a file as into a folder.
    try FileManager.default.removeItem(atPath: photos + "/" + name)
    try Data().write(to: URL(fileURLWithPath: photos + "/" + name))
    for words in [["count", "status", "1"], ["reconcile", "1"]] {
      let run = try shop.must(words + ["--json"])
      #expect(run.errorText.contains("warning: ") && run.errorText.contains("cannot be read"), "\(run.shown)")
      #expect((try object(run)["photo_problems"] as? [String])?.count == 1)
    }
    let listed = try shop.run(["count", "photo", "1"])
    #expect(listed.status == 4 && listed.errorText.contains("cannot be read"), "\(listed.shown)")
    let refused = try shop.run(enter(photo(folder), code: "zz8"))
    #expect(refused.status == 2 && refused.errorText.contains("is not a folder"), "\(refused.shown)")
    try FileManager.default.removeItem(atPath: photos + "/" + name)
    #expect(try unknown(shop).map { $0["code"] as? String } == ["zz9"])
  }

  @Test(.enabled(if: program != nil, "libvips-tools are not installed"))
  func onePhotoThatCannotBeReadHidesNoOther() throws {
    let folder = try TestFolder()
    let shop = try shop(folder)
    for code in ["zz8", "zz9"] { try shop.must(enter(photo(folder), code: code)) }
    let photos = shop.path + "/count-photos"
    let name = try #require(FileManager.default.contentsOfDirectory(atPath: photos).first)
    try Data("{".utf8).write(to: URL(fileURLWithPath: "\(photos)/\(name)/0.json"))
    let listed = try shop.must(["count", "photo", "1", "--json"])
    #expect(try list(listed).count == 2)
    #expect(listed.errorText.contains("0.json: cannot be read"), "\(listed.shown)")
    #expect(try unknown(shop).compactMap { ($0["photos"] as? [Any])?.count } == [1, 1])
    // Another photo is kept, and a code that is decided keeps its photo, with the item that it is.
    try shop.must(["count", "photo", "1", "zz8", "--add", photo(folder, height: 60)])
    try shop.must(["count", "resolve", "1", "zz9", "A1"])
    try shop.must(["count", "resolve", "1", "zz8", "--mistake"])
    let decided = try list(shop.must(["count", "photo", "1", "--json"]))
    #expect(decided.map { $0["item"] as? String } == [nil, nil, "A1"])
  }

  @Test(.enabled(if: program != nil, "libvips-tools are not installed"))
  func aPhotoIsFoundHoweverItsCodeAndCounterAreTyped() throws {
    let folder = try TestFolder()
    let shop = try shop(folder)
    try shop.must(enter(photo(folder), code: " zz9 ") + ["--section", " A "])
    let entered = try #require(unknown(shop).first)
    #expect(entered["code"] as? String == "zz9" && (entered["photos"] as? [Any])?.count == 1)
    let found = try list(shop.must(["count", "photo", "1", " zz9", "--section", "A ", "--json"]))
    #expect(found.count == 1 && found[0]["section"] as? String == "A")
    let known = try shop.run(enter(photo(folder), code: " A1 "))
    #expect(known.status == 2 && known.errorText.contains("photos are for unknown codes"), "\(known.shown)")
    // Counts do not tell 'mia' from 'Mia'.
    let mia = ["--user", "mia", "--role", "counter"]
    #expect(try list(shop.must(["count", "photo", "1", "--json"] + mia)).count == 1)
    try shop.must(["count", "photo", "1", "zz9 ", "--section", " A", "--add", photo(folder, height: 60)] + mia)
    let replaced = try list(shop.must(["count", "photo", "1", "--json"]))
    #expect(replaced.count == 1 && replaced[0]["sha256"] as? String != found[0]["sha256"] as? String)
  }

  /// A PNG of some hundred bytes that claims 900 million pixels.
  private static let bomb: Data = {
    var data = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13])
    data += Data("IHDR".utf8)
    data += Data([0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30, 8, 2, 0, 0, 0])
    return data + Data(count: 300)
  }()

  /// Files that are not photos, with what is said of them.
  private static let hostile: [(name: String, content: Data, says: String)] = [
    ("drawing.svg", Data("<svg xmlns='http://www.w3.org/2000/svg'></svg>".utf8), "not a picture"),
    ("page.jpg", Data("<!doctype html><script>alert(1)</script>".utf8), "not a picture"),
    ("empty.jpg", Data(), "is empty"),
    ("large.jpg", Data([0xFF, 0xD8, 0xFF, 0xE0]) + Data(count: 30_000_000), "at most 20971520 are taken"),
    ("bomb.png", bomb, "30000 × 30000 pixels"),
    ("cut.jpg", Data([0xFF, 0xD8, 0xFF, 0xE0, 0, 16]) + Data(count: 40), "how large it is"),
  ]

  @Test(.enabled(if: program != nil, "libvips-tools are not installed"))
  func whatIsNotAPhotoIsRefusedWithTheEntry() throws {
    let folder = try TestFolder()
    let shop = try shop(folder)
    for (name, content, says) in Self.hostile {
      let file = try folder.write(name, content)
      for words in [enter(file), ["count", "photo", "1", "zz9", "--add", file]] {
        let run = try shop.run(words)
        #expect(run.status != 0 && run.errorText.contains(says), "\(name): \(run.shown)")
      }
    }
    #expect(try unknown(shop).isEmpty)
    #expect(!FileManager.default.fileExists(atPath: shop.path + "/count-photos"))
    let known = try shop.run(enter(photo(folder), code: "A1"))
    #expect(known.status == 2 && known.errorText.contains("photos are for unknown codes"), "\(known.shown)")
    // What another program put there leads nowhere.
    let elsewhere = folder.path + "/elsewhere"
    try FileManager.default.createDirectory(atPath: elsewhere, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: shop.path + "/count-photos", withDestinationPath: elsewhere)
    let linked = try shop.run(["count", "photo", "1", "zz9", "--add", photo(folder)])
    #expect(linked.status != 0 && linked.errorText.contains("is not a folder"), "\(linked.shown)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: elsewhere).isEmpty)
  }

  @Test func withoutTheProgramThePhotoIsRefusedAndTheDescriptionKept() throws {
    let folder = try TestFolder()
    let shop = try shop(folder)
    let file = try folder.write("IMG_1.jpg", [0xFF, 0xD8, 0xFF])
    var environment = folder.environment
    environment["PATH"] = "/nonexistent"
    let program = try #require(Executable.path)
    let run = try RunningCommand(program, enter(file), in: shop.path, environment: environment).finish(within: 60)
    #expect(run.status == 2, "\(run.shown)")
    #expect(run.errorText.contains("`vips` is not installed") && run.errorText.contains("without a photo"))
    try shop.must(["count", "enter", "1", "--item", "zz9", "--quantity", "2", "--note", "Mug, blue"])
    #expect(try unknown(shop).first?["note"] as? String == "Mug, blue")
  }

  @Test(.enabled(if: program != nil, "libvips-tools are not installed"))
  func aPhotoOutlivesAnUndoAndGoesWithItsCount() throws {
    let folder = try TestFolder()
    let shop = try shop(folder)
    for code in ["zz8", "zz9"] { try shop.must(["count", "photo", "1", code, "--add", photo(folder)]) }
    let discarded = try shop.must(["count", "discard", "1"])
    #expect(discarded.outputText.contains("Count 1 and its 2 photos are taken away"), "\(discarded.shown)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: shop.path + "/count-photos").isEmpty)
    // The number is given again, and the new count has no photo.
    try shop.must(["count", "open", "--location", "front", "--number", "1"])
    #expect(try list(shop.must(["count", "photo", "1", "--json"])).isEmpty)
    try shop.must(enter(photo(folder)))
    let number = "\(try #require(list(shop.must(["imports", "list", "--json"])).first?["number"]))"
    try shop.must(["imports", "undo", number])
    #expect(try unknown(shop).isEmpty)
    try shop.must(["imports", "redo", number])
    #expect(try (unknown(shop).first?["photos"] as? [Any])?.count == 1)
  }

  @Test(.enabled(if: program != nil, "libvips-tools are not installed"))
  func aPhotoIsTakenAndSeenOnPages() throws {
    let folder = try TestFolder()
    let shop = try shop(folder)
    let served = try ServedShop(shop.path, environment: folder.environment)
    let card = try served.client.get("/counts/1/entry?item=zz9")
    #expect(card.text.contains(#"action="/counts/1/entry/photo""#))
    #expect(card.text.contains(#"type="file" accept="image/*" capture="environment""#))
    func send(_ content: Data, as name: String, from page: PageClient.Answer) throws -> PageClient.Answer {
      let fields = [
        ("csrf", page.input("csrf") ?? ""), ("once", page.input("once") ?? ""), ("item", "zz9"), ("title", "zz9"),
        ("quantity", "2"), ("note", "Mug <blue>"),
      ]
      var body = Data()
      for (name, value) in fields {
        body += Data("--b7f3\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n".utf8)
      }
      body += Data(
        "--b7f3\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"\(name)\"\r\n\r\n".utf8)
      body += content + Data("\r\n--b7f3--\r\n".utf8)
      return try served.client.send(
        "POST", "/counts/1/entry/photo", headers: ["Content-Type": "multipart/form-data; boundary=b7f3"], body: body)
    }
    // The entry is saved though the file is no photo.
    let refused = try send(Data("<script>alert(1)</script>".utf8), as: "../../x.jpg", from: card)
    #expect(refused.status == 422)
    #expect(refused.text.contains("The photo was not saved"))
    #expect(refused.text.contains("2 × zz9 saved. The content is not a picture") && !refused.text.contains(".uploads"))
    #expect(try unknown(shop).first?["note"] as? String == "Mug <blue>")
    #expect(try list(shop.must(["count", "photo", "1", "--json"])).isEmpty)
    // The content says what it is, and not the name that the phone gave.
    let content = try Data(contentsOf: URL(fileURLWithPath: photo(folder)))
    let saved = try send(content, as: "image.heic", from: refused)
    #expect(saved.status == 303, "\(saved.text)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: shop.path + "/.uploads").isEmpty)
    let taken = try #require(list(shop.must(["count", "photo", "1", "--json"])).first)
    let address = "/counts/1/photos/\(try #require(taken["sha256"] as? String))"
    let review = try served.client.get("/counts/1/review").text
    #expect(review.contains("<img src=\"\(address)\""), "\(review)")
    #expect(review.contains(#"alt="Photo of zz9: Mug &lt;blue&gt;""#) && review.contains("/find?q=Mug%20%3Cblue%3E"))
    #expect(try served.client.get("/counts/1/entry?item=zz9").text.contains("<img src=\"\(address)\""))
    let picture = try served.client.get(address)
    #expect(picture.status == 200 && picture.headers["content-type"] == "image/jpeg")
    #expect(picture.headers["x-content-type-options"] == "nosniff")
    #expect(picture.headers["cache-control"] == "no-store")
    #expect(picture.body == (try? Data(contentsOf: URL(fileURLWithPath: taken["path"] as? String ?? ""))))
    #expect(try served.client.get("/counts/1/photos/\(String(repeating: "0", count: 64))").status == 404)
  }

  @Test func recountsHaveAProgressOfTheirOwn() throws {
    let folder = try TestFolder()
    let shop = try shop(folder)
    for item in ["A1", "B2"] {
      try shop.must(["count", "enter", "1", "--item", item, "--quantity", "4", "--user", "Mia"])
    }
    try shop.must(["count", "recount", "1", "--item", "A1", "--item", "B2"])
    func progress(_ options: [String] = [], of person: String = "Zoe") throws -> [Int?] {
      let found = try object(shop.must(["count", "items", "1", "--recounts", "--json", "--user", person] + options))
      return [found["entered"] as? Int, found["listed"] as? Int, found["total"] as? Int]
    }
    #expect(try progress() == [0, 2, 2])
    // What waits to be entered is left out of what is left.
    #expect(try progress(["--except", "B2"]) == [1, 2, 1])
    try shop.must(["count", "enter", "1", "--item", "A1", "--quantity", "4", "--user", "Zoe"])
    #expect(try progress() == [1, 2, 1])
    #expect(try progress(of: "Mia") == [0, 0, 0])
    let entered = try object(shop.must(["count", "items", "1", "--json", "--user", "Zoe"]))
    #expect(entered["entered"] as? Int == 1)
  }
}
