internal import ArgumentParser
internal import RetailValues
internal import Stock

extension OrderCommand {
  struct Items: ShopCommand {
    static let configuration = CommandConfiguration(
      commandName: "items", abstract: "List the items of a supplier, with what is on hand and on order.",
      discussion: """
        They are those on the supplier's list, and those that came from the supplier last, without discontinued ones. Quantities on \
        hand, on order and of the reorder point are in stock units; the least order is in order units. `order draft --any-item` \
        orders any of them.

        Examples:
          stockroom order items --supplier ACME
          stockroom order items --supplier ACME --location shop --json
        """)
    static let acts = Acts(.placeOrders)

    @Option(help: ArgumentHelp("The supplier whose items are listed.", valueName: "code"))
    var supplier: String

    @Option(
      help: ArgumentHelp("Only the stock, the orders and the reorder points of this location.", valueName: "code"))
    var location: String?

    @OptionGroup var shopOptions: ShopOptions

    func run(in shop: OpenShop) throws -> RowStream<SupplierItem> {
      let database = try shop.books
      let supplier = try database.code(meantBy: self.supplier, among: .suppliers) ?? self.supplier
      let location = try database.code(self.location, among: .locations)
      return RowStream(columns: Self.columns, empty: "\(supplier) has no items.") { receive in
        try database.forEachItem(of: supplier, at: location, receive)
      }
    }

    private static var columns: [OutputColumn<SupplierItem>] {
      [
        .init("item", key: "sku") { $0.sku }, .init("title") { $0.title },
        .init("supplier's code", key: "supplier_code") { $0.supplierCode },
        .init("on hand", key: "on_hand", number: true) { $0.onHand.description },
        .init("on order", key: "on_order", number: true) { $0.onOrder.description },
        .init("reorder point", key: "reorder_point", number: true) { $0.reorderPoint?.description },
        .init("unit", key: "order_unit") { $0.orderUnit },
        .init("pack", key: "pack_size", number: true) { $0.packSize.description },
        .init("least", key: "minimum_order", number: true) { $0.minimumOrder?.description },
        .init(
          "unit cost", key: "unit_cost", json: { $0.unitCost?.description },
          text: { [$0.unitCost?.description, $0.currency].compactMap { $0 }.joined(separator: " ") }),
        .json("currency") { $0.currency }, .json("barcode") { $0.barcode },
      ]
    }
  }
}
