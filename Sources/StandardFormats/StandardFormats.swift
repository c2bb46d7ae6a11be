internal import BookwormFormat
internal import CSVFormat
internal import EDIFACTFormat
internal import FoodKeeperFormat
public import FormatKit
internal import FreshnessListFormat
internal import GeoJSONFormat
internal import GoogleMerchantFormat
internal import JSONFormat
internal import ONIXFormat
internal import ParseExportFormat
internal import ProductTableFormat
internal import ShopifyFormat
internal import SpreadsheetFormat
internal import SquareFormat
internal import StoreInventoryFormat
internal import UBLFormat
internal import WooCommerceFormat
internal import X12Format
internal import XMLFormat

/// The formats that ship with Stockroom. Adding one means adding its line here and its folder in `Package.swift`.
public let standardFormats = FormatRegistry([
  .format(CSVFormat.self),
  .format(JSONFormat.self),
  .format(JSONLinesFormat.self),
  .format(XMLFormat.self),
  .format(SpreadsheetFormat.self),
  .format(X12Format.self),
  .format(EDIFACTFormat.self),
  .readable(ONIXFormat.self),
  .readable(ParseExportFormat.self),
  .format(UBLFormat.self),
  .format(ShopifyFormat.self),
  .format(WooCommerceFormat.self),
  .format(SquareFormat.self),
  .format(GoogleMerchantFormat.self),
  .readable(ProductTableFormat.self),
  .readable(FoodKeeperFormat.self),
  .readable(FreshnessListFormat.self),
  .readable(StoreInventoryFormat.self),
  .format(GeoJSONFormat.self),
  .readable(BookwormFormat.self),
])
