/// The names of values next to the records that say which part of a longer list a file is: `has_more`, `next`, `total_pages`.
public enum PageSigns {
  /// What such a value says.
  public enum Meaning: Sendable {
    /// Whether there is more.
    case more
    /// Where the next part is.
    case next
    /// How many parts there are.
    case pages
    /// How many records there are, also without other signs of pages.
    case records
    /// How many records there are, if there are other signs of pages: a `total` may also be an amount.
    case perhapsRecords
    /// Which part this is.
    case page
    /// How many records a part has, or where it begins.
    case size
  }

  private static let meanings: [String: Meaning] = [
    "hasmore": .more, "hasnext": .more, "hasnextpage": .more, "morepages": .more, "moreresults": .more,
    "moreavailable": .more,
    "next": .next, "nextpage": .next, "nextpageurl": .next, "nexturl": .next, "nextlink": .next, "nextcursor": .next,
    "nextpagetoken": .next, "nexttoken": .next, "odatanextlink": .next,
    "pages": .pages, "totalpages": .pages, "pagestotal": .pages, "pagecount": .pages, "numpages": .pages,
    "pagetotal": .pages, "lastpage": .pages,
    "totalcount": .records, "totalitems": .records, "totalresults": .records, "totalrecords": .records,
    "totalrows": .records, "totalelements": .records, "totalentries": .records,
    "total": .perhapsRecords, "count": .perhapsRecords,
    "page": .page, "currentpage": .page, "pagenumber": .page, "pageno": .page,
    "limit": .size, "perpage": .size, "pagesize": .size, "offset": .size, "skip": .size,
  ]
  /// Names of objects that hold nothing but such values.
  private static let objects: Set<String> = [
    "meta", "metadata", "pagination", "paging", "paginator", "page", "pageinfo", "links", "cursor", "cursors",
    "responsemetadata", "resultinfo",
  ]

  /// What the value of a name says of pages; nil for other names.
  ///
  /// ```swift
  /// PageSigns.meaning(of: "totalPages")  // .pages
  /// PageSigns.meaning(of: "currency")    // nil
  /// ```
  public static func meaning(of name: String) -> Meaning? { meanings[letters(name)] }

  /// Whether a name is that of an object which describes the pages of a list.
  ///
  /// ```swift
  /// PageSigns.isObject("pagination")  // true
  /// ```
  public static func isObject(_ name: String) -> Bool { objects.contains(letters(name)) }

  private static func letters(_ name: String) -> String { name.lowercased().filter(\.isLetter) }
}
