/// Every workbook of the collection: the records of each table, or the code of the error that refuses it.
enum SpreadsheetCorpusTable {
  static let expected: [String: String] = Dictionary(
    uniqueKeysWithValues: lines.split(separator: "\n").map { line in
      let parts = line.split(separator: "|").map { $0.trimming(while: \.isWhitespace) }
      return (parts[0], parts[1])
    })

  private static let lines = #"""
    calamine/column_row_ranges.xlsx | Column ranges 5; Row ranges 3
    calamine/date.ods | Sheet1 4
    calamine/date.xls | xlsx-other-kind
    calamine/date.xlsb | xlsx-other-kind
    calamine/date.xlsx | Sheet1 3
    calamine/date_1904.xlsb | xlsx-other-kind
    calamine/date_1904.xlsx | Sheet1 3
    calamine/date_iso.xlsx | Sheet 5
    calamine/date_quoted_format.xlsx | Sheet1 4
    calamine/empty_s_attribute.xlsx | Sheet1 4
    calamine/empty_shared_string.xlsx | Sheet1 0
    calamine/empty_sheet.xlsx | source-empty
    calamine/encoded_entities.xlsx | Sheet1 0
    calamine/errors.xlsx | Feuil1 7
    calamine/formula.issue.xlsx | Sheet1 3
    calamine/has_x000D_.xlsx | Sheet1 0
    calamine/has_x000D_inline.xlsx | Sheet1 0
    calamine/header-row.xlsx | Sheet1 1
    calamine/hyperlinks.xlsx | Links 7; Sheet2 0
    calamine/inlineStr_cdata.xlsx | Sheet1 1
    calamine/inlineStr_with_value.xlsx | Requirements 1
    calamine/inventory-table.xlsx | Sheet1 4
    calamine/issue438.xlsx | Sheet1 4
    calamine/issue644.xlsx | Sheet1 10
    calamine/issue_174.xlsx | Sheet1 1
    calamine/issue_261.xlsx | Some Sheet 51
    calamine/issue_391.xlsx | Sheet1 7
    calamine/issue_530.xlsx | 出勤分类组织汇总表 1
    calamine/issue_553.xlsx | Sheet1 18
    calamine/issue_565_multi_axis_shared.xlsx | Sheet1 4
    calamine/issues.ods | datatypes 6; Sheet1 1; issue2 3; issue5 1; issue6 4; spc_chrs 7
    calamine/issues.xlsb | xlsx-other-kind
    calamine/merge_cells.xls | xlsx-other-kind
    calamine/merge_cells.xlsx | Sheet1 0
    calamine/merged_range.xlsx | Sheet1 2; Sheet2 2
    calamine/nonstandard-xml-ns-prefix.xlsx | Sheet1 2
    calamine/pass_protected.xlsx | xlsx-protected
    calamine/readings.xlsx | Sheet1 3
    calamine/richtext-after-plain.xlsx | Sheet1 1
    calamine/shared_formula_bench.xlsx | Sheet1 100
    calamine/shared_formula_simple.xlsx | Sheet1 3
    calamine/string-ref.xlsx | Sheet1 1; Sheet2 1
    calamine/temperature-in-middle.xlsx | Sheet1 2
    calamine/temperature.xlsx | Sheet1 2
    calamine/vba.xlsm | source-empty
    calamine/whitespace_trim.xlsx | inlineStr 2; SharedStrings 2
    csvkit/dummy.xls | xlsx-other-kind
    csvkit/dummy.xlsx | Sheet1 1
    csvkit/sheets.xlsx | data 5; ʤ 1
    csvkit/test_skip_lines.xls | xlsx-other-kind
    csvkit/test_skip_lines.xlsx | Sheet1 5
    frictionless/cast-int-to-string-issue-1251.xlsx | Feuille1 2
    frictionless/issue-320.xlsx | IPC 46
    frictionless/merged-cells.xlsx | Лист1 0
    frictionless/multiline-headers.xlsx | Лист1 1
    frictionless/number-format-multicode.xlsx | Sheet1 3
    frictionless/preserve-formatting-percentage.xlsx | Sheet1 3
    frictionless/sheet2.xlsx | Sheet2 2
    frictionless/sheets.xlsx | Sheet1 1; Sheet2 1; Sheet3 1
    frictionless/skip-rows.xlsx | Sheet 1 2
    frictionless/table-infer-boolean.xlsx | Sheet1 2
    frictionless/table.xlsx | Лист1 2; Sheet 2 2
    openboxes/binLocations.xls | xlsx-other-kind
    openboxes/inventory.xls | xlsx-other-kind
    openboxes/locations.xls | xlsx-other-kind
    pyexcel-xls/complex-merged-cells-sheet.xls | xlsx-other-kind
    pyexcel-xls/file_with_an_empty_sheet.xls | xlsx-other-kind
    pyexcel-xls/hidden.xls | xlsx-other-kind
    pyexcel-xls/merged-cell-sheet.xls | xlsx-other-kind
    pyexcel-xls/pyexcel_issue_151.xlsx | Лист1 1
    pyexcel-xls/test-date-format.xls | xlsx-other-kind
    readxl/inst/extdata/clippy.xlsx | list-column 4; two-row-header 2
    readxl/tests/testthat/sheets/Ekaterinburg_IP_9.xlsx | СПАРК - Список 2192
    readxl/tests/testthat/sheets/big-texty-numbers-xlsx.xlsx | Sheet1 6
    readxl/tests/testthat/sheets/blanks.xlsx | different_rows 2; same_row_first 1; same_row_middle 2
    readxl/tests/testthat/sheets/color-date-lowercase-xlsx.xlsx | Sheet1 8
    readxl/tests/testthat/sheets/color-date-xlsx.xlsx | Sheet1 8
    readxl/tests/testthat/sheets/dates-1900-LibreOffice.xlsx | Sheet1 1
    readxl/tests/testthat/sheets/dates-1900.xls | xlsx-other-kind
    readxl/tests/testthat/sheets/dates-1904.xls | xlsx-other-kind
    readxl/tests/testthat/sheets/dates-leap-year-1900-xlsx.xlsx | for_testing 7; for_human_eyes 10
    readxl/tests/testthat/sheets/datetime-rounding.xlsx | Sheet1 4
    readxl/tests/testthat/sheets/embedded-chartsheet.xlsx | iris 150; mtcars 32; chickwts 71; quakes 1000
    readxl/tests/testthat/sheets/empty-sheets.xlsx | header_only 0
    readxl/tests/testthat/sheets/geometry.xlsx | Sheet1 3; warning_B6 3; warning_AT6 3; warning_AKE6 3
    readxl/tests/testthat/sheets/inlineStr2.xlsx | Requirements 1
    readxl/tests/testthat/sheets/iris-excel-xlsx.xlsx | iris 150
    readxl/tests/testthat/sheets/missing-v-node-xlsx.xlsx | Sheet1 1
    readxl/tests/testthat/sheets/missing-values-xlsx.xlsx | Sheet1 3
    readxl/tests/testthat/sheets/names-need-repair-xlsx.xlsx | Sheet1 2
    readxl/tests/testthat/sheets/new_line_errors.xlsx | Blad1 2
    readxl/tests/testthat/sheets/no-yes-col-names.xlsx | no-col-names 0; yes-col-names 1; empty-col-names 0
    readxl/tests/testthat/sheets/numbers-as-na-and-shared-strings-xlsx.xlsx | Sheet1 1
    readxl/tests/testthat/sheets/sheet-xml-lookup.xlsx | Africa 5; Americas 5; Asia 5; Europe 5; Oceania 5
    readxl/tests/testthat/sheets/skipping.xlsx | two_blank_rows 2; occupied_row_and_blank_row 2; two_occupied_rows 2
    readxl/tests/testthat/sheets/style-only-cells.xlsx | Data 3
    readxl/tests/testthat/sheets/types.xlsx | guess_me 4; guess_max 3; smorgasbord 19; logical_coercion 17; date_coercion 6; numeric_coercion 6; text_coercion 8
    readxl/tests/testthat/sheets/unnamed-duplicated-columns.xlsx | Sheet1 2
    readxl/tests/testthat/sheets/utf8-sheet-names.xlsx | µ 1; ∂ 1
    sheetjs/AutoFilter.xlsx | No Filter 21; Just Filter 21; One Cond 21; Two Cond 21; Top10 21; Bot10 21; Average 21; NE 21; GT 21; AND Bounding 21; OR Range 21
    sheetjs/LONumbers-2011.xlsx | Sheet1 38
    sheetjs/LONumbers.xlsx | Sheet1 38
    sheetjs/author_snowman.xlsx | source-empty
    sheetjs/cell_style_simple.xlsx | Sheet1 10
    sheetjs/column_width.xlsx | Sheet1 2
    sheetjs/comments_stress_test.xlsx | Sheet2 4; Sheet1 24; Sheet3 2; Sheet4 37
    sheetjs/defined_names_simple.xlsx | Sheet1 2
    sheetjs/formula_stress_test.xlsx | Database 41; Date 23; Engineering 17; Finance 2; Information 16; Logical 10; Lookup 0; Math 70; Statistical 140; Text 40
    sheetjs/formulae_test_simple.xlsx | Sheet1 6
    sheetjs/freeze.xlsx | B2 0; B3 0
    sheetjs/hyperlink_no_rels.xlsx | LeadSheet_Ext_COGS 1
    sheetjs/hyperlink_stress_test_2011.xlsx | Sheet1 6
    sheetjs/internal_link.xlsx | Sheet1 7; Sheet2 2
    sheetjs/issue.xlsx | test 43
    sheetjs/large_strings.xlsx | Large Strings 9998; Simple 25; longwordslist 17618
    sheetjs/merge_cells.xlsx | Merge 2
    sheetjs/mixed_sheets.xlsx | survey 1; choices 2; settings 1
    sheetjs/number_format_entities.xlsx | Sheet1 2
    sheetjs/outline.xlsx | Sheet1 26
    sheetjs/phonetic_text.xlsx | Sheet1 1
    sheetjs/pivot_table_named_range.xlsx | PTWithLabelFilter 14; FizzBuzzTable 20; PTTable 2; PTRange 3
    sheetjs/row_height.xlsx | Sheet1 3
    sheetjs/sheet_visibility_strict.xlsx | Visible 1
    sheetjs/sized_boxen.xlsx | Sheet1 3
    sheetjs/smart_tags_2007.xlsx | Sheet1 3
    sheetjs/text_and_numbers.xlsx | Sheet1 2
    sheetjs/write.xlsx | SheetJS 4
    sheetjs/wtf_path.xlsx | SheetJS 6
    tablib/book.ods | Sheet1 1; Sheet2 0
    tablib/dates.xls | xlsx-other-kind
    tablib/founders.xlsx | Feuille1 3
    tablib/ragged.xlsx | Sheet1 1
    tablib/xlsx_cell_values.xlsx | Sheet1 0
    xlsx2csv/empty_row.xlsx | Sheet1 1
    xlsx2csv/escape.xlsx | Austin 1; Sheet2 1
    xlsx2csv/float2.xlsx | Sheet2 1
    xlsx2csv/formatted_inline_string.xlsx | Sheet1 0
    xlsx2csv/input-weird.xlsx | Sheet1 0
    xlsx2csv/junk-small.xlsx | Austin 1; Sheet2 1
    xlsx2csv/namespace.xlsx | Data 0
    xlsx2csv/no_cell_ids.xlsx | Sheet1 1
    xlsx2csv/sheets.xlsx | Реестр 5; Вариант использования 19
    xlsx2csv/sheets_order.xlsx | b 25; e 4; d 3; a 7
    xlsx2csv/timeformat.xlsx | Sheet2 3
    xlsx2csv/xlsx2csv-test-file.xlsx | Sheet1 43; Sheet2 36; Sheet3 23; Sheet4 23; Sheet5 9
    """#
}

extension Substring {
  fileprivate func trimming(while isDropped: (Character) -> Bool) -> String {
    String(drop(while: isDropped).reversed().drop(while: isDropped).reversed())
  }
}
