internal import Foundation

// Generates the year of trade of a fictional shop: its files, the script that imports them, and the expected results.

func fail(_ message: String) -> Never {
  FileHandle.standardError.write(Data("shop-scenario: \(message)\n".utf8))
  exit(2)
}

let usage = "usage: shop-scenario SAMPLE-FOLDER TARGET-FOLDER [--seed N] [--items N] [--months N] [--lines N]"
var names: [String] = []
var numbers = ["seed": 2025, "items": 240, "months": 12, "lines": 22]
var words = Array(CommandLine.arguments.dropFirst())
while !words.isEmpty {
  let word = words.removeFirst()
  guard word.hasPrefix("--") else {
    names.append(word)
    continue
  }
  let option = String(word.dropFirst(2))
  guard numbers[option] != nil, let number = words.first.flatMap({ Int($0) }), number > 0 else { fail(usage) }
  words.removeFirst()
  numbers[option] = number
}
guard names.count == 2, let months = numbers["months"], (2...12).contains(months), months % 2 == 0,
  let count = numbers["items"], (20...2000).contains(count), let lines = numbers["lines"], (1...1000).contains(lines)
else { fail(usage + "; months is even, 2 to 12") }

do {
  let measured = try Measured.read(names[0] + "/measured.json")
  var dice = Dice(seed: UInt64(numbers["seed"] ?? 0))
  let perDay = [lines, lines / 3]
  let goods = Goods(count: count, linesPerWeek: perDay.reduce(0, +) * 6, measured: measured, dice: &dice)
  var trade = Trade(goods: goods, measured: measured, months: months, linesPerDay: perDay, dice: dice)
  trade.run()
  var books = Books(goods: goods)
  books.keep(trade)
  let files = PaperFiles(folder: names[1], trade: trade, books: books)
  try OfficeScript.write(files)
  let statement = Statement(trade, books)
  try files.write(
    "expected.csv",
    ["table,key,measure,value"] + statement.rows.map { files.row([$0.table, $0.key, $0.measure, $0.value]) })
  try files.write(
    "inventions.csv",
    ["cause,sku,location,at,quantity"]
      + trade.inventions.map {
        files.row([
          $0.cause, goods.items[$0.item].sku, Goods.places[$0.place], Year.text($0.time), Digits.quantity($0.loss),
        ])
      })
  for profile in try FileManager.default.contentsOfDirectory(atPath: names[0] + "/profiles").sorted() {
    let text = try String(contentsOfFile: names[0] + "/profiles/" + profile, encoding: .utf8)
    try files.write("profiles/" + profile, text: text)
  }
  print(
    "Wrote a year of \(count) items to \(names[1]): \(trade.bookings.count) lines on paper, "
      + "\(trade.inventions.count) things that nobody wrote down, \(books.outcomes.count) counts.")
} catch {
  fail("\(error)")
}
