public import FormatKit
internal import JSONReading

/// What may be wrong with a table of products.
extension Problem.Code {
  static let productTable: [Problem.Code] =
    Problem.Code.jsonReading + [
      .productTableMissingName, .productTableInvalidNumber, .productTableNegativePrice, .productTableInvalidValue,
      .productTableDamagedStores, .productTableDamagedFile, .productTableTextNumber, .productTableNullStock,
      .productTableColourList,
      .productTableNegativeStock, .productTablePhotoLeftOut, .productTableUnsavedChanges, .productTableUnusedColumns,
      .productTableUnwritable,
    ]

  public static let productTableMissingName = Problem.Code(
    "product-table-missing-name", .error, "A product has no name.",
    remedy: "Give it one: products of this kind have no number, and are known by their names.")
  public static let productTableInvalidNumber = Problem.Code(
    "product-table-invalid-number", .error, "A price or quantity is not a number.",
    remedy: "Write a number with a point and without grouping, such as 14.99.")
  public static let productTableNegativePrice = Problem.Code(
    "product-table-negative-price", .error, "A price is below zero.",
    remedy: "Write what the product costs; 0 for a price that it does not have.")
  public static let productTableInvalidValue = Problem.Code(
    "product-table-invalid-value", .error, "A property is of another kind than it must be.",
    remedy:
      "Name and description are texts, prices numbers, colors a list of texts, and stores an object of quantities.")
  public static let productTableDamagedStores = Problem.Code(
    "product-table-damaged-stores", .error, "The column of quantities by store does not hold a JSON object.",
    remedy: "Correct the column, such as {\"Downtown\": 3, \"South Side\": 0}; or set it to {} and count the product.")
  public static let productTableDamagedFile = Problem.Code(
    "product-table-damaged-file", .error, "The SQLite file is damaged, or its table is not one of products.",
    remedy: "Have SQLite itself check the file with PRAGMA integrity_check, or take it from a backup.")
  public static let productTableTextNumber = Problem.Code(
    "product-table-text-number", .warning, "A number is stored as text.",
    remedy: "It is read as the number; have the program that writes it leave the quotes out.")
  public static let productTableNullStock = Problem.Code(
    "product-table-null-stock", .warning, "A store has null where its quantity belongs.",
    remedy: "No stock is taken from it; the store is written back with null as long as it has no stock here.")
  public static let productTableColourList = Problem.Code(
    "product-table-colour-list", .warning,
    "The list of colours is written otherwise, or has an empty or repeated entry.",
    remedy: "Look whether the colours are those meant: where they are joined, a colour with a comma becomes two.")
  public static let productTableNegativeStock = Problem.Code(
    "product-table-negative-stock", .warning, "A store has less than nothing of a product.",
    remedy: "It is read as it is; count the product there.")
  public static let productTablePhotoLeftOut = Problem.Code(
    "product-table-photo-left-out", .warning, "A photo is left out.",
    remedy: "Photos of up to 8 MiB in PNG, JPEG or GIF are kept with their products, unless the option photos is no.")
  /// https://www.sqlite.org/wal.html: the last changes are in a second file.
  public static let productTableUnsavedChanges = Problem.Code(
    "product-table-unsaved-changes", .warning, "The SQLite file may lack what was written last.",
    remedy: "Copy the file after the program that writes it has ended, so that it has no companion ending in -wal.")
  public static let productTableUnusedColumns = Problem.Code(
    "product-table-unused-columns", .notice, "The table has columns that nothing is made of.",
    remedy: "Nothing is to be done, unless something is missed.")
  public static let productTableUnwritable = Problem.Code(
    "product-table-unwritable", .error, "A table of products has no place for this.",
    remedy: "Export the records in another format, or change them so that they fit.")
}
