/// The messages that are read, with the order of their segments in two directories: D.96A (EANCOM 1997) for what was made
/// before 1999, D.01B (EANCOM 2002) for what was made later. See `MessageNode` for the notation.
enum MessageTables {
  /// The messages that become records.
  static let supported = ["DESADV", "INVOIC", "INVRPT", "ORDERS", "ORDRSP", "PRICAT", "SLSRPT"]
  /// Messages that answer ours, which are reported but not imported.
  static let answers = ["APERAK", "CONTRL"]

  /// The table for a message of a directory, and whether it is that very directory's.
  static func table(_ type: String, _ directory: Directory) -> (table: StructureTable, isExact: Bool)? {
    guard let pair = tables[type] else { return nil }
    let table = directory.isOld ? pair.d96a : pair.d01b
    return (table, directory.release == (directory.isOld ? "96A" : "01B"))
  }

  private static let tables: [String: (d96a: StructureTable, d01b: StructureTable)] = [
    "ORDERS": (StructureTable(orders(false, false)), StructureTable(orders(true, false))),
    "ORDRSP": (StructureTable(orders(false, true)), StructureTable(orders(true, true))),
    "DESADV": (StructureTable(desadv96A), StructureTable(desadv01B)),
    "INVOIC": (StructureTable(invoic96A), StructureTable(invoic01B)),
    "PRICAT": (StructureTable(pricat96A), StructureTable(pricat01B)),
    "INVRPT": (StructureTable(invrpt96A), StructureTable(invrpt01B)),
    "SLSRPT": (StructureTable(slsrpt96A), StructureTable(slsrpt01B)),
  ]

  // Repeated groups: amounts of an allowance or charge, references and people of a party.
  private static let allowance = "[QTY! RNG]*1 [PCD! RNG]*1 [MOA! RNG]*2 [RTE! RNG]*1 [TAX! MOA]*5"
  private static let terms = "[PAT! DTM*5 PCD MOA]*10"
  private static let people = "[DOC! DTM*5]*5 [CTA! COM*5]*5"

