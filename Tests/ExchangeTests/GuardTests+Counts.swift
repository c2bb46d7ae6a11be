extension GuardTests {
  private static let counted = "count,location,sku,counted_quantity,section,counter\n"

  /// What guards find in counted lines.
  static let countCases: [Case] = [
    Case(
      name: "counted by another, too", before: catalog + [counted + "1,shop,A,18,S,Mia\n1,shop,B,3,S,Mia\n"],
      file: counted + "1,shop,A,17,S,Tom\n1,shop,B,2,T,Tom\n1,shop,C,5,S,Tom\n", found: ["counted-by-another": 1],
      reported: ["'A' of section 'S' was counted by another counter already, and 17 would be added"]),
    Case(
      name: "counted by two in one file", before: catalog,
      file: counted + "1,shop,A,18,,Mia\n1,shop,A,17,,Tom\n1,shop,B,0,,Mia\n1,shop,B,2,,Tom\n",
      found: ["counted-by-another": 1]),
    Case(
      name: "counted once more by the same", before: catalog + [counted + "1,shop,A,18,S,Mia\n"],
      file: counted + "1,shop,A,17,S,mia\n", found: [:]),
    Case(
      name: "counted once more by the same in capitals",
      before: catalog + [counted + "1,shop,A,18,S,Mia O\u{2019}Brien\n"],
      file: counted + "1,shop,A,17,S,MIA O\u{2019}BRIEN\n", found: [:]),
    Case(
      name: "counted in a section of nearly the same code", before: catalog + [counted + "1,shop,A,18,S,Mia\n"],
      file: counted + "1,shop,A,17,s,Mia\n1,shop,B,2,s,Mia\n", found: ["counted-by-another": 1],
      reported: ["'A' of section 's' was counted in section 'S' already, and 17 would be added"]),
    Case(
      name: "the same counted twice", before: catalog,
      file: counted + "1,shop,A,4,S,Mia\n1,shop,A,4,S,Mia\n1,shop,B,0,S,Mia\n1,shop,B,0,S,Mia\n"
        + "1,shop,C,4,S,Mia\n1,shop,C,4,T,Mia\n", found: ["counted-twice": 1],
      reported: ["'A' of section 'S' is counted 2 times with 4, and would be taken once, not as 8"]),
    Case(
      name: "counted three times without a section", before: catalog,
      file: "count,location,sku,counted_quantity\n1,shop,A,1\n1,shop,A,1\n1,shop,B,2\n1,shop,A,1\n",
      found: ["counted-twice": 1],
      reported: ["'A' is counted 3 times with 1, and would be taken once, not as 3"]),
    Case(
      name: "last year's count", before: catalog + [counted + "1,shop,A,18,S,Mia\n"],
      file: "count,sku,counted_quantity,counted_at\n1,B,3,2025-12-30\n1,C,4,2026-12-28\n", found: ["date-far-off": 1],
      reported: ["lies more than a month before count '1'"]),
  ]
}
