"""The addresses that the server answers, as its sources declare them."""

import functools
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
CALL = re.compile(r'^ *(?:routes|router)\.get\(\s*(?:RouterPath\()?(\w+)?\s*\+?\s*(?:"((?:[^"\\]|\\.)*)")?', re.M)
# Answers that are no pages, lists or files of a shop.
LEFT_OUT = ("/events", "/assets/:file", "/report-styles/:name")


def texts():
    """The sources that declare addresses, by their paths; PageRoutes hands on those that it is given."""
    return {path: path.read_text() for path in sorted((ROOT / "Sources/Web").rglob("*.swift")) if path.stem != "PageRoutes"}


def bases(path, sources, name="path"):
    """What a name stands for in a file: its constant, the addresses of its loop, those of its lists, or those of whoever passes it on."""
    text = sources[path]
    if found := constants(text).get(name):
        return [found]
    if group := re.search(r'for path in \[("/.*?)\]', text):
        return re.findall(r'"(/[^"]*)"', group[1])
    if re.search(r"for \(path, .*\) in \[", text):
        return re.findall(r'\("(/[^"]*)",', text)
    if path.stem == "ListFile":
        return [found for text in sources.values() for found in re.findall(r'^[^/\n]*ListFile\(\s*"(/[^"]*)"', text, re.M)]
    if "_ path: String" in text:
        return [base for caller, words in sources.items() if f"{path.stem}.add(to: routes, path)" in words
                for base in bases(caller, sources)]
    return []


def constants(text):
    return dict(re.findall(r'static let (\w+) = "([^"]*)"', text))


@functools.cache
def routes():
    """All addresses that can be asked for, as patterns such as /counts/:count; a declaration that this does not understand is an error."""
    sources, found = texts(), set()
    for path, text in sources.items():
        for name, written in CALL.findall(text):
            for constant, value in constants(text).items():
                written = written.replace(f"\\({constant})", value)
            own = [base + written for base in bases(path, sources, name)] if name else [written]
            if not own or not all(address.startswith("/") for address in own):
                raise SystemExit(f"{path.name} declares an address that routes.py does not understand: {written!r}")
            found |= set(own)
    if not found:
        raise SystemExit(f"no address was found in {ROOT / 'Sources/Web'}: run the script within the sources")
    return sorted(
        address.replace("\\(word)", word) for address in found for word in (["undo", "redo"] if "\\(word)" in address else [""])
        if not address.endswith(LEFT_OUT))


if __name__ == "__main__":
    print("\n".join(routes()))
