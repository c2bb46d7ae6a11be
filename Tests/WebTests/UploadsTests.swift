import Foundation
import Testing

@testable import Web

/// The files that people sent.
@Suite struct UploadsTests {
  @Test func aNewFileRemovesOldOnesThatNobodyUses() throws {
    let folder = try TemporaryFolder()
    let uploads = Uploads(shop: folder.path)
    let (old, used) = (try uploads.place("old.csv"), try uploads.place("used.csv"))
    let later = Date().addingTimeInterval(Uploads.kept + 60)
    #expect(uploads.use(Uploads.id(ofFileAt: used), now: later) != nil)
    let new = try uploads.place("new.csv", now: later)
    #expect(uploads.folder(of: Uploads.id(ofFileAt: old)) == nil)
    #expect(uploads.use(Uploads.id(ofFileAt: old)) == nil)
    for path in [used, new] { #expect(uploads.folder(of: Uploads.id(ofFileAt: path)) != nil) }
  }

  @Test func aNewFileLeavesThoseThatStillWait() throws {
    let folder = try TemporaryFolder()
    let uploads = Uploads(shop: folder.path)
    let waiting = try uploads.place("waiting.csv")
    _ = try uploads.place("new.csv", now: Date().addingTimeInterval(Uploads.kept - 3600))
    #expect(uploads.folder(of: Uploads.id(ofFileAt: waiting)) != nil)
  }
}
