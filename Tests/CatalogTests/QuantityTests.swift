import Testing

@testable import Catalog

@Test func quantityKeepsThreeDecimals() {
  #expect(Quantity("1.2345")?.scaled == 1235)
}