  /// ORDERS and ORDRSP differ by the reasons for a change, which a response has.
  private static func orders(_ isNew: Bool, _ isResponse: Bool) -> String {
    let reason = isResponse ? "[AJT! FTX*5]*1" : ""
    let references = isNew ? "9999" : isResponse ? "999" : "10"
    let marks = isResponse ? "99" : "10"
    let newTerms = isResponse ? terms : "[PAT! DTM*5 PCD [MOA! GIR*9 RJL*99]*9999]*10"
    let head =
      isNew
      ? """
      UNH! BGM! DTM!*35 PAI ALI*5 IMD*999 FTX*99 GIR*10 [RFF! DTM*5]*9999 \(reason)
      [NAD! LOC*99 FII*5 [RFF! DTM*5]*99 \(people)]*99
      [TAX! MOA LOC*9]*5 [CUX! PCD*5 DTM*5]*5 \(newTerms) [TDT! [LOC! DTM*5]*10]*10 [TOD! LOC*2]*5
      [PAC! MEA*5 [PCI! RFF DTM*5 GIN*99]*99]*99 [EQD! HAN*5 MEA*5 FTX*5]*10 [SCC! FTX*5 RFF*5 [QTY! DTM*5]*10]*10
      [APR! DTM*5 RNG]*25 [ALC! ALI*5 DTM*5 \(allowance)]*99 [RCS! RFF*5 DTM*5 FTX*9999]*999
      [DGS! FTX*5 [CTA! COM*5]*99]*999
      """
      : """
      UNH! BGM! DTM!*35 PAI ALI*5 IMD FTX*99 [RFF! DTM*5]*10 \(reason)
      [NAD! LOC*25 FII*5 [RFF! DTM*5]*10 \(people)]*99
      [TAX! MOA LOC*5]*5 [CUX! PCD*5 DTM*5]*5 \(terms) [TDT! [LOC! DTM*5]*10]*10 [TOD! LOC*2]*5
      [PAC! MEA*5 [PCI! RFF DTM*5 GIN*\(marks)]*5]*10 [EQD! HAN*5 MEA*5 FTX*5]*10 [SCC! FTX*5 RFF*5 [QTY! DTM*5]*10]*10
      [APR! DTM*5 RNG]*25 [ALC! ALI*5 DTM*5 \(allowance)]*15 [RCS! RFF*5 DTM*5 FTX*5]*100
      """
    let detail =
      isNew
      ? """
      [LIN! PIA*25 IMD*99 MEA*99 QTY*99 PCD*5 ALI*5 DTM*35 MOA*10 GIS*99 GIN*1000 GIR*1000 QVR DOC*99 PAI MTD*99 FTX*99
        [CCI! CAV*10 MEA*10]*999 [PAT! DTM*5 PCD [MOA! GIR*9]*9999]*10 \(reason) [PRI! CUX APR*99 RNG DTM*5]*25
        [RFF! DTM*5 GIS*99 MOA*99]*9999 [PAC! MEA*5 QTY*5 DTM*5 [RFF! DTM*5]*1 [PCI! RFF DTM*5 GIN*99]*99]*99
        [LOC! QTY PCD DTM*5]*9999 [TAX! MOA LOC*5]*10 [NAD! LOC*5 FII*5 [RFF! DTM*5]*99 \(people)]*999
        [ALC! ALI*5 DTM*5 \(allowance)]*99 [TDT! [LOC! DTM*5]*10]*10 [TOD! LOC*2]*5 [EQD! HAN*5 MEA*5 FTX*5]*10
        [SCC! FTX*5 RFF*5 [QTY! DTM*5]*10]*100 [RCS! RFF*5 DTM*5 FTX*9999]*999 [STG! [QTY! MOA]*3]*10
        [DGS! FTX*5 [CTA! COM*5]*99]*999]*200000
      """
      : """
      [LIN! PIA*25 IMD*99 MEA*5 QTY*10 PCD*5 ALI*5 DTM*35 MOA*10 GIN*1000 GIR*1000 QVR DOC*5 PAI FTX*99
        [CCI! CAV*10 MEA*10]*999 \(terms) \(reason) [PRI! CUX APR RNG DTM*5]*25 [RFF! DTM*5]*\(references)
        [PAC! MEA*5 QTY*5 DTM*5 [RFF! DTM*5]*1 [PCI! RFF DTM*5 GIN*\(marks)]*5]*10
        [LOC! QTY DTM*5]*9999 [TAX! MOA LOC*5]*10 [NAD! LOC*5 [RFF! DTM*5]*5 \(people)]*99
        [ALC! ALI*5 DTM*5 \(allowance)]*99 [TDT! [LOC! DTM*5]*10]*10 [TOD! LOC*2]*5 [EQD! HAN*5 MEA*5 FTX*5]*10
        [SCC! FTX*5 RFF*5 [QTY! DTM*5]*10]*100 [RCS! RFF*5 DTM*5 FTX*5]*100 [STG! [QTY! MOA]*3]*10]*200000
      """
    return "\(head) \(detail) UNS! MOA*\(isNew && !isResponse ? 99 : 12) CNT*10 [ALC! ALI MOA!*2]*10 UNT!"
  }

  private static let desadv96A = """
    UNH! BGM! DTM*10 ALI*5 MEA*5 MOA*5 [RFF! DTM]*10 [NAD! LOC*10 [RFF! DTM]*10 [CTA! COM*5]*10]*10
    [TOD! LOC*5 FTX*5]*10
    [TDT! PCD*6 [LOC! DTM*10]*10]*10 [EQD! MEA*5 SEL*25 EQA*5 [HAN! FTX*10]*10]*10
    [CPS! FTX*5
      [PAC! MEA*10 QTY*10 [HAN! FTX*10]*10 [PCI! RFF DTM*5 GIR*99 [GIN! DLM*10]*99]*1000]*9999
      [LIN! PIA*10 IMD*25 MEA*10 QTY*10 ALI*10 GIN*100 GIR*100 DLM*100 DTM*5 FTX*5 MOA*5
        [RFF! DTM]*10 [DGS! QTY FTX*5]*10 [LOC! NAD DTM QTY*10]*100 [SGP! QTY*10]*1000
        [PCI! DTM*5 MEA*10 QTY [GIN! DLM*100]*10 [HAN! FTX*5 GIN*1000]*10]*9999 [QVR! DTM*5]*10]*9999]*9999
    CNT*5 UNT!
    """

