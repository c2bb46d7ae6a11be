internal import SupplyDocuments

// The structures follow the transaction sets of versions 004010 and 005010. What was allowed in an older one is allowed
// here, and no more than that is taken for granted. Where two documents of the standard differ, the wider rule applies.

extension Message {
  /// The segments in every loop of a party.
  private static let party = "N1 N2*2 NX2* N3*2 N4* REF*12 PER* SI* FOB TD1*2 TD5*12 TD3*12 TD4*5 PKG* DTM* MTX*"

  static let order = Message(
    "850", "purchase order", header: .orders, line: .orderLines, lineStarts: ["PO1/PO1"], beginning: "BEG",
    supplierRoles: "SU SE VN SF", supplierIsSender: false,
    headerRules: """
      order_number BEG-03
      ordered_on BEG-05
      contract BEG-06
      contract REF-02 01=CT
      currency CUR-02
      expected_on DTM-02 01=002,063,064,038,074,067,106,017,010,018
      location N1/N1-04 01=ST,WH
      buyer N1/N1-04 01=BY,BT
      contact PER-02 01=BD,OC,IC,CN
      note N9/MSG-01
      """,
    lineRules: """
      line PO1/PO1-01
      order_quantity PO1/PO1-02
      """,
    counted: ["PO1/PO1"], hashed: [("PO1/PO1", 2)],
    structure: """
      BEG! CUR REF* PER*3 TAX* FOB* CTP* PAM*10 CSH*25 TC2* [SAC CUR]*25 ITD* DIS*20 INC DTM*10 LDT*12 LIN*5 SI* PID*200 MEA*40 \
      PWK*25 PKG*200 TD1*2 TD5*12 TD3*12 TD4*5 MAN*10 PCT* CTB*5 TXI* [LDT QTY MNC MSG*] \
      [AMT REF DTM PCT [FA1 FA2*]*]*10 [N9 DTM* MSG*1000]*1000 [\(party)]*200 [LM LQ*] \
      [SPI REF*5 DTM*5 MSG*50 [N1 N2*2 N3*2 N4 REF*20 G61 MSG*50]*20 [CB1 REF*20 DTM*5 LDT MSG*]] [ADV DTM MTX*] \
      [PO1 LIN* SI* CUR CN1 PO3*25 [CTP CUR]* PAM*10 MEA*40 [PID MEA*10]*1000 PWK*25 PO4* REF* PER*3 \
      [SAC CUR DTM CTP TXI*]*25 IT8*25 CSH* ITD*2 DIS*20 INC TAX* FOB* SDQ*500 IT3*5 DTM*10 TC2* TD1 TD5*12 TD3*12 TD4*5 PCT* \
      MAN*10 MSG* SPI* TXI* CTB* [QTY SI]* [SCH TD1*2 TD5*12 TD3*12 TD4*5 REF*]*200 [PKG MEA*]*200 LS \
      [LDT QTY*5 MNC MSG REF*3 [LM LQ*]] LE [N9 DTM* MEA*40 MSG*1000]*1000 \
      [\(party) LDT QTY* MSG* SCH*]*200 \
      [SLN MSG* SI* PID*1000 PO3*104 TC2* ADV DTM*10 CTP*25 PAM*10 PO4 TAX*3 [N9 DTM* MSG*]* [SAC CUR DTM CTP]*25 [QTY SI*] \
      [\(party)]*10]*1000 [AMT REF PCT*] [LM LQ*]]!*100000 \
      [CTT AMT] AMT
      """)

