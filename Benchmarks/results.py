"""Writes what was measured as RESULTS.md, with a plot of how cost grows."""

import os
import platform
import subprocess

COLOURS = ["#2f6f9f", "#b3542c", "#4b7d3a", "#8a5a9c", "#a08422", "#2b8a86", "#9c3f5e", "#5d6670", "#6b4e2e", "#3d4fa0",
           "#c27ba0", "#7f9c2f", "#1f4e5f", "#d08a5a"]


def said(*command):
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=30)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return (done.stdout or done.stderr).strip()


def machine():
    """What the figures were read on."""
    model = next((line.split(":", 1)[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")),
                 platform.machine())
    memory = next((int(line.split()[1]) >> 20 for line in open("/proc/meminfo") if line.startswith("MemTotal")), 0)
    system = next((line.split("=", 1)[1].strip().strip('"') for line in open("/etc/os-release")
                   if line.startswith("PRETTY_NAME")), platform.system())
    return f"{model}, {os.cpu_count()} processors, {memory} GiB, {system}, Linux {platform.release().split('-')[0]}"


def ratios(job, costs):
    """How much of each peer's CPU time ours is."""
    ours = costs[job.contenders[0].name].cpu_seconds
    return {peer.name: ours / costs[peer.name].cpu_seconds for peer in job.contenders[1:] if peer.is_peer}


def memory_ratios(job, costs):
    """How much of a peer's peak ours is, where that is asked for."""
    ours = costs[job.contenders[0].name].peak_mebibytes
    return {name: ours / costs[name].peak_mebibytes for name in {**job.reach_memory, **job.then_memory}}


def goal(job):
    def shown(goals, memory):
        return ", ".join([f"{value:g} × {name}" for name, value in goals.items()]
                         + [f"{value:g} × {name}'s memory" for name, value in memory.items()]) or "–"
    return shown(job.reach, job.reach_memory), shown(job.then, job.then_memory)


def number(value):
    return f"{value:.3f}" if value < 0.1 else f"{value:.2f}" if value < 10 else f"{value:.1f}"


def table(measured):
    lines = [
        "| ratio of CPU time | job | rows | side | CPU s | wall s | peak MiB | to reach | then |",
        "| --- | --- | ---: | --- | ---: | ---: | ---: | --- | --- |",
    ]
    for job, rows, costs in measured:
        found, memory = ratios(job, costs), memory_ratios(job, costs)
        reach, then = goal(job)
        for index, contender in enumerate(job.contenders):
            cost = costs[contender.name]
            ratio = f"**{found[contender.name]:.2f}** × {contender.name}" if contender.name in found else ""
            if contender.name in memory:
                ratio += f", memory **{memory[contender.name]:.2f}** ×"
            lines.append(
                f"| {ratio} | {job.title if index == 0 else ''} | {f'{rows:,}' if index == 0 else ''} | {contender.name} "
                f"| {number(cost.cpu_seconds)} | {number(cost.wall_seconds)} | {cost.peak_mebibytes:.0f} "
                f"| {reach if index == 0 else ''} | {then if index == 0 else ''} |")
    return "\n".join(lines)


def growth(measured):
    """Our CPU time and peak by rows for each job, as an SVG: a straight line from corner to corner grows in proportion."""
    import math
    series = {}
    for job, rows, costs in measured:
        if job.name != "start-up":
            cost = costs[job.contenders[0].name]
            series.setdefault(job.title, []).append((rows, cost.cpu_seconds, cost.peak_mebibytes))
    series = {title: sorted(points) for title, points in series.items() if len(points) > 1}
    if not series:
        return None
    every = [point for points in series.values() for point in points]
    low, high = math.log10(min(p[0] for p in every)), math.log10(max(p[0] for p in every))
    width, height, left, top = 360, 260, 60, 40
    parts = []

    def panel(offset, title, index, unit):
        values = [math.log10(max(p[index], 1e-3)) for p in every]
        bottom, ceiling = math.floor(min(values)), math.ceil(max(values) + 1e-9)

        def place(rows, value):
            x = offset + left + (math.log10(rows) - low) / (high - low) * width
            y = top + height - (math.log10(max(value, 1e-3)) - bottom) / max(1, ceiling - bottom) * height
            return f"{x:.1f},{y:.1f}"
        parts.append(f'<text x="{offset + left}" y="24" font-weight="600">{title}</text>')
        for power in range(bottom, ceiling + 1):
            y = place(10 ** low, 10 ** power).split(",")[1]
            parts.append(f'<line x1="{offset + left}" x2="{offset + left + width}" y1="{y}" y2="{y}" stroke="#dfe2e6"/>')
            parts.append(f'<text x="{offset + left - 8}" y="{float(y) + 4:.1f}" text-anchor="end">{10.0 ** power:g}{unit}</text>')
        for power in range(math.ceil(low), math.floor(high) + 1):
            x = place(10 ** power, 10 ** bottom).split(",")[0]
            parts.append(f'<text x="{x}" y="{top + height + 18}" text-anchor="middle">{10 ** power:,}</text>')
        for number_, (_, points) in enumerate(series.items()):
            colour = COLOURS[number_ % len(COLOURS)]
            line = " ".join(place(point[0], point[index]) for point in points)
            parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
            for point in points:
                x, y = place(point[0], point[index]).split(",")
                parts.append(f'<circle cx="{x}" cy="{y}" r="3" fill="{colour}"/>')
    panel(0, "CPU seconds by rows", 1, " s")
    panel(width + 110, "Peak memory by rows", 2, " MiB")
    for number_, title in enumerate(series):
        x, y = left + number_ % 3 * 280, top + height + 48 + number_ // 3 * 22
        parts.append(f'<line x1="{x}" x2="{x + 22}" y1="{y - 4}" y2="{y - 4}" stroke="{COLOURS[number_ % len(COLOURS)]}" '
                     f'stroke-width="3"/><text x="{x + 30}" y="{y}">{title}</text>')
    full = top + height + 60 + (len(series) + 2) // 3 * 22
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {2 * width + 220} {full}" '
            f'font-family="system-ui, sans-serif" font-size="12" fill="#17191c">\n'
            f'<rect width="100%" height="100%" fill="#ffffff"/>\n' + "\n".join(parts) + "\n</svg>\n")


def write(path, measured, versions, seed, times, complaints):
    """Writes the table and the plot; times are the runs at small sizes, and from a million rows on."""
    plot = growth(measured)
    runs = f"{times[0]} runs" + (f" ({times[1]} at a million rows and more)" if times[1] != times[0] else "")
    text = [
        "# Benchmarks", "",
        "Written by `make bench`. Both sides run in turn, A B A B …; times are medians of "
        f"{runs}, peaks the highest of them. The output of every peer was compared with ours before it was timed, and "
        "holds the same records. A ratio below one means that Stockroom needs less CPU time. Peers use both processors "
        "where they can, which shows in their wall time.", "",
        "Peers in Python start an interpreter and a library first, 0.2 s or so, which flatters us at small sizes. The "
        "databases load and select one flat table and check nothing but two unique keys; we keep normalised records that "
        "can be taken back. Of a price list, though, every peer makes the same tables as we do, with the same keys and "
        "checks, and `bare C` is the least that this can cost on SQLite: a program for that one file that only inserts. A count is of one place with an opening and as many movements as items; DuckDB and Polars have "
        "the same tables in their own files, in the order of the items, and write the same lines.", "",
        f"Measured on {machine()}, which others use at the same time. Data of seed {seed}: products of 12 columns, one product in "
        "five with quotes, some letters beyond ASCII.", "",
        "| tool | version |", "| --- | --- |",
    ]
    text += [f"| {name} | {version} |" for name, version in versions.items()]
    text += ["", table(measured), ""]
    if complaints:
        text += ["Not measured:", ""] + [f"- {complaint}" for complaint in complaints] + [""]
    if plot:
        text += ["## How cost grows", "",
                 "Every line is one job of ours, both axes by powers of ten: time grows in proportion to rows where a line "
                 "rises by one step for one step, memory is flat where it does not rise.", "",
                 "![CPU time and peak memory by rows](growth.svg)", ""]
        with open(os.path.join(os.path.dirname(path), "growth.svg"), "w") as out:
            out.write(plot)
    with open(path, "w") as out:
        out.write("\n".join(text))
