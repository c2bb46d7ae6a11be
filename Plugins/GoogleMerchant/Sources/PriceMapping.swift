internal import FormatKit
internal import RetailValues

/// Turns the prices of an item into records.
enum PriceMapping {
  static func map(_ draft: inout ItemDraft) {
    let price = draft.take("price")
    let sale = draft.take("sale_price")
    let dates = draft.take("sale_price_effective_date")
    let list = draft.take("c:list_price")
    let taxIncluded = draft.take("c:tax_included")?.text
    let regular = price.flatMap { row(of: $0, "regular", "price", &draft) }
    let lowered = sale.flatMap { row(of: $0, "sale", "sale_price", &draft) }
    let listed = list.flatMap { row(of: $0, "list", "c:list_price", &draft) }
    var saleRow = lowered?.row
    if let dates, saleRow != nil {
      saleRow = timed(saleRow, by: dates)
    } else if let dates {
      draft.notes.append(
        ItemProblem(
          .merchantInvalidValue, at: dates.place, value: dates.text,
          "sale_price_effective_date stands without a sale_price", remedy: "Give the sale price too; it is kept."))
      draft.kept["sale_price_effective_date"] = [.text(dates.text)]
    }
    if let high = regular?.price, let low = lowered?.price, let place = sale?.place, let text = sale?.text,
      isAbove(low, high)
    {
      saleRow?.problems.append(
        ItemProblem(
          .merchantSaleAbovePrice, at: place, value: text,
          "sale_price '\(ItemProblem.shortened(text))' is not below the price '\(high.text)'"
        ).problem)
    }
    for row in [regular?.row, saleRow, listed?.row] {
      guard var row else { continue }
      if let taxIncluded, ["true", "false"].contains(taxIncluded) { row["tax_included"] = taxIncluded }
      draft.prices.append(row)
    }
  }

  private static func row(
    of value: FeedValue, _ type: String, _ name: String, _ draft: inout ItemDraft
  ) -> (row: TableRow, price: PriceText?) {
    var row = TableRow(.prices, at: draft.item.place)
    row["sku"] = draft.sku
    row["price_type"] = type
    do throws(PriceText.InvalidPrice) {
      let price = try PriceText(parsing: value.text)
      row["price"] = price.amount
      row["currency"] = price.currency
      if let oddity = price.oddity {
        row.problems.append(
          ItemProblem(
            .merchantPriceForm, at: value.place, value: value.text,
            "\(name) '\(ItemProblem.shortened(value.text))' \(oddity)",
            remedy: "Write it as \(price.text); it was taken so."
          ).problem)
      }
      return (row, price)
    } catch {
      row.problems.append(
        ItemProblem(
          .merchantPrice, at: value.place, value: value.text,
          "\(name) '\(ItemProblem.shortened(value.text))' \(error.message)",
          remedy: error.remedy
        ).problem)
      return (row, nil)
    }
  }

  private static func timed(_ row: TableRow?, by dates: FeedValue) -> TableRow? {
    guard var row else { return nil }
    do throws(SaleInterval.InvalidInterval) {
      let interval = try SaleInterval(parsing: dates.text)
      row["valid_from"] = interval.start
      row["valid_to"] = interval.end
    } catch {
      row.problems.append(
        ItemProblem(
          .merchantSaleDates, at: dates.place, value: dates.text,
          "sale_price_effective_date '\(ItemProblem.shortened(dates.text))' \(error.message)", remedy: error.remedy
        ).problem)
    }
    return row
  }

  /// Whether a sale price is not below the price, or cannot be compared.
  private static func isAbove(_ sale: PriceText, _ price: PriceText) -> Bool {
    guard sale.currency == price.currency, let currency = Currency(sale.currency),
      let low = try? ExactDecimal(parsing: Array(sale.amount.utf8)),
      let high = try? ExactDecimal(parsing: Array(price.amount.utf8)), let lower = Money(low, currency: currency),
      let higher = Money(high, currency: currency)
    else { return true }
    return lower.minorUnits >= higher.minorUnits
  }
}
