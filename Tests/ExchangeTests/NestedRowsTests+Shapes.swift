extension NestedRowsTests {
  /// Three lines of two orders.
  private static let twoOrders = """
      order number,date,supplier,sku,quantity,cost
      PO-1,2026-11-02,ACME,A1,5,2.50
      PO-1,2026-11-02,ACME,A2,3,1.25
      PO-2,2026-11-03,ACME,A1,7,2.50
    """

  /// A receipt of two items.
  private static let oneReceipt = """
      receipt,sold_at,sku,quantity,price
      R1,2026-11-02T10:00:00,A1,1,5
      R1,2026-11-02T10:00:00,A2,2,3
    """

  /// Receipts of two places.
  private static let receiptsOfPlaces = """
      location,receipt,sold_at,sku,quantity,price
      main,R1,2026-11-02T10:00:00,A1,1,5
      main,R1,2026-11-02T10:00:00,A2,1,3
      main,R2,2026-11-02T11:00:00,A1,2,5
      store,R3,2026-11-02T12:00:00,A1,1,5
    """

  /// Each with what a person would make of it.
  static let shapes: [Shape] = [
    Shape(
      "orders.json", kind: "order_lines",
      #"""
        {"orders":[{"number":"PO-1","date":"2026-11-02","supplier":"ACME","lines":[{"sku":"A1","quantity":5,
        "cost":2.5},{"sku":"A2","quantity":3,"cost":1.25}]},{"number":"PO-2","date":"2026-11-03","supplier":"ACME",
        "lines":[{"sku":"A1","quantity":7,"cost":2.5}]}]}
      """#,
      twoOrders),
    Shape(
      "o.json", kind: "receipts",
      #"""
        [{"order_number":"PO-1","date":"2026-11-02","supplier":"ACME","lines":[{"sku":"A1","quantity":5,"cost":2.5},
        {"sku":"A2","quantity":3,"cost":1.25}]}]
      """#,
      """
        order_number,date,supplier,sku,quantity,cost
        PO-1,2026-11-02,ACME,A1,5,2.5
        PO-1,2026-11-02,ACME,A2,3,1.25
      """),
    Shape(
      "sales.jsonl",
      #"""
        {"receipt":"R1","sold_at":"2026-11-02T10:00:00","items":[{"sku":"A1","quantity":1,"price":5},{"sku":"A2","quantity":2,"price":3}]}
        {"receipt":"R2","sold_at":"2026-11-02T11:00:00","items":[{"sku":"A1","quantity":1,"price":5}]}
      """#,
      """
        receipt,sold_at,sku,quantity,price
        R1,2026-11-02T10:00:00,A1,1,5
        R1,2026-11-02T10:00:00,A2,2,3
        R2,2026-11-02T11:00:00,A1,1,5
      """),
    Shape(
      "s.json",
      #"""
        [{"receipt":"R1","sold_at":"2026-11-02T10:00:00","items":[{"sku":"A1","quantity":1,"price":5}]},
        {"receipt":"R2","sold_at":"2026-11-02T11:00:00","items":[{"sku":"A1","quantity":1,"price":5},{"sku":"A2",
        "quantity":2,"price":3}]}]
      """#,
      """
        receipt,sold_at,sku,quantity,price
        R1,2026-11-02T10:00:00,A1,1,5
        R2,2026-11-02T11:00:00,A1,1,5
        R2,2026-11-02T11:00:00,A2,2,3
      """),
    Shape(
      "s2.json",
      #"""
        {"sales":[{"items":[{"sku":"A1","quantity":1,"price":5},{"sku":"A2","quantity":2,"price":3}],"receipt":"R1",
        "sold_at":"2026-11-02T10:00:00"}]}
      """#,
      oneReceipt),
    Shape(
      "p.json",
      #"""
        {"products":[{"name":"Shirt","brand":"B","variants":[{"sku":"S-1","size":"S","price":10,
        "barcode":"5901234123457"},{"sku":"S-2","size":"M","price":10}]},{"name":"Cap","brand":"B",
        "variants":[{"sku":"C-1","price":5}]}]}
      """#,
      """
        name,brand,sku,size,price,barcode
        Shirt,B,S-1,S,10,5901234123457
        Shirt,B,S-2,M,10,
        Cap,B,C-1,,5,
      """),
    Shape(
      "p2.json",
      #"""
        [{"id":11,"title":"Shirt","vendor":"B","product_type":"Tops","variants":[{"id":101,"sku":"S-1","option":"S",
        "price":"10.00","barcode":"5901234123457"},{"id":102,"sku":"S-2","option":"M","price":"10.00",
        "barcode":null}]}]
      """#,
      """
        product id,title,vendor,product type,id,sku,option,price,barcode
        11,Shirt,B,Tops,101,S-1,S,10.00,5901234123457
        11,Shirt,B,Tops,102,S-2,M,10.00,
      """),
    Shape(
      "p3.json",
      #"""
        {"products":[{"name":"Shirt","category":"Tops","variants":[{"sku":"S-1","name":"Small","price":10},
        {"sku":"S-2","name":"Medium","price":11}]}]}
      """#,
      """
        product name,category,sku,variant title,price
        Shirt,Tops,S-1,Small,10
        Shirt,Tops,S-2,Medium,11
      """),
    Shape(
      "o.xml", kind: "order_lines",
      #"""
        <orders><order number="PO-1" date="2026-11-02"><supplier>ACME</supplier><line><sku>A1</sku>
        <quantity>5</quantity><cost>2.50</cost></line><line><sku>A2</sku><quantity>3</quantity><cost>1.25</cost>
        </line></order><order number="PO-2" date="2026-11-03"><supplier>ACME</supplier><line><sku>A1</sku>
        <quantity>7</quantity><cost>2.50</cost></line></order></orders>
      """#,
      twoOrders),
    Shape(
      "o2.xml", kind: "receipts",
      #"""
        <orders><order><number>PO-1</number><supplier>ACME</supplier><date>2026-11-02</date><lines>
        <line sku="A1" quantity="5" cost="2.50"/><line sku="A2" quantity="3" cost="1.25"/></lines></order><order>
        <number>PO-2</number><supplier>ACME</supplier><date>2026-11-03</date><lines>
        <line sku="A1" quantity="7" cost="2.50"/></lines></order></orders>
      """#,
      twoOrders),
    Shape(
      "s.xml",
      #"""
        <sales><sale receipt="R1" sold_at="2026-11-02T10:00:00"><item sku="A1" quantity="1" price="5.00"/>
        <item sku="A2" quantity="2" price="3.00"/></sale><sale receipt="R2" sold_at="2026-11-02T11:00:00">
        <item sku="A1" quantity="1" price="5.00"/></sale></sales>
      """#,
      """
        receipt,sold_at,sku,quantity,price
        R1,2026-11-02T10:00:00,A1,1,5.00
        R1,2026-11-02T10:00:00,A2,2,3.00
        R2,2026-11-02T11:00:00,A1,1,5.00
      """),
    Shape(
      "p.xml",
      #"""
        <catalog><product><name>Shirt</name><brand>B</brand><variant><sku>S-1</sku><size>S</size><price>10.00</price>
        </variant><variant><sku>S-2</sku><size>M</size><price>10.00</price></variant></product><product>
        <name>Cap</name><brand>B</brand><variant><sku>C-1</sku><price>5.00</price></variant></product></catalog>
      """#,
      """
        name,brand,sku,size,price
        Shirt,B,S-1,S,10.00
        Shirt,B,S-2,M,10.00
        Cap,B,C-1,,5.00
      """),
    Shape(
      "st.json", kind: "stock_levels",
      #"""
        [{"location":"main","stock":[{"sku":"A1","qty":5},{"sku":"A2","qty":3}]},{"location":"store",
        "stock":[{"sku":"A1","qty":2}]}]
      """#,
      """
        location,sku,stock
        main,A1,5
        main,A2,3
        store,A1,2
      """),
    Shape(
      "st2.json",
      #"""
        {"locations":[{"location":"main","items":[{"sku":"A1","on_hand":5},{"sku":"A2","on_hand":3}]},
        {"location":"store","items":[{"sku":"A1","on_hand":2}]}]}
      """#,
      """
        location,sku,on hand
        main,A1,5
        main,A2,3
        store,A1,2
      """),
    Shape(
      "pl.json",
      #"""
        {"price_lists":[{"supplier":"ACME","currency":"EUR","items":[{"sku":"A1","supplier_code":"X1","cost":2.5},
        {"sku":"A2","supplier_code":"X2","cost":1.25}]},{"supplier":"BOLT","currency":"EUR","items":[{"sku":"A1",
        "supplier_code":"Y1","cost":2.4}]}]}
      """#,
      """
        supplier,currency,sku,supplier code,cost
        ACME,EUR,A1,X1,2.5
        ACME,EUR,A2,X2,1.25
        BOLT,EUR,A1,Y1,2.4
      """),
    Shape(
      "c.json", kind: "count_lines",
      #"""
        {"counts":[{"count":"C1","location":"main","lines":[{"sku":"A1","counted_quantity":5},{"sku":"A2",
        "counted_quantity":3}]}]}
      """#,
      """
        count,location,sku,counted_quantity
        C1,main,A1,5
        C1,main,A2,3
      """),
    Shape(
      "c2.json", kind: "count_lines",
      #"""
        [{"count":"C1","location":"main","lines":[{"barcode":"4006381333931","counted":5}]},{"count":"C2",
        "location":"store","lines":[{"barcode":"4006381333931","counted":1},{"barcode":"96385074","counted":2}]}]
      """#,
      """
        count,location,barcode,counted
        C1,main,4006381333931,5
        C2,store,4006381333931,1
        C2,store,96385074,2
      """),
    Shape(
      "t.json", kind: "movements", constants: ["movement_kind": "transfer"],
      #"""
        {"transfers":[{"number":"T1","date":"2026-11-02","from":"main","to":"store","lines":[{"sku":"A1",
        "quantity":2},{"sku":"A2","quantity":1}]},{"number":"T2","date":"2026-11-03","from":"main","to":"store",
        "lines":[{"sku":"A1","quantity":1}]}]}
      """#,
      """
        transfer number,date,from,to,sku,quantity
        T1,2026-11-02,main,store,A1,2
        T1,2026-11-02,main,store,A2,1
        T2,2026-11-03,main,store,A1,1
      """),
    Shape(
      "d.json",
      #"""
        {"deliveries":[{"delivery_note":"D1","date":"2026-11-02","supplier":"ACME","items":[{"sku":"A1","received":5,
        "cost":2.5},{"sku":"A2","received":2,"cost":1.25}]}]}
      """#,
      """
        delivery note,date,supplier,sku,received,cost
        D1,2026-11-02,ACME,A1,5,2.5
        D1,2026-11-02,ACME,A2,2,1.25
      """),
    Shape(
      "i.json", kind: "invoice_lines",
      #"""
        {"invoices":[{"invoice_number":"I1","date":"2026-11-02","supplier":"ACME","lines":[{"sku":"A1","quantity":5,
        "unit_cost":2.5},{"sku":"A2","quantity":2,"unit_cost":1.25}]}]}
      """#,
      """
        invoice number,date,supplier,sku,quantity,unit cost
        I1,2026-11-02,ACME,A1,5,2.5
        I1,2026-11-02,ACME,A2,2,1.25
      """),
    Shape(
      "tl.json",
      #"""
        {"stores":[{"location":"main","sales":[{"receipt":"R1","sold_at":"2026-11-02T10:00:00","items":[{"sku":"A1",
        "quantity":1,"price":5},{"sku":"A2","quantity":1,"price":3}]},{"receipt":"R2","sold_at":"2026-11-02T11:00:00",
        "items":[{"sku":"A1","quantity":2,"price":5}]}]},{"location":"store","sales":[{"receipt":"R3",
        "sold_at":"2026-11-02T12:00:00","items":[{"sku":"A1","quantity":1,"price":5}]}]}]}
      """#,
      receiptsOfPlaces),
    Shape(
      "tl.xml",
      #"""
        <export><store location="main"><sale receipt="R1" sold_at="2026-11-02T10:00:00">
        <item sku="A1" quantity="1" price="5"/><item sku="A2" quantity="1" price="3"/></sale>
        <sale receipt="R2" sold_at="2026-11-02T11:00:00"><item sku="A1" quantity="2" price="5"/></sale></store>
        <store location="store"><sale receipt="R3" sold_at="2026-11-02T12:00:00">
        <item sku="A1" quantity="1" price="5"/></sale></store></export>
      """#,
      receiptsOfPlaces),
    Shape(
      "k.json", kind: "sales", columns: ["_key": "document"],
      #"""
        {"R1":{"sold_at":"2026-11-02T10:00:00","items":[{"sku":"A1","quantity":1,"price":5}]},
        "R2":{"sold_at":"2026-11-02T11:00:00","items":[{"sku":"A2","quantity":2,"price":3}]}}
      """#,
      """
        receipt,sold_at,sku,quantity,price
        R1,2026-11-02T10:00:00,A1,1,5
        R2,2026-11-02T11:00:00,A2,2,3
      """),
    Shape(
      "b.json", kind: "order_lines",
      #"""
        {"bestellungen":[{"bestellnummer":"B1","datum":"2026-11-02","lieferant":"ACME",
        "positionen":[{"artikelnummer":"A1","menge":5,"ek":2.5},{"artikelnummer":"A2","menge":2,"ek":1.25}]}]}
      """#,
      """
        bestellnummer,datum,lieferant,artikelnummer,menge,ek
        B1,2026-11-02,ACME,A1,5,2.5
        B1,2026-11-02,ACME,A2,2,1.25
      """),
    Shape(
      "ht.json",
      #"""
        [{"receipt":"R1","sold_at":"2026-11-02T10:00:00","total":11,"items":[{"sku":"A1","quantity":1,"price":5,
        "total":5},{"sku":"A2","quantity":2,"price":3,"total":6}]}]
      """#,
      """
        receipt,sold_at,sku,quantity,price,total
        R1,2026-11-02T10:00:00,A1,1,5,5
        R1,2026-11-02T10:00:00,A2,2,3,6
      """),
    Shape(
      "pay.json",
      #"""
        [{"receipt":"R1","sold_at":"2026-11-02T10:00:00","items":[{"sku":"A1","quantity":1,"price":5},{"sku":"A2",
        "quantity":2,"price":3}],"payments":[{"method":"cash","amount":11}]}]
      """#,
      oneReceipt),
    Shape(
      "im.json",
      #"""
        {"products":[{"name":"Shirt","brand":"B","images":[{"src":"a.jpg"}],"variants":[{"sku":"S-1","size":"S",
        "price":10},{"sku":"S-2","size":"M","price":10}]}]}
      """#,
      """
        name,brand,sku,size,price
        Shirt,B,S-1,S,10
        Shirt,B,S-2,M,10
      """),
    Shape(
      "co.jsonl", kind: "sales", columns: ["id": "document"],
      #"""
        {"id":"R1","created":"2026-11-02T10:00:00","customer":{"id":"C7","name":"Ann"},"items":[{"sku":"A1","quantity":1,"unit_price":5}]}
        {"id":"R2","created":"2026-11-02T11:00:00","customer":{"id":"C8","name":"Bob"},"items":[{"sku":"A2","quantity":1,"unit_price":3}]}
      """#,
      """
        receipt,created,sku,quantity,unit_price
        R1,2026-11-02T10:00:00,A1,1,5
        R2,2026-11-02T11:00:00,A2,1,3
      """),
  ]
}