  private static let desadv01B = """
    UNH! BGM! DTM*10 ALI*5 MEA*5 MOA*5 CUX*9 [RFF! DTM]*10 [NAD! LOC*10 [RFF! DTM]*10 [CTA! COM*5]*10]*99
    [TOD! LOC*5 FTX*5]*10
    [TDT! PCD*6 TMD [LOC! DTM*10]*10]*10 [EQD! MEA*5 SEL*25 EQA*5 [HAN! FTX*10]*10]*10
    [CPS! FTX*5 QVR*9
      [PAC! MEA*10 QTY*10 [HAN! FTX*10]*10 [PCI! RFF DTM*5 [GIR! DTM*5]*99 [GIN! DLM*10]*99]*1000
        [COD! MEA*9 QTY*9 PCD*9]*99]*9999
      [LIN! PIA*10 IMD*25 MEA*10 QTY*10 ALI*10 GIN*100 GIR*100 DLM*100 DTM*5 NAD*99 TDT TMD HAN*20 FTX*99 MOA*5
        [RFF! NAD CTA DTM]*99 [DGS! QTY FTX*5]*9999 [LOC! NAD DTM QTY*10]*100 [SGP! QTY*10]*1000
        [PCI! DTM*5 MEA*10 QTY [GIN! DLM*100]*10 [HAN! FTX*5 GIN*1000]*10]*9999 [QVR! DTM*5]*10]*9999]*9999
    CNT*5 UNT!
    """

  private static let invoic96A = """
    UNH! BGM! DTM!*35 PAI ALI*5 IMD FTX*10 [RFF! DTM*5]*99 [NAD! LOC*25 FII*5 [RFF! DTM*5]*9999 \(people)]*99
    [TAX! MOA LOC*5]*5 [CUX! DTM*5]*5 [PAT! DTM*5 PCD MOA PAI FII]*10 [TDT! [LOC! DTM*5]*10 [RFF! DTM*5]*9999]*10
    [TOD! LOC*2]*5 [PAC! MEA*5 [PCI! RFF DTM*5 GIN*5]*5]*1000 [ALC! ALI*5 [RFF! DTM*5]*5 \(allowance)]*9999
    [RCS! RFF*5 DTM*5 FTX*5]*100 [AJT! FTX*5]*1 [INP! FTX*5]*1
    [LIN! PIA*25 IMD*10 MEA*5 QTY*5 PCD ALI*5 DTM*35 GIN*1000 GIR*1000 QVR EQD FTX*5
      [MOA! CUX]*5 \(terms) [PRI! APR RNG DTM*5]*25 [RFF! DTM*5]*10 [PAC! MEA*10 [PCI! RFF DTM*5 GIN*10]*10]*10
      [LOC! QTY*100 DTM*5]*9999 [TAX! MOA LOC*5]*99 [NAD! LOC*5 [RFF! DTM*5]*5 \(people)]*20
      [ALC! ALI*5 DTM*5 \(allowance)]*15 [TDT! [LOC! DTM*5]*10]*10 [TOD! LOC*2]*5 [RCS! RFF*5 DTM*5 FTX*5]*100]*9999999
    UNS! CNT*10 [MOA! [RFF! DTM*5]*1]!*100 [TAX! MOA*2]*10 [ALC! ALI MOA*2]*15 UNT!
    """

  private static let invoic01B = """
    UNH! BGM! DTM!*35 PAI ALI*5 IMD FTX*99 LOC*10 GIS*10 DGS GIR*10
    [RFF! DTM*5 GIR*5 LOC*2 MEA*5 QTY*2 FTX*5 MOA*2 RTE*99]*9999
    [NAD! LOC*25 FII*5 MOA*99 [RFF! DTM*5]*9999 \(people)]*99 [TAX! MOA LOC*5]*5 [CUX! DTM*5]*99
    [PAT! DTM*5 PCD MOA PAI FII]*10 [TDT! TSR [LOC! DTM*5]*10 [RFF! DTM*5]*9999]*10 [TOD! LOC*2]*5 [EQD! SEL*9]*99
    [PAC! MEA*5 EQD [PCI! RFF DTM*5 GIN*5]*5]*1000
    [ALC! ALI*5 FTX [RFF! DTM*5]*5 [QTY! RNG]*1 [PCD! RNG]*1 [MOA! RNG CUX DTM]*2 [RTE! RNG]*1 [TAX! MOA]*5]*9999
    [RCS! RFF*5 DTM*5 FTX*5]*100 [AJT! FTX*5]*1 [INP! FTX*5]*1
    [LIN! PIA*25 PGI*99 IMD*99 MEA*5 QTY*5 PCD ALI*5 DTM*35 GIN*1000 GIR*1000 QVR EQD FTX*99 DGS
      [MOA! CUX]*99 [PAT! DTM*5 PCD*99 MOA]*10 [PRI! CUX APR RNG DTM*5]*25 [RFF! DTM*5]*10
      [PAC! MEA*10 EQD [PCI! RFF DTM*5 GIN*10]*10]*10 [LOC! QTY*100 DTM*5]*9999 [TAX! MOA*2 LOC*5]*99
      [NAD! LOC*5 FII*5 [RFF! DTM*5]*5 \(people)]*99
      [ALC! ALI*5 DTM*5 FTX [QTY! RNG]*1 [PCD! RNG]*1 [MOA! RNG CUX DTM]*2 [RTE! RNG]*1 [TAX! MOA*2]*5]*30
      [TDT! [LOC! DTM*5]*10]*10 [TOD! LOC*2]*5 [RCS! RFF*5 DTM*5 FTX*5]*100
      [GIS! RFF DTM*5 GIR*5 LOC*2 MEA*5 QTY*2 FTX*5 MOA*2]*10]*9999999
    UNS! CNT*10 [MOA! [RFF! DTM*5]*1]!*100 [TAX! MOA*9]*10 [ALC! ALI MOA*2 FTX]*15 UNT!
    """

