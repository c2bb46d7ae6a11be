import FormatKit
import Foundation
import Subprocess
import Testing

@testable import Pictures

/// Pictures as they are made smaller, by the program that is installed.
@Suite(.serialized, .enabled(if: TestPicture.tool != nil, "libvips-tools are not installed"))
struct PictureSizesTests {
  private func sizes(_ bytes: [UInt8], name: String = "picture.png") throws -> PictureSizes {
    let folder = try TestFolder()
    return try PictureSizes(of: folder.write(name, bytes), with: #require(TestPicture.tool))
  }

  private func code(_ bytes: [UInt8], name: String = "picture.png") throws -> String {
    let error = #expect(throws: Problems.self) { try sizes(bytes, name: name) }
    return error?.code.id ?? ""
  }

  @Test func makesFiveSizesFromOneOriginal() throws {
    let made = try sizes(TestPicture.png(width: 2400, height: 96))
    #expect(made.sizes.map(\.width) == PictureSizes.widths)
    #expect(made.sizes.first?.width == 270 && made.sizes.last?.width == 2000 && made.sizes.count == 5)
    for size in made.sizes {
      // A twenty-fifth of the width, to the nearest pixel.
      #expect(abs(size.height * 25 - size.width) <= 25, "\(size.width) × \(size.height)")
      #expect(PictureHeader(size.content)?.width == size.width)
    }
    #expect(made.original.width == 2400 && made.original.height == 96)
  }

  @Test(arguments: [("jpg", PictureType.jpeg, PictureType.jpeg), ("webp", .webp, .webp), ("gif", .gif, .png)])
  func keepsTheType(_ ending: String, _ type: PictureType, _ madeType: PictureType) throws {
    let folder = try TestFolder()
    let bytes = try TestPicture.converted(TestPicture.png(width: 500, height: 30), to: ending, in: folder)
    let made = try sizes(bytes, name: "picture.\(ending)")
    #expect(made.original.type == type)
    #expect(made.sizes.map(\.type) == [madeType, madeType])
    #expect(made.sizes.map(\.width) == [270, 450])
  }

  @Test(arguments: [(100, [100]), (270, [270]), (271, [270]), (1219, [270, 450, 740]), (2000, PictureSizes.widths)])
  func isNeverMadeLarger(_ width: Int, _ expected: [Int]) throws {
    #expect(try sizes(TestPicture.png(width: width, height: 20)).sizes.map(\.width) == expected)
  }

  @Test func makesTheWidthsThatAreAskedFor() throws {
    let folder = try TestFolder()
    let file = try folder.write("picture.png", TestPicture.png(width: 500, height: 30))
    let tool = try #require(TestPicture.tool)
    let made = try PictureSizes(of: file, with: tool, widths: [300])
    #expect(made.sizes.map(\.width) == [300])
    let error = #expect(throws: Problems.self) { _ = try PictureSizes(of: file, with: tool, byteLimit: 100) }
    #expect(error?.code.id == "picture-too-large")
  }

  @Test func givesTheSameBytesAgain() throws {
    let bytes = TestPicture.png(width: 600, height: 40)
    #expect(try sizes(bytes).sizes == sizes(bytes).sizes)
  }

  /// What a camera wrote into the file, such as where its owner lives, is in no size.
  @Test func leavesOutWhatTheCameraWrote() throws {
    let folder = try TestFolder()
    let plain = try TestPicture.converted(TestPicture.png(width: 500, height: 30), to: "jpg", in: folder)
    let text = Array("Exif\0\0SECRET-PLACE".utf8)
    let segment: [UInt8] = [0xFF, 0xE1, 0, UInt8(text.count + 2)] + text
    let comment = Array("SECRET-OWNER".utf8)
    let marked = Array(plain[..<2]) + segment + [0xFF, 0xFE, 0, UInt8(comment.count + 2)] + comment + plain[2...]
    let made = try sizes(marked, name: "picture.jpg")
    #expect(String(decoding: made.original.content, as: UTF8.self).contains("SECRET-PLACE"))
    for size in made.sizes { #expect(!String(decoding: size.content, as: UTF8.self).contains("SECRET")) }
  }

  /// Orientation 6 of TIFF 6.0: the stored image is rotated, and the width is that of the displayed picture.
  @Test func isTurnedUpright() throws {
    let folder = try TestFolder()
    let plain = try TestPicture.converted(TestPicture.png(width: 300, height: 600), to: "jpg", in: folder)
    let tiff: [UInt8] = [
      0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0,
    ]
    let text = Array("Exif\0\0".utf8) + tiff
    // In place of what the program wrote there itself.
    let marked = Array(plain[..<2]) + [0xFF, 0xE1, 0, UInt8(text.count + 2)] + text + plain[2...]
    let made = try sizes(marked, name: "picture.jpg")
    #expect(made.sizes.map { "\($0.width) × \($0.height)" } == ["270 × 135", "450 × 225"])
  }

  @Test func refusesWhatIsHostile() throws {
    let picture = TestPicture.png(width: 400, height: 60)
    let folder = try TestFolder()
    let photo = try TestPicture.converted(picture, to: "jpg", in: folder)
    // A file of some hundred bytes that claims to be 900 million pixels.
    let bomb =
      TestPicture.start + TestPicture.header(width: 30_000, height: 30_000, bits: 1, colours: 0)
      + TestPicture.chunk("IDAT", [0x78, 0x9C, 3, 0, 0, 0, 0, 1]) + TestPicture.chunk("IEND", [])
    let long = TestPicture.start + TestPicture.header(width: Int(Int32.max), height: Int(Int32.max))
    let script =
      "push graphic-context\nviewbox 0 0 9 9\nimage over 0,0 0,0 'ephemeral:/etc/passwd'\npop graphic-context"
    let drawing =
      "<?xml version='1.0'?><svg xmlns='http://www.w3.org/2000/svg'><image href='file:///etc/passwd'/></svg>"
    let cases: [(String, [UInt8], String)] = [
      ("bomb.png", bomb, "picture-too-large"), ("long.png", long, "picture-too-large"),
      ("cut.png", Array(picture.prefix(picture.count / 2)), "picture-damaged"),
      ("cut.jpg", Array(photo.prefix(photo.count / 2)), "picture-damaged"),
      ("photo.png", photo, "picture-ending"), ("photo.svg", photo, "picture-ending"),
      ("script.jpg", Array(script.utf8), "picture-unknown"), ("script.mvg", Array(script.utf8), "picture-unknown"),
      ("drawing.png", Array(drawing.utf8), "picture-unknown"), ("drawing.svg", Array(drawing.utf8), "picture-unknown"),
      ("empty.png", [], "picture-damaged"), ("start.jpg", [0xFF, 0xD8, 0xFF], "picture-damaged"),
    ]
    for (name, bytes, expected) in cases { #expect(try code(bytes, name: name) == expected, "\(name)") }
  }

  @Test func takesOnlyFiles() throws {
    let folder = try TestFolder()
    let tool = try #require(TestPicture.tool)
    mkfifo(folder.path + "/pipe.png", 0o600)
    for name in ["", "/pipe.png", "/missing.png"] {
      let error = #expect(throws: Problems.self) { try PictureSizes(of: folder.path + name, with: tool) }
      #expect(error?.code == .pictureUnreadable)
    }
  }

  /// A name with the signs that the program or a shell would take for more than a name.
  @Test func takesNamesAsTheyAre() throws {
    for name in ["a[page=1].png", "$(touch x).png", "-o.png", "a b'\".png", "magick:x.png"] {
      #expect(try sizes(TestPicture.png(width: 300, height: 10), name: name).sizes.map(\.width) == [270], "\(name)")
    }
  }

  @Test func holdsAgainstDamage() throws {
    let folder = try TestFolder()
    let photo = try TestPicture.converted(TestPicture.png(width: 300, height: 200), to: "jpg", in: folder)
    var state: UInt64 = 7
    for _ in 0..<10 {
      var bytes = photo
      for _ in 0..<6 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        bytes[Int(state >> 33) % bytes.count] = UInt8(truncatingIfNeeded: state >> 25)
      }
      // Either it is a picture or it is refused in words; nothing else.
      do { #expect(try !sizes(bytes, name: "p.jpg").sizes.isEmpty) } catch let error as Problems {
        #expect(error.code.id.hasPrefix("picture-"))
      }
    }
  }
}

@Suite struct PictureToolTests {
  @Test func isFoundOnThePathOnly() throws {
    let folder = try TestFolder()
    #expect(PictureTool.installed(path: folder.path) == nil)
    #expect(PictureTool.installed(path: ".:relative") == nil)
    let program = try folder.write("vips", Array("#!/bin/sh\nexit 0\n".utf8))
    #expect(PictureTool.installed(path: folder.path) == nil, "it may not be run")
    chmod(program, 0o700)
    #expect(PictureTool.installed(path: "/nowhere:\(folder.path)")?.path == program)
  }

  /// Programs in place of the real one that never end, that write or allocate without limit, and that crash.
  @Test(arguments: [
    ("exec tail -f /dev/null", LimitedProcess.Ending.stopped), ("kill -s KILL $$", .stopped),
    ("exec head -c 4000000 /dev/zero > made", .failed("")),
    ("exec dd if=/dev/zero of=/dev/null bs=400M count=1", .failed("")),
    ("exec /nowhere/program", .notStarted), ("exit 0", .done), ("exit 3", .failed("")),
  ])
  func isStoppedAtItsLimits(_ script: String, _ expected: LimitedProcess.Ending) throws {
    let folder = try TestFolder()
    // As an argument of the shell: a file that was just written may still be open in a process that another test begins.
    let program = try folder.write("program", Array("\(script) 2>/dev/null\n".utf8))
    let process = LimitedProcess(seconds: script.contains("tail") ? 1 : 60, memory: 128, fileSize: 1)
    let ending = process.run("/bin/sh", [program], in: folder.path, environment: [:])
    // A program that exceeds the file size gets a signal, unless the parent process of the tests ignores that signal.
    let isEnded = expected == .failed("") && ending == .stopped && script.contains("> made")
    #expect(ending == expected || isEnded, "\(ending)")
  }

  /// Arguments are never a part of what the shell carries out, and nothing of our surroundings is handed on.
  @Test func givesArgumentsAsTheyAre() throws {
    let folder = try TestFolder()
    let program = try folder.write(
      "program", Array("printf '%s\\n' \"$@\" > said; env | sort > surroundings\n".utf8))
    let arguments = ["$(touch a)", "; touch b", "a b", "--", "'\"`"]
    #expect(LimitedProcess().run("/bin/sh", [program] + arguments, in: folder.path, environment: ["A": "b c"]) == .done)
    #expect(
      try String(contentsOfFile: folder.path + "/said", encoding: .utf8) == arguments.joined(separator: "\n") + "\n")
    let surroundings = try String(contentsOfFile: folder.path + "/surroundings", encoding: .utf8)
    let names = surroundings.split(separator: "\n").compactMap { $0.split(separator: "=").first.map(String.init) }
    #expect(
      Set(names).isSubset(of: ["A", "HOME", "LC_ALL", "PATH", "PWD", "TMPDIR", "_", "OLDPWD", "SHLVL"]), "\(names)")
  }
}
