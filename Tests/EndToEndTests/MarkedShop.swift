import Foundation

/// A shop in which all confidential values contain a mark.
struct MarkedShop {
  let shop: TestShopFolder

  /// Texts that a customer or a counter must not see: costs, supplier, stock, counts, notes, people.
  static let marks = ["77777", "77,777", "SECRET", "4242", "4,242", "4241", "4,241", "329923", "329,923"]

  private static let made: Result<KeptFolder, any Error> = Result { try KeptFolder { try make($0) } }

  /// A copy of the shop, and of the files that it was made from, in the folder of a test.
  init(_ folder: TestFolder) throws {
    try Self.made.get().copy(to: folder)
    shop = TestShopFolder(folder: folder, path: folder.path + "/shop")
  }

  private static func make(_ folder: TestFolder) throws {
    let shop = try folder.shop()
    let files: [(name: String, text: String, options: [String])] = [
      ("foods", "food,title\n1,Tea\n", []),
      (
        "durations", "food,storage_place,minimum,maximum,duration_unit\n1,pantry,6,12,months\n",
        ["--kind", "storage_durations"]
      ),
      ("locations", "location\nfront\n", []),
      ("suppliers", "supplier,supplier_name,email\nSECRETS,SECRET Ltd,SECRET@example.org\n", []),
      ("aliases", "alias,supplier\nSECRET-9,SECRETS\n", ["--kind", "supplier_aliases"]),
      ("places", "alias,location\nFRONT-9,front\n", ["--kind", "location_aliases"]),
      ("categories", "category,category_name\nmugs,Mugs\n", []), ("brands", "brand\nBrandy\n", []),
      ("colours", "colour,colour_family\nblack,black\n", []),
      (
        "products",
        "product_code,title,category,brand,attributes\nP1,Mug,mugs,Brandy,\"{\"\"from\"\":\"\"SECRET\"\"}\"\n", []
      ),
      (
        "variants",
        "sku,product_code,colour,standard_cost,attributes\nMUG-1,P1,black,77777.77,\"{\"\"a\"\":\"\"SECRET\"\"}\"\n",
        []
      ),
      ("barcodes", "barcode,sku\n4006381333931,MUG-1\n", []),
      ("prices", "sku,price\nMUG-1,99999.00\n", ["--accept", "price-below-cost"]),
      (
        "items", "supplier,sku,supplier_code,unit_cost,pack_size\nSECRETS,MUG-1,SECRET-CODE,77777.77,1\n",
        ["--kind", "supplier_items"]
      ),
      ("levels", "sku,location,reorder_point\nMUG-1,front,329923\n", ["--kind", "reorder_levels"]),
      ("lots", "sku,lot,expires_on\nMUG-1,L1,2030-01-01\n", []),
      ("product-colours", "product_code,colour\nP1,black\n", ["--kind", "product_colours"]),
      ("pictures", "product_code,position,picture_width,file\nP1,1,270,mug.jpg\n", ["--kind", "pictures"]),
      ("sections", "location,section,section_title\nfront,1,Window\n", ["--kind", "sections"]),
      ("section-products", "location,section,product_code\nfront,1,P1\n", ["--kind", "section_products"]),
      ("events", "event,starts_at,ends_at\nSPRING,2020-03-01,2020-03-02\n", ["--kind", "sales_events"]),
      ("rates", "event,rate_group,category,mark_off\nSPRING,mugs,mugs,10\n", ["--kind", "sales_event_rates"]),
      ("counters", "subject_kind,subject,counter,stated\nproduct,P1,likes,329923\n", ["--kind", "counters"]),
      (
        "users", "user,display_name,email,address\nu1,Una,SECRET@example.org,SECRET Street\n",
        ["--kind", "users"]
      ),
      ("favourites", "user,product_code,added_at\nSECRET-USER,P1,2026-01-01\n", ["--kind", "favourites"]),
      ("follows", "user,followed_kind,followed\nSECRET-USER,search,SECRET search\n", ["--kind", "follows"]),
      ("lists", "list,list_title,user\nSECRET-LIST,SECRET title,SECRET-USER\n", ["--kind", "shared_lists"]),
      ("entries", "list,item,title\nSECRET-LIST,1,SECRET thing\n", ["--kind", "list_items"]),
      ("item-reports", "user,product_code,report_reason\nSECRET-USER,P1,SECRET reason\n", ["--kind", "item_reports"]),
      ("listings", "listing,user,title\nB1,u1,A book\n", ["--kind", "listings"]),
      ("posts", "user,post,message\nu1,1,hello\n", ["--kind", "posts"]),
      (
        "sources",
        "source_class,source_object,source_owner,source_kind,source_record,source_text\n"
          + "Favorite,SECRET-ID,SECRET-USER,favourites,SECRET-USER P1,\"{\"\"a\"\":\"\"SECRET\"\"}\"\n",
        ["--kind", "source_objects"]
      ),
      ("orders", "supplier,order_number,location\nSECRETS,SECRET-ORDER,front\n", []),
      (
        "order-lines",
        "supplier,order_number,line,sku,order_quantity,unit_cost\nSECRETS,SECRET-ORDER,1,MUG-1,4242,77777.77\n",
        ["--kind", "order_lines"]
      ),
      (
        "open-order",
        "supplier,order_number,location,line,sku,order_quantity,unit_cost\nSECRETS,SECRET-OPEN,front,1,MUG-1,4242,77777.77\n",
        ["--kind", "order_lines"]
      ),
      (
        "short-response",
        "supplier,order_number,response_number,line,sku,confirmed_quantity\nSECRETS,SECRET-OPEN,R2,1,MUG-1,4241\n",
        ["--kind", "order_response_lines"]
      ),
      (
        "responses", "supplier,order_number,response_number,note\nSECRETS,SECRET-ORDER,R1,SECRET note\n",
        ["--kind", "order_responses"]
      ),
      (
        "response-lines",
        "supplier,order_number,response_number,line,sku,confirmed_quantity,unit_cost\nSECRETS,SECRET-ORDER,R1,1,MUG-1,4242,77777.77\n",
        ["--kind", "order_response_lines"]
      ),
      ("advices", "supplier,despatch_number,location\nSECRETS,SECRET-DN,front\n", ["--kind", "despatch_advices"]),
      (
        "despatched", "supplier,despatch_number,line,sku,despatched_quantity\nSECRETS,SECRET-DN,1,MUG-1,4242\n",
        ["--kind", "despatch_lines"]
      ),
      ("invoices", "supplier,invoice_number,total_amount\nSECRETS,SECRET-INVOICE,329923\n", ["--kind", "invoices"]),
      (
        "invoiced",
        "supplier,invoice_number,line,sku,invoiced_quantity,unit_cost\nSECRETS,SECRET-INVOICE,1,MUG-1,4242,77777.77\n",
        ["--kind", "invoice_lines"]
      ),
      (
        "receipts",
        """
        document,line,sku,location,supplier,order_number,quantity,unit_cost,effective_at,note
        SECRET-DN,1,MUG-1,front,SECRETS,SECRET-ORDER,4242,77777.77,2026-01-02T10:00,SECRET note

        """, ["--kind", "receipts"]
      ),
      (
        "sales",
        "document,line,sku,location,quantity,unit_price,effective_at\nS1,1,MUG-1,front,4242,9,2026-01-03T10:00\n",
        ["--kind", "sales"]
      ),
      (
        "moves",
        """
        document,line,sku,location,movement_kind,quantity,unit_cost,reason,effective_at,note
        M1,1,MUG-1,front,adjustment,4242,77777.77,sample,2026-01-04T10:00,SECRET note

        """, ["--kind", "movements"]
      ),
    ]
    for file in files {
      let path = try folder.write(file.name + ".csv", file.text)
      try shop.must(["import", path, "--user", "SECRET-MARY"] + file.options)
    }
    try shop.must(["count", "open", "--location", "front", "--number", "1"])
    let counted = try folder.write("counted.csv", "sku,counted_quantity,counter,note\nMUG-1,4241,SECRET-CARL,SECRET\n")
    try shop.must(["count", "enter", "1", counted, "--at", "2026-01-05T10:00"])
    try shop.must(["reconcile", "1", "--post", "--user", "SECRET-MARY"])
    try shop.must(["count", "open", "--location", "front", "--number", "2"])
    let unknown = try folder.write("unknown.csv", "sku,counted_quantity,counter\nMUG-1,4241,SECRET-CARL\nWHAT,4241,x\n")
    try shop.must(["count", "enter", "2", unknown, "--section", "A"])
    let again = try folder.write("again.csv", "sku,counted_quantity\nMUG-1,7\n")
    try shop.must(["count", "enter", "2", again, "--section", "B", "--counter", "dora"])
    try folder.write("one.txt", "4006381333931\n")
    // A report that every role may read.
    let report = shop.path + "/reports/price-list"
    try FileManager.default.createDirectory(atPath: report, withIntermediateDirectories: true)
    for (name, text) in [
      (
        "report.yml",
        """
        title: Price list
        summary: What we sell.
        queries:
          goods:
            file: goods.sql
            rows: streamed
            columns:
              sku: text
              title: text
              price: money
        csv:
          query: goods

        """
      ),
      (
        "goods.sql",
        "SELECT v.sku, v.title, p.price_minor AS price FROM report_variants v JOIN report_prices p ON p.variant_id = v.variant_id"
      ),
    ] { try Data(text.utf8).write(to: URL(fileURLWithPath: report + "/" + name)) }
  }
}
