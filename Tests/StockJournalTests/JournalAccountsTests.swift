import ProblemKit
import RetailValues
import Testing

@testable import StockJournal

@Suite struct JournalAccountsTests {
  @Test(arguments: [
    ("shop", "Shop"), ("back room/2", "Back-room-2"), ("2nd", "2nd"), ("élan", "Élan"), ("-", "None"), ("", "None"),
    ("a;b\"\n", "A-b"), ("ß", "SS"), ("倉庫", "X倉庫"), ("ab--", "Ab"),
  ]) func aCodeBecomesAComponent(code: String, component: String) throws {
    #expect(JournalAccounts.component(code) == component)
    #expect(try JournalAccounts.beancount("Assets:\(component)") == "Assets:\(component)")
  }

  @Test func patternsAreFilled() throws {
    var accounts = JournalAccounts()
    let damage = try #require(Reason.builtIn.first { $0.code == "damage" })
    let sample = try #require(Reason.builtIn.first { $0.code == "sample" })
    #expect(accounts.inventory(location: "shop", category: nil) == "Assets:Inventory")
    #expect(accounts.loss(damage, location: "shop", category: nil) == "Expenses:Shrinkage:Damage")
    accounts.inventory = "Assets:Inventory:{location}:{category}"
    accounts.shrinkage = "Expenses:Loss:{location}:{reason}"
    #expect(accounts.inventory(location: "shop", category: nil) == "Assets:Inventory:Shop:None")
    #expect(accounts.inventory(location: "shop", category: "{reason}") == "Assets:Inventory:Shop:Reason")
    #expect(accounts.loss(damage, location: "shop", category: nil) == "Expenses:Loss:Shop:Damage")
    // A reason that is not a loss keeps its account.
    #expect(accounts.loss(sample, location: "shop", category: nil) == "Expenses:Samples")
    accounts.reasons = ["sample": "Expenses:Marketing", "damage": "Expenses:Broken"]
    #expect(accounts.loss(sample, location: "shop", category: nil) == "Expenses:Marketing")
    #expect(accounts.loss(damage, location: "shop", category: nil) == "Expenses:Broken")
  }

  @Test(arguments: [
    "", "Assets:", ":Assets", "Assets::A", "Assets: A", "Assets:A  B", "Assets:A;B", "Assets:A\nB", "Assets:A\tB",
    "(Assets:A)", "[Assets:A]", "Assets:{place}", "Assets:{location", "Assets:location}", "Assets:A|B",
    "Assets:\u{A0}A",
  ]) func aNameThatNoProgramCanReadIsRefused(name: String) {
    #expect(throws: Problems.self) { try JournalAccounts.validate(name, of: "inventory") }
  }

  @Test func whatIsAlmostAPlaceholderIsNamed() {
    let problem = #expect(throws: Problems.self) {
      try JournalAccounts.validate("Assets:{locaton}", of: "inventory")
    }
    #expect(problem?.remedy == "Did you mean '{location}'?")
  }

  @Test(arguments: [
    ("Assets:Inventory", "Assets:Inventory"), ("Expenses:Short delivery", "Expenses:Short-delivery"),
    ("Assets:Vorräte:2", "Assets:Vorräte:2"), ("Aktiva:Vorräte", nil), ("Assets", nil), ("Assets:inventory", nil),
    ("Assets:In_stock", nil), ("assets:Inventory", nil), ("Assets:-A", nil),
  ]) func beancountTakesFiveRootsAndCapitals(name: String, expected: String?) throws {
    if let expected {
      #expect(try JournalAccounts.beancount(name) == expected)
    } else {
      #expect(throws: Problems.self) { try JournalAccounts.beancount(name) }
    }
  }
}
