internal import FormatKit
internal import Stock

extension DocumentationCommand {
  /// For managers: what guards are, what to do when one stops an import, and how to set them.
  static var guards: String {
    let rows = GuardCode.allCases.map { code in
      MarkdownTable.row(["`\(code.rawValue)`", code.summary, GuardLimits.standard.text(of: code), code.allowedLimits])
    }
    let remedies = GuardCode.allCases.map { "- `\($0.rawValue)`: \($0.remedy)" }
    return """
      A file can be read without an error and still be wrong: a case's price in the column for one unit, a decimal comma
      lost, a barcode scanned into the quantity. Guards look for such things among what an import would create or change.
      When one finds something, the import writes nothing, shows how many cases there are with the first three, and ends
      with exit status 4. `--dry-run` shows the same.

      Look at what is shown. If the file is wrong, correct it and import it again. If it is right, say so:

      ```sh
      stockroom import acme-2026-11.csv --profile acme --accept unit-cost-changed
      stockroom import acme-2026-11.csv --profile acme --accept unit-cost-changed,price-changed
      ```

      `--accept` is for this one import, and the audit log keeps what was accepted. Errors come first: a file with errors
      ends with exit status 5, even if guards are accepted.

      ## The guards

      | guard | what it finds | limit | settings |
      | --- | --- | --- | --- |
      \(rows.joined(separator: "\n"))

      What to do:

      \(remedies.joined(separator: "\n"))

      ## Columns that are not used

      Without a profile, columns are matched by their names, and one whose name says nothing known is left out. Where that
      may change what the records mean, `columns-not-used` asks: the only prices or quantities of a list, `Neuer Preis` next
      to `Alter Preis`, `Preis netto` (it may be a cost), `Bestand Berlin` and `Bestand Hamburg`, stock in cases, a unit that
      is not a piece, lots and days of expiry, places, goods that came back or were damaged, packs, prices of an offer, sizes
      or shops as columns, a price next to the value of the stock, discounts of sales, the number of units that a price is for, a second table
      next to the first, a column of states with `cancelled` or `delete` in it.

      ```sh
      stockroom import prices.csv --map 'Neuer Preis=price'
      stockroom import prices.csv --map 'Preis netto=price' --set tax_included=no
      stockroom import stock.csv --map 'Bestand Berlin=quantity' --location berlin
      stockroom import prices.csv --map 'Alter Preis=' --map 'Neuer Preis=price'
      ```

      `--map COLUMN=FIELD` takes a column for a field of the [record kinds](record-kinds.md), and `--map COLUMN=` leaves it out.
      `--map COLUMN=price_unit` divides the amounts of a row by the number of items in that column, such as `100`, `Karton à 6`
      or `C`; in a list with costs and prices it divides the costs, as a list names what a pack costs next to what one item is
      sold at. `--map COLUMN=price_cents` takes amounts in cents for the price, and `--map COLUMN=line_total` divides the total of
      a row by its quantity.
      For files that come again, `stockroom inspect FILE --save-profile NAME` keeps it in a profile; with a profile nothing is
      asked.

      ## What must come first comes with the file

      An order may name a supplier, a location or an item that the shop does not have yet. That is one question for the whole
      file and each of the three, not an error for each record: `new-suppliers`, `new-locations` and `new-items` say how many
      codes there are, in how many records, and show the first of them. Codes that are nearly one of the shop's come with
      that one, because they are probably misspelt. A code that differs in digits only is taken for the next of a series.

      ```sh
      stockroom import orders.csv --new-suppliers --new-items
      stockroom import order-850.edi --location-is 4012345000016=berlin
      ```

      - `--new-suppliers`, `--new-locations` and `--new-items` accept these guards: the same import makes the records, its plan
        and its counts list them, and its undo takes them away again. A new item has the SKU that the file gives, else the
        supplier's code, else the barcode; its product has the same code, and the title that the record has. Its barcode and
        its supplier's code are kept as well.
      - `--location-is CODE=LOCATION` and `--supplier-is CODE=SUPPLIER` say that a partner's code, such as a GLN or a ship-to
        number, is a location or a supplier of the shop. The import keeps that, so that later files need no option. See
        `location_aliases` and `supplier_aliases` in [the record kinds](record-kinds.md).
      - Lines of despatch advices, invoices and order responses can be kept without an item, so nothing is asked for them;
        with `--new-items` their items are made.
      - With `--on-error skip` a record that names something unknown is left out with the others that have errors, unless the
        new records are accepted, or asked about with `--ask-for-new`.

      ## Settings

      The shop's `stockroom.yml` may set other limits; `off` switches a guard off.

      ```yaml
      guards:
        unit-cost-changed: 30
        price-below-cost: off
        quantity-far-off: 5000
      ```

      ## What is compared with what

      - A cost of a supplier's list, or a standard cost, is compared with the one that is stored; a receipt's cost with the
        average cost at that time, and with the cost before it. A first cost is compared with nothing.
      - A price is compared with the price of the same type and currency that was valid before it.
      - `price-below-cost` takes the price without the tax that it contains, as far as the product has a tax rate, and the
        item's standard cost, else the least cost that a supplier asks, else the average cost; all are costs of one stock
        unit. Only prices that the import makes or changes are looked at, and only those in the shop's currency.
      - `sale-not-below-regular` looks at all prices that the item then has, where the import makes or changes one of the two,
        and only at times that are not over.
      - `packs-or-pieces` looks at new lines of orders, and at those whose quantity, unit or item changes, without a pack size of
        their own, of items that the supplier's list has in packs of more than one. `12` is taken for 12 packs. The plan shows
        what that is in pieces, and how many packs 12 pieces would be. A unit decides: `each`, `Stk` and the like count pieces,
        and `kg`, `l` or `m` too where the item is kept in that unit; `case`, `Karton`, `CT` and the like count packs. Lines
        without a unit and lines with another unit are asked about, in documents such as X12 as well. `--set order_unit=each`
        says that all lines without a unit count pieces, `--set order_unit=case` that they count packs; in a profile,
        `constants: { order_unit: each }`. A list that brings the first pack size of an item is asked about where stored lines
        of orders, not closed, have the item without a clear unit: they would count more than before.
      - `packs-or-pieces` also looks at new receipts without a clear unit, which are taken for pieces, and at new and changed
        lines of order responses, despatch advices and invoices, which are taken for what the line of the order counts. The item
        must come in packs by the order, else by the supplier's list. Both figures are shown, and where one of them is exactly
        what is still open of the order, the plan says so. What is taken for pieces is asked about if as packs it is not more
        than was ordered, or if it is not a whole number of packs and as packs at most twice what was ordered; without an order,
        if it is less than one pack; a line of an invoice without an order is taken for pieces too.
        What is taken for packs is asked about if as pieces it is a whole number of packs,
        if as packs it is more than twice what was ordered, or if it is credited. Nothing is asked where the lines of the item
        together are exactly what is open or was ordered, where the document has a pack size, and for what is scanned or booked
        with `order receive`. An order that counts pieces lets receipts be asked about only where packs are exactly what is open.
        A unit decides here too, as do `--set order_unit=each` and `case`: receipts in packs are converted, and their cost stays
        that of one stock unit. A received pack of which nothing says the size is asked about.
      - `order-changed` looks at orders that the shop has made itself, with `order draft` or on the pages: lines whose quantity,
        unit, pack size or item a file changes, and lines that it adds. Orders that came from a file are not asked about: a
        corrected file changes them, and so does one of another sender. Confirmations and despatch advices are records of their
        own, in a table as in X12, EDIFACT and UBL, and change no order.
      - `unknown-line-items` looks at new and changed lines of order responses, despatch advices and invoices in tables; the
        standards of X12, EDIFACT and UBL say which value is the code of an item. One case is one document. Of a despatch
        advice every line counts; of another document nothing is asked where at least one line names an item of the shop,
        because freight and other charges come as lines too.
      - `lots-added` compares a list of stock by lots with the stock of the same items at the same place that has no lot. A
        row of the item without a lot in the same list says how much has none, so then nothing is asked.
      - `same-as-recorded` looks at sales and receipts without a number whose times are days only: two equal sales of a day
        cannot be distinguished. A file with all that is recorded of the day is a later export of it, and is taken without a
        question; one that lacks some of it may be the rest of the day. It also looks at receipts of a document that is
        recorded with the same quantity of an item already, by other lines: a delivery that was booked on the page of its
        order, and comes once more as the supplier's file.
        And it looks at new sales that another import has recorded with the same item, place, quantity, price and time under a
        number that says the same: the same file, read once with the day in the numbers of a till that begins again each day, and
        once without. The day of the sale, zeros in front, signs and capitals in a number do not count, so `7`, `0007` and
        `2026-12-18-0007` are one number. Where the sales have a time of day, what is in front of the last number is taken for the
        till, such as in `7` and `2-7` or `K2/0007`; `1-7` and `2-7` are of two tills. On days alone, such numbers may be those of
        two tills: they are asked about where all new sales of a day and place are recorded, or all recorded ones of an import come
        again, and not all of these sales are equal. Equal sales with other numbers, such as `7` and `17`, are not asked about, and
        neither are those that the file has next to the recorded ones, nor sales that come once with a number and once without any.
      - `recorded-since` looks at records of a reject file without a number of their own. The mark of a record says from which
        file an import left it out. That file with its cells corrected, and the reject file again, are recognised by the mark.
        A file that somebody else has corrected has no marks: where such a file has recorded the same item at the same place
        and time since, whatever its quantity and price, the rows may be the same ones.
      - `before-stock-level` looks at new sales and receipts of days before a level that an import has set for the same item and
        place, and that came later. A level of the first six hours of a day counts as one of the evening before, so what a job
        of the night imports after it is taken without a question.
      - `closed-period` looks at movements that the import would record on days for which the books are closed. The stock,
        sales and losses of those days change with them in every report that is made again. The journal of the period stays as
        it is. Losses, opening stock and restated counts are booked on the day of the import, and a change to the cost of what
        is closed on the first open day. To have the movements in the period, reopen it first with `stockroom period reopen`.
        Each case is a movement; a transfer is one. Recorded movements that come again are not asked about, nor are times that
        `date-far-off` asks about, nor lines of counts, which are booked when the count is posted.
        `imports undo`, `imports redo` and `reconcile --reverse` ask the same before they change such days.
      - `price-as-quantity` looks at new sales and receipts with a fraction, `9.99` of an item that costs 9.99. A single one
        that is not the price of its item shows that the items are sold by weight, and nothing is asked.
      - `fraction-of-piece` looks at new and changed stock, movements, counted lines and orders, in stock units: half a case of
        ten is five pieces. An item is kept in pieces if its unit is `each`. Many shops keep goods by weight and give no unit,
        so an item without one is asked about only if it has at least ten recorded movements. No item is asked about of which a
        movement with a fraction is recorded: the first one is accepted once. What is typed for single items, with `count enter
        --item`, `order receive --line`, `order draft --quantity` and on their pages, is asked about without such movements too,
        and a part of a pack in a draft.
      - `counted-by-another` looks at lines of the same count, section, lot and round of counting by different counters, also
        within a file. Sections add up without a question, unless their codes differ in capital letters alone.
      - `counted-twice` looks at lines of one item, section, lot and counter with the same quantity above 0. With other quantities
        they are a conflict. A scanner's list without a header adds up, and a profile with `duplicates` says what is meant.
      - `similar-colour` compares a new colour with those of its own family: names without case, spaces, signs and accents,
        word by word with a letter or two changed, added, left out or swapped; shades by red, green and blue, none of which
        differs by more than 3 of 255. Colours without a family are compared with none. `stockroom report colours` lists
        all that are near to each other.
      - `similar-code` compares the codes of new items with each other and with all that the shop has: `ABC-1`, `abc-1` and
        `ABC-1.` are nearly the same, and so are `00123` and `123`, and a code with another dash or with a Cyrillic `А`.
      - `charge-as-item` looks at the items that lists of sales, orders or stock would make: `POSTAGE`, `Versandkosten`, `Bank
        charges`. An item that the shop has already, and one that a list of items describes, is never asked about.
      - `missing-from-feed` works for files that should list everything: the profile says `full: true`, or the command
        `--full`. Of a supplier's file the supplier's items are expected, of any other all items that are still sold. The
        plan shows in any case how many known items the file lacks. Nothing is changed about them.
      - `many-rejected` matters when refused records are left out and the others taken.
      - Stock below zero is not a guard: sales often come in before the delivery that they were made from.

      """
  }
}