  static let response = Message(
    "855", "purchase order acknowledgement", header: .orderResponses, line: .orderResponseLines,
    lineStarts: ["PO1/PO1"], beginning: "BAK", supplierRoles: "SE SU VN SF II",
    headerRules: """
      order_number BAK-03
      responded_on BAK-09
      responded_on BAK-04
      response_number BAK-08
      response_number BAK-06
      currency CUR-02
      contact PER-02
      note REF-03 01=ZZ
      """,
    lineRules: """
      line PO1/PO1-01
      title PO1/PID/PID-05 01=F,X
      promised_on PO1/ACK/ACK-05
      promised_on PO1/SCH/SCH-06
      promised_on PO1/DTM-02 01=069,017,002,067,010,018
      """,
    counted: ["PO1/PO1"], hashed: [("PO1/PO1", 2), ("PO1/ACK/ACK", 2)],
    structure: """
      BAK! CUR REF* PER*3 TAX* FOB* CTP* PAM*10 CSH*25 [SAC CUR]*25 ITD* DIS*20 INC DTM*10 LDT*12 LIN*5 SI* PID*200 MEA*40 PWK*25 \
      PKG*200 TD1*2 TD5*12 TD3*12 TD4*5 MAN*10 TXI* CTB*5 [LDT QTY MSG*] [N9 DTM* MSG*1000]*1000 [\(party)]*200 [ADV DTM MTX*] \
      [PO1 LIN* SI* CUR CN1 PO3*25 [CTP CUR]* PAM*10 MEA*40 [PID MEA*10]*1000 PWK*25 [PKG MEA*]*200 PO4* REF* PER*3 \
      [SAC CUR CTP]*25 IT8*25 CSH ITD*2 DIS*20 INC TAX* FOB* SDQ*500 DTM*10 TXI* TD1 TD5*12 TD3*12 TD4*5 MAN*10 MSG* \
      [ACK DTM]*104 SI* CTB* [SCH TD1*2 TD5*12 TD3*12 TD4*5 REF*]*200 LS [LDT QTY*5 MSG REF*3 [LM LQ*]] LE \
      [N9 DTM* MEA*40 MSG*1000]*1000 [\(party)]*200 \
      [SLN MSG* SI* PID*1000 PO3*104 TC2* ADV DTM*10 CTP*25 PAM*10 PO4 [ACK DTM]*104 [N9 DTM* MSG*]* [SAC CUR DTM CTP]*25 \
      [\(party)]*10]*1000 [AMT REF] [LM LQ*]]*100000 \
      [CTT AMT] AMT
      """)

  static let despatch = Message(
    "856", "ship notice", header: .despatchAdvices, line: .despatchLines, lineStarts: ["HL/HL"], beginning: "BSN",
    supplierRoles: "SU SE VN SF SH",
    headerRules: """
      despatch_number BSN-02
      despatched_on HL/DTM-02 01=011,370
      despatched_on DTM-02 01=011,370
      despatched_on BSN-03
      expected_on HL/DTM-02 01=017,002,067,371,372
      expected_on DTM-02 01=017,002,067,371,372
      order_number HL/PRF-01
      location HL/N1/N1-04 01=ST,WH
      carrier HL/TD5-05
      carrier HL/TD5-03
      tracking_number HL/REF-02 01=2I,CN,BM
      packages HL/TD1-02
      """,
    lineRules: """
      title HL/PID-05 01=F,X
      order_line HL/LIN-01
      order_number HL/PRF-01
      lot HL/REF-02 01=LT,BT
      expires_on HL/DTM-02 01=036,208
      sscc HL/MAN-02 01=GM,SM
      """,
    counted: ["HL/HL", "HL/LIN", "HL/SN1"], hashed: [("HL/SN1", 2)],
    structure: """
      BSN! DTM*10 [TBA]* \
      [HL LIN SN1 SLN*1000 PRF PO4 PID*200 MEA*40 PWK*25 PKG*25 TD1*20 TD5*12 TD3*12 TD4*5 TSD REF* PER*3 [LHR LH*]* \
      [CLD REF*200 DTM]*200 MAN* DTM*10 FOB PAL [\(party)]*200 SDQ*50 ETD ITD CUR [SAC CUR]* GF YNQ*10 [LM LQ*]* [V1 R4* DTM*]* \
      CTP* PO3* AMT* TXI* CSH* QTY*]!*200000 \
      CTT
      """)

  static let invoice = Message(
    "810", "invoice", header: .invoices, line: .invoiceLines, lineStarts: ["IT1/IT1"], beginning: "BIG",
    supplierRoles: "SU SE VN II RE",
    headerRules: """
      invoice_number BIG-02
      invoiced_on BIG-01
      due_on ITD-06
      order_number BIG-04
      order_number REF-02 01=PO
      currency CUR-02
      corrects REF-02 01=IV,OI
      despatch_number REF-02 01=PK,SI
      note NTE-02
      """,
    lineRules: """
      line IT1/IT1-01
      invoiced_quantity IT1/IT1-02
      title IT1/PID/PID-05 01=F,X
      order_number IT1/REF-02 01=PO
      order_line IT1/REF-02 01=PL
      tax_rate IT1/TXI-03
      despatch_number IT1/REF-02 01=PK,SI
      note IT1/NTE-02
      """,
    counted: ["IT1/IT1"], hashed: [("IT1/IT1", 2)],
    structure: """
      BIG! NTE*100 CUR REF*12 YNQ*10 PER*3 [\(party)]*200 ITD* DTM*10 FOB PID*200 MEA*40 PWK*25 PKG*25 L7 BAL* INC PAM* \
      [LM LQ*]*10 [N9 MSG*10] [V1 R4* DTM*]* [FA1 FA2*]* TXI*10 [SAC TXI*10]*25 [SLN]* \
      [IT1 CRC QTY*5 CUR IT3*5 TXI*10 CTP*25 PAM*10 MEA*40 [PID MEA*10]*1000 PWK*25 PKG*25 PO4* ITD*2 REF* YNQ*10 PER*5 \
      SDQ*500 DTM*10 CAD* L7* SR [SAC TXI*10]*25 NTE* MSG* \
      [SLN DTM REF* PID*1000 [SAC TXI*10]*25 TC2*2 TXI*10]*1000 [\(party)]*200 [LM LQ*]*10 [V1 R4* DTM*]* [FA1 FA2*]*]*200000 \
      TDS! TXI*10 CAD AMT* [SAC TXI*10]*25 [ISS PID*]* [AMT] CTT
      """)