  private static let pricat96A = """
    UNH! BGM! DTM!*35 ALI*5 FTX*99 [RFF! DTM*5]*99 [NAD! LOC*25 [RFF! DTM*5]*10 [CTA! COM*5]*5]*99 [TAX! MOA]*5
    [CUX! DTM*5]*5
    \(terms) [TDT! LOC*10]*10 [TOD! LOC*2]*5 [ALC! ALI*5 DTM*9 \(allowance)]*10
    [PGI! DTM*15 QTY*10 ALI*5 FTX*5 [CUX! DTM*5]*10 [PRI! CUX APR RNG DTM*5]*100 [TAX! MOA]*10
      [ALC! ALI*5 \(allowance)]*99
      [NAD! LOC*5 [RFF! DTM*5]*10 [CTA! COM*5]*5]*20 \(terms) [TDT! LOC*10]*10 [TOD! LOC*2]*5 [PAC! MEA*10 HAN*5]*10
      [LIN! PIA*10 IMD*999 MEA*10 QTY*10 HAN*5 ALI*5 DTM*10 NAD*99 RFF LOC DOC FTX*5 [CCI! CAV*10 MEA*10]*999
        [TAX! MOA]*10 [CUX! DTM*5]*5 [PRI! CUX APR RNG DTM*5 PCD*5]*100 [ALC! ALI*5 DTM*9 \(allowance)]*99
        [PAC! MEA*10 HAN*5]*10 \(terms) [TDT! LOC*10]*10 [TOD! LOC*2]*5]*999999]*1000
    UNT!
    """

  private static let pricat01B = """
    UNH! BGM! DTM!*35 ALI*5 FTX*99 [RFF! DTM*5]*99 [NAD! LOC*25 [RFF! DTM*5]*10 [CTA! COM*5]*5]*99 [TAX! MOA DTM]*5
    [CUX! DTM*5]*20 \(terms) [TDT! LOC*10]*10 [TOD! LOC*2]*5
    [ALC! ALI*5 DTM*9 [QTY! RNG]*10 [PCD! RNG]*10 [MOA! RNG]*10 [RTE! RNG]*10 [TAX! MOA DTM]*5]*10 [TRU! DTM*9]*9
    [PGI! DTM*15 QTY*10 ALI*5 FTX*5 [CUX! DTM*5]*10 [PRI! CUX APR*99 RNG DTM*5]*100 [TAX! MOA DTM]*10
      [ALC! ALI*5 [QTY! RNG]*1 [PCD! RNG]*1 [MOA! RNG]*2 [RTE! RNG]*1 [TAX! MOA DTM]*5]*99
      [NAD! LOC*5 [RFF! DTM*5]*10 [CTA! COM*5]*5]*20 \(terms) [TDT! LOC*10]*10 [TOD! LOC*2]*5 [PAC! MEA*10 HAN*5]*10
      [EFI! CED*99 COM*9 RFF*9 DTM*9 QTY*9]*99 [TRU! DTM*9]*9
      [LIN! PIA*99 IMD*999 MEA*10 QTY*10 HAN*5 ALI*5 DTM*10 RFF*99 LOC DOC PTY*99 FTX*999 [CCI! CAV*10 MEA*10]*999
        [TAX! MOA DTM]*10 [CUX! DTM*5]*5 [PRI! CUX APR*99 RNG DTM*5 PCD*5 LOC*99]*100
        [ALC! ALI*5 DTM*9 [QTY! RNG]*10 [PCD! RNG]*99 [MOA! RNG]*10 [RTE! RNG]*10 [TAX! MOA DTM]*5]*99
        [PAC! MEA*10 QTY*99 HAN*5]*999 \(terms) [TDT! LOC*10]*10 [TOD! LOC*2]*5 [EFI! CED*99 COM*9 RFF*9 DTM*9 QTY*9]*99
        [NAD! [CTA! COM*99]*99]*99 [TRU! DTM*9]*9 [DGS! QTY*9 FTX*9]*9
        [HYN! PIA*99 QTY*9 FTX*99 [RFF! DTM*9]*999 [CCI! CAV*9 MEA*99]*99
          [NAD! PIA*99 QTY*9 [CCI! CAV*99 MEA*9]*99]*99]*999]*999999]*1000
    UNT!
    """

