internal import GRDB
internal import RetailValues

/// SQL functions that write amounts as people know them. They are called for what was found only.
enum GuardFunctions {
  static func all(clock: ShopClock) -> [DatabaseFunction] {
    [
      DatabaseFunction("guard_amount", argumentCount: 2, pure: true) { values in
        guard let value = Int64.fromDatabaseValue(values[0]) else { return nil }
        return amount(value, String.fromDatabaseValue(values[1]) ?? "")
      },
      DatabaseFunction("guard_change", argumentCount: 3, pure: true) { values in
        guard let before = Int64.fromDatabaseValue(values[0]), let after = Int64.fromDatabaseValue(values[1]) else {
          return nil
        }
        let unit = String.fromDatabaseValue(values[2]) ?? ""
        return "from \(amount(before, unit)) to \(amount(after, unit)) (\(change(before, after)))"
      },
      DatabaseFunction("code_lower", argumentCount: 1, pure: true) { values in
        String.fromDatabaseValue(values[0])?.lowercased()
      },
      DatabaseFunction("code_rough", argumentCount: 1, pure: true) { values in
        String.fromDatabaseValue(values[0]).flatMap { CodeSpelling.roughForm(of: $0) }
      },
      DatabaseFunction("code_form", argumentCount: 1, pure: true) { values in
        String.fromDatabaseValue(values[0]).map(CodeSpelling.form)
      },
      DatabaseFunction("barcode_form", argumentCount: 1, pure: true) { values in
        String.fromDatabaseValue(values[0]).flatMap { try? Barcode(parsing: $0).canonical }
      },
      DatabaseFunction("barcode_text", argumentCount: 1, pure: true) { values in
        String.fromDatabaseValue(values[0]).map { Barcode.shortest($0)?.code ?? $0 }
      },
      DatabaseFunction("barcode_symbology", argumentCount: 1, pure: true) { values in
        String.fromDatabaseValue(values[0]).map { code in
          (Barcode.shortest(code)?.symbology ?? (try? Barcode(parsing: code))?.symbology ?? .inStore).rawValue
        }
      },
      DatabaseFunction("guard_day", argumentCount: 1, pure: true) { values in
        Int64.fromDatabaseValue(values[0]).map { clock.date(of: Timestamp(millisecondsSince1970: $0)).daysSince1970 }
      },
      DatabaseFunction("guard_receipts", argumentCount: 3, pure: true) { values in
        guard let one = String.fromDatabaseValue(values[0]), let other = String.fromDatabaseValue(values[1]),
          let moment = Int64.fromDatabaseValue(values[2])
        else { return nil }
        let day = clock.date(of: Timestamp(millisecondsSince1970: moment))
        return ReceiptNumber.difference(one, other, on: day)?.rawValue
      },
      DatabaseFunction("guard_moment", argumentCount: 1, pure: true) { values in
        Int64.fromDatabaseValue(values[0]).map { clock.iso8601(Timestamp(millisecondsSince1970: $0)) }
      },
    ]
  }

  /// - Parameter unit: `cost`, `quantity`, `percent`, or the code of a currency.
  static func amount(_ value: Int64, _ unit: String) -> String {
    switch unit {
    case "cost": UnitCost(scaled: value).description
    case "quantity": Quantity(scaled: value).description
    case "percent": FixedPointText.shortest(value, fractionDigits: 4)
    default: FixedPointText.fixed(value, fractionDigits: Currency(unit)?.minorUnitDigits ?? 2)
    }
  }

  static func change(_ before: Int64, _ after: Int64) -> String {
    guard before != 0 else { return "new" }
    let tenths = (Int128(after) - Int128(before)) * 1000 / Int128(before)
    return (tenths > 0 ? "+" : "") + FixedPointText.shortest(Int64(clamping: tenths), fractionDigits: 1) + " %"
  }

  static func share(_ part: Int64, of whole: Int64) -> String {
    guard whole > 0 else { return "0 %" }
    return FixedPointText.shortest(Int64(clamping: Int128(part) * 1000 / Int128(whole)), fractionDigits: 1) + " %"
  }
}