  static let catalogue = Message(
    "832", "price catalogue", header: nil, line: nil, lineStarts: ["LIN/LIN"], beginning: "BCT",
    supplierRoles: "SU SE VN DS MF 98 FR", headerRules: "", lineRules: "", counted: ["LIN/LIN"], hashed: [],
    structure: """
      BCT! CUR REF* PER*3 DTM*10 [LDT QTY*5 MSG*]* TAX*3 FOB CTP* PAM*10 CTB*25 SAC*25 ITD*2 PID*200 MEA*40 PWK*25 PKG*25 TD5*5 \
      TD4*2 [LS LDT LE] [N9 MSG*1000]* [\(party)]* [LM LQ*]* \
      [LIN G53 DTM*10 REF* PER*3 YNQ* CTB*25 PID*200 MEA*40 PWK*25 PKG* PO4* FOB TD5*5 TD4*5 SAC*25 TC2*2 LDT*12 CUR ITD* SLN* PKL* \
      [PO4 MEA*]* [G53]* [SDP]* \
      [CTP DTM*10 CUR PKL* SAC*25 TD5*5 TD4* TAX* PAM* FOB REF* CTB* PO4*]* [N9 MSG*1000]* [\(party) CTB* CTP*]* [SAC]* [LM LQ*]* [LDT QTY*]* \
      [SLN PID*1000 [CTP DTM*]* PO4*]*]!* \
      CTT
      """)

  static let inventory = Message(
    "846", "inventory advice", header: nil, line: nil, lineStarts: ["LIN/LIN"], beginning: "BIA",
    supplierRoles: "SU SE VN",
    headerRules: "", lineRules: "", counted: ["LIN/LIN"], hashed: [],
    structure: """
      BIA! CUR DTM*10 REF*12 PER*3 MEA*40 FOB SAC* [LM LQ*]* [\(party)]*5 \
      [LIN PID*200 MEA*25 PKG*25 DTM*10 CTP*25 CUR SAC* TD4* REF* PER*3 SDQ*500 MAN* UIT*12 CS* DD* G53 PCT* LDT PO4* \
      [LM LQ*]* [SLN PID*10]* \
      [QTY UIT LDT CTP* MEA*10 DTM*10 [LS LDT LE] [LM LQ*]* [SCH DTM REF*]*25 SDQ*]*99 [\(party) [QTY UIT LDT MEA* DTM* CTP*]*]*10]!*10000 \
      CTT
      """)

  static let activity = Message(
    "852", "product activity data", header: nil, line: nil, lineStarts: ["LIN/LIN", "N1/LIN/LIN"], beginning: "XQ",
    supplierRoles: "SU SE VN", headerRules: "", lineRules: "", counted: ["LIN/LIN|N1/LIN/LIN"], hashed: [],
    structure: """
      XQ! XPO* N9* PER* AMT* [N1 N2*2 N3*2 N4 REF*12 PER* FOB [LIN CTP* PID* PO4* MEA* AMT* REF* DTM* UIT* SDQ*500 \
      [ZA CTP* PID* AMT* SDQ*500 REF* QTY*]* [N9 MSG*]*]*]* [LM LQ*]* \
      [LIN CTP* PID* PO4* MEA* AMT* REF* DTM* UIT* SDQ*500 [ZA CTP* PID* AMT* SDQ*500 REF* QTY*]* [N9 MSG*]* \
      [N1 N2 N3 N4 REF [ZA SDQ*]*]*]* \
      CTT
      """)
}
