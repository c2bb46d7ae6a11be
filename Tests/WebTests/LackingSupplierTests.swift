import RetailValues
import Serving
import Testing
import WebTesting

@testable import Web

/// A list whose pack sizes and numbers are a supplier's, and that names none.
@Suite struct LackingSupplierTests {
  @Test(arguments: [
    ("Pack size → pack_size, No. → supplier_code", ["Pack size", "No."]),
    ("Size, in pieces → pack_size, No. → supplier_code", ["Size, in pieces", "No."]),
    ("A → B → pack_size", ["A → B"]), ("", []), ("no arrow", []),
  ])
  func theColumnsAreNamed(text: String, columns: [String]) {
    #expect(PlanPages.columns(of: text) == columns)
  }
}

extension ServerTests {
  @Suite struct LackingSupplierPages {
    private static func planned(_ findings: String) -> CommandAnswer {
      CommandAnswer(
        status: 0,
        output: #"""
          [{"outcome": "planned", "errors": 0, "problem_groups": [], "guards": [], "findings": [\#(findings)],
            "counts": []}]
          """#, notes: "")
    }

    @Test func theSuppliersOfTheShopAreChoices() async throws {
      try await ServedTestShop.serve { server in
        let client = try server.signedIn()
        server.shop.answer(inTurn: [
          Self.planned(
            #"{"name": "offer", "value": "Pack size → pack_size", "evidence": "none", "code": "supplier-offer"}"#),
          CommandAnswer(
            status: 0, output: #"[{"supplier": "acme", "supplier_name": "Acme & Co"}]"#, notes: ""),
        ])
        let plan = try client.plan()
        #expect(plan.text.contains("No supplier is named.") && plan.text.contains("<b>Pack size</b>"))
        #expect(plan.text.contains("<option value=\"supplier acme\">Acme &amp; Co</option>"))
        server.shop.answer = Self.planned("")
        let named = try client.follow(
          try client.post(client.place + "/answers", [("answer", "supplier acme")], from: plan))
        #expect(server.shop.words.contains { $0.contains("import") && $0.contains("--supplier=acme") })
        #expect(!named.text.contains("No supplier is named."))
      }
    }
  }
}
