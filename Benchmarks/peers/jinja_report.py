"""The report stock-on-hand by Jinja2: jinja_report.py SHOP.sqlite REPORT_FOLDER OUT.

Runs the report's own statement over the same views and prints every item as the report does: grouped digits, values at
cost and at retail, marks for what is missing.
"""

import os
import re
import sqlite3
import sys

import jinja2

ROW = """<tr><th scope="row">{{ row.title }}<span class="sub code">{{ row.sku }}{% if row.barcode is not none %} · \
{{ row.barcode }}{% endif %}</span></th><td>{{ row.location }}</td><td>{{ row.category }}</td><td class="n">\
{{ row.quantity | number(3) }} <span class="quiet">{{ row.stock_unit }}</span>{% if row.is_negative %}\
<span class="sub flag">negative</span>{% endif %}</td><td class="n">{{ row.unit_cost | number(6, 2) }}<span class="sub">\
{{ row.cost_source }}</span></td><td class="n">{% if row.value_cost is not none %}{{ row.value_cost | number(2, 2) }}\
{% else %}<span class="quiet">not valued</span>{% endif %}</td><td class="n">{% if row.value_retail is not none %}\
{{ row.value_retail | number(2, 2) }}{% else %}<span class="quiet">no price</span>{% endif %}<span class="sub">\
{{ row.price | number(2, 2) }}</span></td></tr>
"""


def number(value, digits, kept=0):
    """A whole number of the smallest unit as people read it, with at least so many decimals as are kept."""
    if value is None:
        return ""
    whole, part = divmod(abs(value), 10 ** digits)
    text = f"{part:0{digits}d}"
    while len(text) > kept and text.endswith("0"):
        text = text[:-1]
    return ("\u2212" if value < 0 else "") + f"{whole:,}" + ("." + text if text else "")


def statement_of(name):
    """A file of the report with what it includes, `/* include NAME (key: value; key: value) */`, put in its place."""
    places = [os.path.join(folder, name), os.path.join(folder, "..", "_shared", name)]
    with open(next(place for place in places if os.path.exists(place)), encoding="utf-8") as source:
        text = source.read()

    def included(match):
        inner = statement_of(match[1])
        for pair in (match[2] or "").split(";"):
            key, _, value = pair.partition(":")
            if key.strip():
                inner = inner.replace("{" + key.strip() + "}", value.strip())
        return "(\n" + inner + ")"

    return re.sub(r"/\* include (\S+?)(?: \((.*?)\))? \*/", included, text)


database, folder, target = sys.argv[1:]
NOW = 1796083200000
connection = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
connection.row_factory = sqlite3.Row
connection.create_function("acting_moment", 0, lambda: NOW, deterministic=True)
statement = f"WITH on_hand AS (\n{statement_of('on-hand.sql')}\n)\n{statement_of('items.sql')}"
rows = connection.execute(statement, {"at": None, "location": None, "generated_at": NOW})
environment = jinja2.Environment(autoescape=True, trim_blocks=False)
environment.filters["number"] = number
page = environment.from_string("<table>\n{% for row in rows %}" + ROW + "{% endfor %}</table>\n")
with open(target, "w", encoding="utf-8") as out:
    for piece in page.stream(rows=rows):
        out.write(piece)
