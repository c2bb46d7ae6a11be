/// The messages that are read, with the order of their segments in two directories: D.96A (EANCOM 1997) for what was made
/// before 1999, D.01B (EANCOM 2002) for what was made later. See ``StructureTable`` for the notation.
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
  private static let allowance = "(1 QTY! RNG) (1 PCD! RNG) (2 MOA! RNG) (1 RTE! RNG) (5 TAX! MOA)"
  private static let terms = "(10 PAT! DTM5 PCD MOA)"
  private static let people = "(5 DOC! DTM5) (5 CTA! COM5)"

  /// ORDERS and ORDRSP differ by the reasons for a change, which a response has.
  private static func orders(_ isNew: Bool, _ isResponse: Bool) -> String {
    let reason = isResponse ? "(1 AJT! FTX5)" : ""
    let references = isNew ? "9999" : isResponse ? "999" : "10"
    let marks = isResponse ? "99" : "10"
    let newTerms = isResponse ? terms : "(10 PAT! DTM5 PCD (9999 MOA! GIR9 RJL99))"
    let head =
      isNew
      ? """
      UNH! BGM! DTM!35 PAI ALI5 IMD999 FTX99 GIR10 (9999 RFF! DTM5) \(reason)
      (99 NAD! LOC99 FII5 (99 RFF! DTM5) \(people))
      (5 TAX! MOA LOC9) (5 CUX! PCD5 DTM5) \(newTerms) (10 TDT! (10 LOC! DTM5)) (5 TOD! LOC2)
      (99 PAC! MEA5 (99 PCI! RFF DTM5 GIN99)) (10 EQD! HAN5 MEA5 FTX5) (10 SCC! FTX5 RFF5 (10 QTY! DTM5))
      (25 APR! DTM5 RNG) (99 ALC! ALI5 DTM5 \(allowance)) (999 RCS! RFF5 DTM5 FTX9999)
      (999 DGS! FTX5 (99 CTA! COM5))
      """
      : """
      UNH! BGM! DTM!35 PAI ALI5 IMD FTX99 (10 RFF! DTM5) \(reason)
      (99 NAD! LOC25 FII5 (10 RFF! DTM5) \(people))
      (5 TAX! MOA LOC5) (5 CUX! PCD5 DTM5) \(terms) (10 TDT! (10 LOC! DTM5)) (5 TOD! LOC2)
      (10 PAC! MEA5 (5 PCI! RFF DTM5 GIN\(marks))) (10 EQD! HAN5 MEA5 FTX5) (10 SCC! FTX5 RFF5 (10 QTY! DTM5))
      (25 APR! DTM5 RNG) (15 ALC! ALI5 DTM5 \(allowance)) (100 RCS! RFF5 DTM5 FTX5)
      """
    let detail =
      isNew
      ? """
      (200000 LIN! PIA25 IMD99 MEA99 QTY99 PCD5 ALI5 DTM35 MOA10 GIS99 GIN1000 GIR1000 QVR DOC99 PAI MTD99 FTX99
        (999 CCI! CAV10 MEA10) (10 PAT! DTM5 PCD (9999 MOA! GIR9)) \(reason) (25 PRI! CUX APR99 RNG DTM5)
        (9999 RFF! DTM5 GIS99 MOA99) (99 PAC! MEA5 QTY5 DTM5 (1 RFF! DTM5) (99 PCI! RFF DTM5 GIN99))
        (9999 LOC! QTY PCD DTM5) (10 TAX! MOA LOC5) (999 NAD! LOC5 FII5 (99 RFF! DTM5) \(people))
        (99 ALC! ALI5 DTM5 \(allowance)) (10 TDT! (10 LOC! DTM5)) (5 TOD! LOC2) (10 EQD! HAN5 MEA5 FTX5)
        (100 SCC! FTX5 RFF5 (10 QTY! DTM5)) (999 RCS! RFF5 DTM5 FTX9999) (10 STG! (3 QTY! MOA))
        (999 DGS! FTX5 (99 CTA! COM5)))
      """
      : """
      (200000 LIN! PIA25 IMD99 MEA5 QTY10 PCD5 ALI5 DTM35 MOA10 GIN1000 GIR1000 QVR DOC5 PAI FTX99
        (999 CCI! CAV10 MEA10) \(terms) \(reason) (25 PRI! CUX APR RNG DTM5) (\(references) RFF! DTM5)
        (10 PAC! MEA5 QTY5 DTM5 (1 RFF! DTM5) (5 PCI! RFF DTM5 GIN\(marks)))
        (9999 LOC! QTY DTM5) (10 TAX! MOA LOC5) (99 NAD! LOC5 (5 RFF! DTM5) \(people))
        (99 ALC! ALI5 DTM5 \(allowance)) (10 TDT! (10 LOC! DTM5)) (5 TOD! LOC2) (10 EQD! HAN5 MEA5 FTX5)
        (100 SCC! FTX5 RFF5 (10 QTY! DTM5)) (100 RCS! RFF5 DTM5 FTX5) (10 STG! (3 QTY! MOA)))
      """
    return "\(head) \(detail) UNS! MOA\(isNew && !isResponse ? 99 : 12) CNT10 (10 ALC! ALI MOA!2) UNT!"
  }

  private static let desadv96A = """
    UNH! BGM! DTM10 ALI5 MEA5 MOA5 (10 RFF! DTM) (10 NAD! LOC10 (10 RFF! DTM) (10 CTA! COM5)) (10 TOD! LOC5 FTX5)
    (10 TDT! PCD6 (10 LOC! DTM10)) (10 EQD! MEA5 SEL25 EQA5 (10 HAN! FTX10))
    (9999 CPS! FTX5
      (9999 PAC! MEA10 QTY10 (10 HAN! FTX10) (1000 PCI! RFF DTM5 GIR99 (99 GIN! DLM10)))
      (9999 LIN! PIA10 IMD25 MEA10 QTY10 ALI10 GIN100 GIR100 DLM100 DTM5 FTX5 MOA5
        (10 RFF! DTM) (10 DGS! QTY FTX5) (100 LOC! NAD DTM QTY10) (1000 SGP! QTY10)
        (9999 PCI! DTM5 MEA10 QTY (10 GIN! DLM100) (10 HAN! FTX5 GIN1000)) (10 QVR! DTM5)))
    CNT5 UNT!
    """

  private static let desadv01B = """
    UNH! BGM! DTM10 ALI5 MEA5 MOA5 CUX9 (10 RFF! DTM) (99 NAD! LOC10 (10 RFF! DTM) (10 CTA! COM5)) (10 TOD! LOC5 FTX5)
    (10 TDT! PCD6 TMD (10 LOC! DTM10)) (10 EQD! MEA5 SEL25 EQA5 (10 HAN! FTX10))
    (9999 CPS! FTX5 QVR9
      (9999 PAC! MEA10 QTY10 (10 HAN! FTX10) (1000 PCI! RFF DTM5 (99 GIR! DTM5) (99 GIN! DLM10)) (99 COD! MEA9 QTY9 PCD9))
      (9999 LIN! PIA10 IMD25 MEA10 QTY10 ALI10 GIN100 GIR100 DLM100 DTM5 NAD99 TDT TMD HAN20 FTX99 MOA5
        (99 RFF! NAD CTA DTM) (9999 DGS! QTY FTX5) (100 LOC! NAD DTM QTY10) (1000 SGP! QTY10)
        (9999 PCI! DTM5 MEA10 QTY (10 GIN! DLM100) (10 HAN! FTX5 GIN1000)) (10 QVR! DTM5)))
    CNT5 UNT!
    """

  private static let invoic96A = """
    UNH! BGM! DTM!35 PAI ALI5 IMD FTX10 (99 RFF! DTM5) (99 NAD! LOC25 FII5 (9999 RFF! DTM5) \(people))
    (5 TAX! MOA LOC5) (5 CUX! DTM5) (10 PAT! DTM5 PCD MOA PAI FII) (10 TDT! (10 LOC! DTM5) (9999 RFF! DTM5))
    (5 TOD! LOC2) (1000 PAC! MEA5 (5 PCI! RFF DTM5 GIN5)) (9999 ALC! ALI5 (5 RFF! DTM5) \(allowance))
    (100 RCS! RFF5 DTM5 FTX5) (1 AJT! FTX5) (1 INP! FTX5)
    (9999999 LIN! PIA25 IMD10 MEA5 QTY5 PCD ALI5 DTM35 GIN1000 GIR1000 QVR EQD FTX5
      (5 MOA! CUX) \(terms) (25 PRI! APR RNG DTM5) (10 RFF! DTM5) (10 PAC! MEA10 (10 PCI! RFF DTM5 GIN10))
      (9999 LOC! QTY100 DTM5) (99 TAX! MOA LOC5) (20 NAD! LOC5 (5 RFF! DTM5) \(people))
      (15 ALC! ALI5 DTM5 \(allowance)) (10 TDT! (10 LOC! DTM5)) (5 TOD! LOC2) (100 RCS! RFF5 DTM5 FTX5))
    UNS! CNT10 (!100 MOA! (1 RFF! DTM5)) (10 TAX! MOA2) (15 ALC! ALI MOA2) UNT!
    """

  private static let invoic01B = """
    UNH! BGM! DTM!35 PAI ALI5 IMD FTX99 LOC10 GIS10 DGS GIR10 (9999 RFF! DTM5 GIR5 LOC2 MEA5 QTY2 FTX5 MOA2 RTE99)
    (99 NAD! LOC25 FII5 MOA99 (9999 RFF! DTM5) \(people)) (5 TAX! MOA LOC5) (99 CUX! DTM5)
    (10 PAT! DTM5 PCD MOA PAI FII) (10 TDT! TSR (10 LOC! DTM5) (9999 RFF! DTM5)) (5 TOD! LOC2) (99 EQD! SEL9)
    (1000 PAC! MEA5 EQD (5 PCI! RFF DTM5 GIN5))
    (9999 ALC! ALI5 FTX (5 RFF! DTM5) (1 QTY! RNG) (1 PCD! RNG) (2 MOA! RNG CUX DTM) (1 RTE! RNG) (5 TAX! MOA))
    (100 RCS! RFF5 DTM5 FTX5) (1 AJT! FTX5) (1 INP! FTX5)
    (9999999 LIN! PIA25 PGI99 IMD99 MEA5 QTY5 PCD ALI5 DTM35 GIN1000 GIR1000 QVR EQD FTX99 DGS
      (99 MOA! CUX) (10 PAT! DTM5 PCD99 MOA) (25 PRI! CUX APR RNG DTM5) (10 RFF! DTM5)
      (10 PAC! MEA10 EQD (10 PCI! RFF DTM5 GIN10)) (9999 LOC! QTY100 DTM5) (99 TAX! MOA2 LOC5)
      (99 NAD! LOC5 FII5 (5 RFF! DTM5) \(people))
      (30 ALC! ALI5 DTM5 FTX (1 QTY! RNG) (1 PCD! RNG) (2 MOA! RNG CUX DTM) (1 RTE! RNG) (5 TAX! MOA2))
      (10 TDT! (10 LOC! DTM5)) (5 TOD! LOC2) (100 RCS! RFF5 DTM5 FTX5)
      (10 GIS! RFF DTM5 GIR5 LOC2 MEA5 QTY2 FTX5 MOA2))
    UNS! CNT10 (!100 MOA! (1 RFF! DTM5)) (10 TAX! MOA9) (15 ALC! ALI MOA2 FTX) UNT!
    """

  private static let pricat96A = """
    UNH! BGM! DTM!35 ALI5 FTX99 (99 RFF! DTM5) (99 NAD! LOC25 (10 RFF! DTM5) (5 CTA! COM5)) (5 TAX! MOA) (5 CUX! DTM5)
    \(terms) (10 TDT! LOC10) (5 TOD! LOC2) (10 ALC! ALI5 DTM9 \(allowance))
    (1000 PGI! DTM15 QTY10 ALI5 FTX5 (10 CUX! DTM5) (100 PRI! CUX APR RNG DTM5) (10 TAX! MOA) (99 ALC! ALI5 \(allowance))
      (20 NAD! LOC5 (10 RFF! DTM5) (5 CTA! COM5)) \(terms) (10 TDT! LOC10) (5 TOD! LOC2) (10 PAC! MEA10 HAN5)
      (999999 LIN! PIA10 IMD999 MEA10 QTY10 HAN5 ALI5 DTM10 NAD99 RFF LOC DOC FTX5 (999 CCI! CAV10 MEA10)
        (10 TAX! MOA) (5 CUX! DTM5) (100 PRI! CUX APR RNG DTM5 PCD5) (99 ALC! ALI5 DTM9 \(allowance))
        (10 PAC! MEA10 HAN5) \(terms) (10 TDT! LOC10) (5 TOD! LOC2)))
    UNT!
    """

  private static let pricat01B = """
    UNH! BGM! DTM!35 ALI5 FTX99 (99 RFF! DTM5) (99 NAD! LOC25 (10 RFF! DTM5) (5 CTA! COM5)) (5 TAX! MOA DTM)
    (20 CUX! DTM5) \(terms) (10 TDT! LOC10) (5 TOD! LOC2)
    (10 ALC! ALI5 DTM9 (10 QTY! RNG) (10 PCD! RNG) (10 MOA! RNG) (10 RTE! RNG) (5 TAX! MOA DTM)) (9 TRU! DTM9)
    (1000 PGI! DTM15 QTY10 ALI5 FTX5 (10 CUX! DTM5) (100 PRI! CUX APR99 RNG DTM5) (10 TAX! MOA DTM)
      (99 ALC! ALI5 (1 QTY! RNG) (1 PCD! RNG) (2 MOA! RNG) (1 RTE! RNG) (5 TAX! MOA DTM))
      (20 NAD! LOC5 (10 RFF! DTM5) (5 CTA! COM5)) \(terms) (10 TDT! LOC10) (5 TOD! LOC2) (10 PAC! MEA10 HAN5)
      (99 EFI! CED99 COM9 RFF9 DTM9 QTY9) (9 TRU! DTM9)
      (999999 LIN! PIA99 IMD999 MEA10 QTY10 HAN5 ALI5 DTM10 RFF99 LOC DOC PTY99 FTX999 (999 CCI! CAV10 MEA10)
        (10 TAX! MOA DTM) (5 CUX! DTM5) (100 PRI! CUX APR99 RNG DTM5 PCD5 LOC99)
        (99 ALC! ALI5 DTM9 (10 QTY! RNG) (99 PCD! RNG) (10 MOA! RNG) (10 RTE! RNG) (5 TAX! MOA DTM))
        (999 PAC! MEA10 QTY99 HAN5) \(terms) (10 TDT! LOC10) (5 TOD! LOC2) (99 EFI! CED99 COM9 RFF9 DTM9 QTY9)
        (99 NAD! (99 CTA! COM99)) (9 TRU! DTM9) (9 DGS! QTY9 FTX9)
        (999 HYN! PIA99 QTY9 FTX99 (999 RFF! DTM9) (99 CCI! CAV9 MEA99) (99 NAD! PIA99 QTY9 (99 CCI! CAV99 MEA9)))))
    UNT!
    """

  private static let invrpt96A = """
    UNH! BGM! FTX99 DTM!10 (10 RFF! DTM) (20 NAD! LOC5 (99 RFF! DTM) (10 CTA! COM5)) (5 CUX! DTM)
    (9999 CPS! (999 PAC! PCI1000 (9999 QTY! GIN9999 DTM5)))
    (9999999 LIN! PIA10 IMD10 NAD MEA10 ALI10 LOC5 DTM5 FTX99 (10 RFF! DTM)
      (9999 QTY! INV GIN9999 LOC5 DTM5 STS9 (5 NAD! LOC) (5 PRI! CUX DTM) (10 RFF! DTM)
        (9999 CPS! (9999 PAC! MEA10 QTY10 (9999 PCI! RFF DTM5 GIN9999)))))
    UNT!
    """

  private static let invrpt01B = """
    UNH! BGM! FTX99 DTM!10 (10 RFF! DTM) (20 NAD! LOC5 (99 RFF! DTM) (10 CTA! COM5)) (5 CUX! DTM)
    (9999 CPS! (999 PAC! PCI1000 (9999 QTY! GIN9999 DTM5)))
    (9999999 LIN! PIA10 IMD10 NAD MEA10 ALI10 LOC5 DTM5 FTX99 (10 RFF! DTM)
      (9999 INV! QTY! GIN9999 LOC5 DTM5 STS9 (5 NAD! LOC) (5 PRI! CUX DTM) (10 RFF! DTM)
        (9999 CPS! (9999 PAC! MEA10 QTY10 (9999 PCI! RFF DTM5 GIN9999 (99 GIR! DTM5))))))
    UNT!
    """

  private static let slsrpt96A = """
    UNH! BGM! DTM!5 (!5 NAD! (5 CTA! COM5)) (5 RFF! DTM5) (5 CUX! DTM5)
    (!200000 LOC! DTM5 (99 RFF! DTM5)
      (200000 LIN! PIA5 IMD5 PAC5 RFF5 DOC5 ALI5 MOA5 PRI5 GIN9999 (999 QTY! MKS NAD)))
    UNT!
    """

  private static let slsrpt01B = """
    UNH! BGM! DTM!5 MKS (9 RFF! DTM9) (!5 NAD! (5 CTA! COM5) (9 RFF! DTM9)) (5 CUX! DTM5 STS5)
    (200000 LOC! DTM5 FTX5 (99 RFF! DTM5)
      (200000 LIN! PIA5 IMD5 DTM9 PAC5 RFF5 DOC5 ALI5 MOA5 GIN9999 (999 PRI! CUX) PAI9
        (999 QTY! MKS NAD PRI9 DTM9 RFF9 STS9)))
    (1 GIS! (9999 LIN! PIA99 IMD9 PAC9 MOA9 (9999 LOC! RFF9 DTM9 MOA9 (99 QTY! PRI9 DTM9 RFF9 STS9))))
    UNS! MOA9 UNT!
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
