"""The page `docs/reference/first-contact.md`: the outcomes of all files, counted and listed."""

from itertools import groupby

GOODS = ("commerce", "retail", "x12", "edifact", "ubl", "onix")
NAMES = {
    "commerce": "Exports of shop systems (`commerce`)", "retail": "Data of shops and warehouses (`retail`)",
    "x12": "ANSI X12 (`x12`)", "edifact": "EDIFACT (`edifact`)", "ubl": "UBL documents (`ubl`)",
    "onix": "Books (`onix`)", "csv": "CSV and JSON of other readers' tests (`csv`)",
    "xlsx": "Workbooks of other readers' tests (`xlsx`)",
}
ORDER = ("at once", "one step", "in part", "refused rightly", "refused wrongly", "WRONG", "unchecked")
SHOWN = {"WRONG": "**wrong**", "unchecked": "**not checked**", "refused wrongly": "**refused wrongly**"}

HEAD = """<!-- Written by `scripts/first-contact.py … --record`; change the script or the expectations. -->
# First contact

What happens when a new manager gives Stockroom a file that it has never seen. {files} real files of shop systems, suppliers,
standards and other programs' tests are tried, each in a shop of its own that has nothing but one location.

{summary}

A person could understand {understood} of these files. Of those, {at_once} are read right at once, and {with_step} at once or with
the one step that the program suggests. {wrong}

Of the {goods_understood} files about goods among them, which a shop would import, {goods_at_once} are read right at once and
{goods_with_step} at once or with one step. {goods_known} are read at once, or need no more than the answer to one question: are the
suppliers, locations or items that the file names, and that a new shop does not have, to be made? A shop that has them is not asked.

- **At once**: `stockroom import FILE` takes the file.
- **One step**: the import is refused, and the command that the refusal shows takes the file.
- **In part**: `convert` writes the good records and refuses the others, each with its line (exit status 3).
- **Refused rightly**: the file is damaged, or there is nothing in it that a shop could take. The reason is in the table.
- **Refused wrongly**: a person could understand the file.
- **Wrong**: what was taken differs from what is in the file.

## How it is made
`scripts/first-contact.py STOCKROOM CORPORA` does what a person would do and compares the result with readers of its own, written
in Python without any code of the program. After an import, it counts the records in the shop's database and adds up quantities
and prices; they must equal the counts and sums of the file. Files of other readers' tests are converted, and every record must
equal the row in the file. The script is run by a test, which fails when a file does worse than
[the expectations](../../Tests/EndToEndTests/first-contact.tsv) or is read wrong. With `--record` it writes the expectations and this
page again. The files themselves are not part of the project; without them the test is skipped.

What `inspect` finds out about the columns of such files is in [Inspection of real files](inspection-of-real-files.md), and what
happens to damaged files in [Damaged files](../guides/damaged-files.md).
"""


def makes_only_new_records(step):
    """Whether the step only says that new suppliers, locations or items are to be made."""
    options = [word for word in step.split() if word.startswith("--")]
    return bool(options) and set(options) <= {"--new-suppliers", "--new-locations", "--new-items"}


def shares(results):
    """How many of the files a person could understand, and the shares that are read at once, and at once or with one step."""
    outcomes = [result.outcome for result in results.values()]
    understood = sum(outcome not in ("refused rightly", "in part") for outcome in outcomes)
    at_once = outcomes.count("at once")
    return understood, share(at_once, understood), share(at_once + outcomes.count("one step"), understood)


def share(part, whole):
    return "%d %%" % (100 * part // whole) if whole else "none"


def page(results, expectations):
    counts = {}
    for file, result in results.items():
        counts.setdefault(file.split("/")[0], {}).setdefault(result.outcome, []).append(file)
    used = [outcome for outcome in ORDER if any(outcome in group for group in counts.values())]
    table = ["| files | all | " + " | ".join(used) + " |", "| --- |" + " ---: |" * (len(used) + 1)]
    for folder in list(NAMES):
        group = counts.get(folder, {})
        cells = [str(len(group.get(outcome, []))) for outcome in used]
        table.append("| %s | %d | %s |" % (NAMES[folder], sum(map(int, cells)), " | ".join(cells)))
    totals = [sum(len(group.get(outcome, [])) for group in counts.values()) for outcome in used]
    table.append("| **together** | **%d** | %s |" % (sum(totals), " | ".join("**%d**" % n for n in totals)))
    understood, at_once, with_step = shares(results)
    goods_understood, goods_at_once, goods_with_step = shares(
        {file: result for file, result in results.items() if file.split("/")[0] in GOODS})
    known = share(
        sum(
            result.outcome == "at once" or result.outcome == "one step" and makes_only_new_records(result.step)
            for file, result in results.items() if file.split("/")[0] in GOODS), goods_understood)
    wrong = sum(result.outcome in ("WRONG", "unchecked") for result in results.values())
    text = HEAD.format(
        files=len(results), summary="\n".join(table), understood=understood, at_once=at_once, with_step=with_step,
        goods_understood=goods_understood, goods_at_once=goods_at_once, goods_with_step=goods_with_step,
        goods_known=known,
        wrong="None is read wrong." if wrong == 0 else "%d %s read wrong." % (wrong, "is" if wrong == 1 else "are"))
    for folder, files in groupby(results, key=lambda file: file.split("/")[0]):
        text += "\n## %s\n" % NAMES[folder]
        text += goods(list(files), results, expectations) if folder in GOODS else formats(
            list(files), results, expectations)
    return text


def cell(text):
    return text.replace("|", "\\|").replace("\n", " ").strip()


def goods(files, results, expectations):
    lines = ["| file | outcome | step, and what was taken and checked; or why not |", "| --- | --- | --- |"]
    for file in files:
        result = results[file]
        reason = expectations.row(file).reason
        if result.outcome in ("at once", "one step"):
            said = "; ".join(part for part in (result.step and "`%s`" % result.step, result.figures) if part)
        elif result.outcome == "refused rightly":
            said = reason or result.message
        else:
            said = result.message
        lines.append("| `%s` | %s | %s |" % (
            file.split("/", 1)[1], SHOWN.get(result.outcome, result.outcome), cell(said[:240])))
    return "\n".join(lines) + "\n"


def formats(files, results, expectations):
    """A line for each folder with all files that are read at once, and one for every other file."""
    lines = ["| files | outcome | why |", "| --- | --- | --- |"]
    for folder, group in groupby(files, key=lambda file: "/".join(file.split("/")[:2])):
        group = list(group)
        good = [file for file in group if results[file].outcome == "at once"]
        if good:
            records = sum(int(results[file].figures.split()[0]) for file in good)
            names = ", ".join("`%s`" % file[len(folder) + 1:] for file in good)
            lines.append("| %s: %s | at once | %d files, %d records |" % (
                folder.split("/")[1], names, len(good), records))
        for file in group:
            result = results[file]
            if result.outcome == "at once":
                continue
            reason = expectations.row(file).reason
            lines.append("| `%s` | %s | %s |" % (
                file.split("/", 1)[1], SHOWN.get(result.outcome, result.outcome), cell((reason or result.message)[:240])))
    return "\n".join(lines) + "\n"
