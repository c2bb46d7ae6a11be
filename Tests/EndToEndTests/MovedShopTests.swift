import Foundation
import Testing
import WebTesting

/// A shop whose folder was moved since it was served, or which has another path.
@Suite struct MovedShopTests {
  /// Under which name devices keep what the person counted without the network, as the pages say it.
  private func owner(_ path: String, _ folder: TestFolder) throws -> String {
    let served = try ServedShop(path, environment: folder.environment)
    defer { served.stop() }
    let page = try served.client.get("/more").text
    let found = try #require(page.firstMatch(of: #/data-kept="([^"]*)"/#), "\(page)")
    return String(found.output.1)
  }

  @Test func devicesFindAgainWhatTheyKeepForTheShop() throws {
    let folder = try TestFolder()
    let shop = try folder.shop("shop")
    let first = try owner(shop.path, folder)
    #expect(first.wholeMatch(of: #/[0-9a-f]{32}/.+/#) != nil, "\(first)")
    let link = folder.path + "/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: shop.path)
    let linked = try owner(link, folder)
    #expect(linked == first)
    let moved = folder.path + "/moved"
    try FileManager.default.moveItem(atPath: shop.path, toPath: moved)
    let later = try owner(moved, folder)
    #expect(later == first)
    let another = try owner(try folder.shop("shop").path, folder)
    #expect(another != first)
  }
}
