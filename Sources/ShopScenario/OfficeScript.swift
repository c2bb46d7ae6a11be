/// What the office does with the files, month after month, as a shell script of the commands that a user would type.
struct OfficeScript {
  let files: PaperFiles
  private var lines: [String] = []
  /// How many imports, undos and entered counts there were: the number of the last one.
  private var imports = 0

  init(_ files: PaperFiles) { self.files = files }

  /// Writes all files and the script that takes them in.
  static func write(_ files: PaperFiles) throws {
    var script = OfficeScript(files)
    try script.begin()
    for month in 1...files.trade.months {
      try script.takeIn(month)
      try script.count(month)
      if month < files.trade.months {
        let last = Year.firstDay(of: month) + Year.lengths[month - 1] - 1
        script.run("period close --to \(Year.date(ofDay: last))")
      }
    }
    script.say("What came after the year")
    try script.takeIn(files.trade.months + 1)
    script.say("The proof")
    script.run("check")
    try files.write("run.sh", script.lines)
  }

  private mutating func say(_ title: String) { lines += ["", "echo \"== \(title)\""] }

  private mutating func run(_ command: String, as user: String = Crew.manager) {
    lines.append("stockroom \(command) --user \(user)")
  }

  private mutating func take(_ names: [String], _ options: String = "") {
    guard !names.isEmpty else { return }
    imports += names.count
    run("import \(names.map { "\"$files/\($0)\"" }.joined(separator: " "))\(options.isEmpty ? "" : " " + options)")
  }

  /// Papers that came in with a month. From the second one on, some are late: of a month that is closed.
  private mutating func takePapers(_ names: [String], of batch: Int, _ options: String = "") {
    let late = batch > 1 ? "--accept closed-period" : ""
    take(names, [options, late].filter { !$0.isEmpty }.joined(separator: " "))
  }

  private mutating func begin() throws {
    lines = [
      "#!/usr/bin/env bash",
      "# The year of trade, taken in by the commands of Stockroom. Usage: run.sh FOLDER, a new shop; needs stockroom in PATH.",
      "set -euo pipefail", "unset STOCKROOM_SHOP", "files=$(cd \"$(dirname \"$0\")\" && pwd)", "shop=$1",
      "stockroom init \"$shop\" --name \"A year of trade\" --currency EUR --time-zone Europe/Berlin",
      "cp \"$files\"/profiles/*.yml \"$shop/profiles/\"", "cd \"$shop\"",
      "cat >>stockroom.yml <<'END'", "counts:", "  tolerance_units: 1", "  tolerance_percent: 2", "END",
    ]
    try files.writeCatalog()
    say("The goods, and what was there")
    take(
      ["locations", "suppliers", "categories", "products", "variants", "barcodes", "prices", "supplier-items"].map {
        "catalog/\($0).csv"
      })
    take(["catalog/opening-stock.csv"], "--decimal point")
  }

  private mutating func takeIn(_ batch: Int) throws {
    let months = files.trade.months
    if batch <= months {
      let folder = files.folderName(batch)
      say(folder)
      if batch > 1, Goods.costMonths.contains(batch) {
        try files.writeCosts("\(folder)/supplier-lists.csv", month: batch)
        take(["\(folder)/supplier-lists.csv"])
      }
      if batch == Goods.priceMonth {
        try files.writePrices("\(folder)/prices.csv")
        take(["\(folder)/prices.csv"])
      }
      for period in Goods.salePeriods where Year.month(ofDay: period.first) == batch {
        try files.writeSale("\(folder)/sale.csv", period: period)
        take(["\(folder)/sale.csv"])
      }
    }
    for supplier in Goods.suppliers.indices {
      guard let name = try files.writeDeliveries(batch, supplier: supplier) else { continue }
      switch supplier {
      case 0: takePapers([name], of: batch, "--profile alder-deliveries")
      case 1: takePapers([name], of: batch, "--profile birch-deliveries")
      case 2:
        // This one sends a workbook.
        let workbook = name.dropLast(3) + "xlsx"
        lines.append("stockroom convert \"$files/\(name)\" \"$files/\(workbook)\"")
        takePapers([String(workbook)], of: batch)
      default: takePapers([name], of: batch, "--profile damson-deliveries")
      }
    }
    try takeOwn(batch)
  }

  /// The papers of the house: transfers, tills, write-offs. The kiosk's files do not say where they are from.
  private mutating func takeOwn(_ batch: Int) throws {
    let transfers = try files.writeTransfers(batch)
    let till = try files.writeTill(batch, place: Trade.shop)
    var kiosk = try files.writeTill(batch, place: Trade.kiosk)
    let writeOffs = try files.writeWriteOffs(batch)
    if batch == 1, kiosk.count > 1 {
      // A mistake: the kiosk's second week is imported for the shop, noticed, undone and imported correctly.
      take([kiosk[1]], "--location shop --decimal point")
      run("imports undo \(imports)")
      imports += 1
      take([kiosk.remove(at: 1)], "--location kiosk --decimal point")
    }
    let names = [transfers].compactMap { $0 } + till + kiosk + [writeOffs].compactMap { $0 }
    takePapers(names, of: batch, "--location kiosk --decimal point")
  }

  // MARK: Counts

  private mutating func count(_ month: Int) throws {
    for outcome in files.books.outcomes where outcome.evening.month == month {
      let evening = outcome.evening
      let named = outcome.counted.map { " --item \(files.items[$0].sku)" }.joined()
      run(
        "count open --number \(evening.name) --location \(Goods.places[evening.place]) --blind --cut-off "
          + "\(Year.text(evening.cutOff)) --kind \(evening.isFull ? "full" : "partial\(named)")")
      let name = try files.writeCount(outcome)
      imports += 1
      run("count enter \(evening.name) \"$files/\(name)\" --profile count-sheet", as: Crew.counter(of: 0))
      if let recount = try files.writeRecount(outcome) {
        run("count recount \(evening.name) --to \"recount-\(evening.name).csv\"")
        imports += 1
        run("count enter \(evening.name) \"$files/\(recount)\" --profile count-sheet", as: Crew.recounter)
      }
      if !outcome.decided.isEmpty {
        let decisions = outcome.decided.map { " --decide \(files.items[$0.item].sku)=\(Digits.quantity($0.milli))" }
        run("reconcile \(evening.name)\(decisions.joined()) --note \"looked myself\" --uncounted ignore")
      }
      if outcome.needsApproval { run("count close \(evening.name)") }
      run(
        "reconcile \(evening.name)\(outcome.needsApproval ? " --approve --note seen" : "") --post --uncounted ignore")
    }
  }
}