  private static let invrpt96A = """
    UNH! BGM! FTX*99 DTM!*10 [RFF! DTM]*10 [NAD! LOC*5 [RFF! DTM]*99 [CTA! COM*5]*10]*20 [CUX! DTM]*5
    [CPS! [PAC! PCI*1000 [QTY! GIN*9999 DTM*5]*9999]*999]*9999
    [LIN! PIA*10 IMD*10 NAD MEA*10 ALI*10 LOC*5 DTM*5 FTX*99 [RFF! DTM]*10
      [QTY! INV GIN*9999 LOC*5 DTM*5 STS*9 [NAD! LOC]*5 [PRI! CUX DTM]*5 [RFF! DTM]*10
        [CPS! [PAC! MEA*10 QTY*10 [PCI! RFF DTM*5 GIN*9999]*9999]*9999]*9999]*9999]*9999999
    UNT!
    """

  private static let invrpt01B = """
    UNH! BGM! FTX*99 DTM!*10 [RFF! DTM]*10 [NAD! LOC*5 [RFF! DTM]*99 [CTA! COM*5]*10]*20 [CUX! DTM]*5
    [CPS! [PAC! PCI*1000 [QTY! GIN*9999 DTM*5]*9999]*999]*9999
    [LIN! PIA*10 IMD*10 NAD MEA*10 ALI*10 LOC*5 DTM*5 FTX*99 [RFF! DTM]*10
      [INV! QTY! GIN*9999 LOC*5 DTM*5 STS*9 [NAD! LOC]*5 [PRI! CUX DTM]*5 [RFF! DTM]*10
        [CPS! [PAC! MEA*10 QTY*10 [PCI! RFF DTM*5 GIN*9999 [GIR! DTM*5]*99]*9999]*9999]*9999]*9999]*9999999
    UNT!
    """

  private static let slsrpt96A = """
    UNH! BGM! DTM!*5 [NAD! [CTA! COM*5]*5]!*5 [RFF! DTM*5]*5 [CUX! DTM*5]*5
    [LOC! DTM*5 [RFF! DTM*5]*99
      [LIN! PIA*5 IMD*5 PAC*5 RFF*5 DOC*5 ALI*5 MOA*5 PRI*5 GIN*9999 [QTY! MKS NAD]*999]*200000]!*200000
    UNT!
    """

  private static let slsrpt01B = """
    UNH! BGM! DTM!*5 MKS [RFF! DTM*9]*9 [NAD! [CTA! COM*5]*5 [RFF! DTM*9]*9]!*5 [CUX! DTM*5 STS*5]*5
    [LOC! DTM*5 FTX*5 [RFF! DTM*5]*99
      [LIN! PIA*5 IMD*5 DTM*9 PAC*5 RFF*5 DOC*5 ALI*5 MOA*5 GIN*9999 [PRI! CUX]*999 PAI*9
        [QTY! MKS NAD PRI*9 DTM*9 RFF*9 STS*9]*999]*200000]*200000
    [GIS! [LIN! PIA*99 IMD*9 PAC*9 MOA*9 [LOC! RFF*9 DTM*9 MOA*9 [QTY! PRI*9 DTM*9 RFF*9 STS*9]*99]*9999]*9999]*1
    UNS! MOA*9 UNT!
    """
}

/// A directory of messages: `D` and `96A`.
struct Directory: Hashable, Sendable {
  let version: String
  let release: String

  /// Whether its messages are checked by the tables of D.96A.
  var isOld: Bool {
    guard let year = Int(release.prefix(2)) else { return true }
    return year >= 70 && year < 99
  }
}
