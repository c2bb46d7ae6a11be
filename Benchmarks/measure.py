"""Runs commands in turn and measures what they cost."""

import os
import shutil
import statistics
import subprocess
import tempfile
import time


class Cost:
    """What one contender took: medians of CPU seconds (user and system) and wall seconds, the highest peak in MiB."""

    def __init__(self):
        self.cpu, self.wall, self.peak = [], [], []

    def add(self, cpu, wall, peak):
        self.cpu.append(cpu)
        self.wall.append(wall)
        self.peak.append(peak)

    @property
    def cpu_seconds(self):
        return statistics.median(self.cpu)

    @property
    def wall_seconds(self):
        return statistics.median(self.wall)

    @property
    def peak_mebibytes(self):
        return max(self.peak)


class Failed(Exception):
    """A command ended with a status that is not one of those it may end with."""


def run(command, folder, allowed=(0,), feed=None):
    """Runs a command once: CPU and wall seconds, peak in MiB, and what it said on standard output.

    GNU time stands between, as a child inherits the peak of the process that started it.
    """
    with tempfile.NamedTemporaryFile("r", dir=folder) as peak, tempfile.TemporaryFile(dir=folder) as said, \
            tempfile.TemporaryFile(dir=folder) as complaint:
        wrapped = [shutil.which("time"), "--quiet", "-f", "%M", "-o", peak.name] + [str(word) for word in command]
        start = time.perf_counter()
        with open(feed or os.devnull, "rb") as given:
            child = subprocess.Popen(wrapped, stdin=given, stdout=said, stderr=complaint, cwd=folder)
            _, status, usage = os.wait4(child.pid, 0)
        wall = time.perf_counter() - start
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode not in allowed:
            complaint.seek(0)
            raise Failed(f"{' '.join(wrapped[6:])}\nended with {child.returncode}: "
                         f"{complaint.read()[-2000:].decode(errors='replace')}")
        said.seek(0)
        return usage.ru_utime + usage.ru_stime, wall, int(peak.read().split()[-1]) / 1024, said.read()


def in_turn(contenders, folder, times):
    """Runs every contender, A B A B …; a contender is a name, a command, and what is to be done before each run."""
    costs = {contender.name: Cost() for contender in contenders}
    for _ in range(times):
        for contender in contenders:
            if contender.before:
                contender.before()
            cpu, wall, peak, _ = run(contender.command, folder, contender.allowed, contender.feed)
            for _ in range(1, contender.repeats):
                more = run(contender.command, folder, contender.allowed, contender.feed)
                cpu, wall, peak = cpu + more[0], wall + more[1], max(peak, more[2])
            costs[contender.name].add(cpu / contender.repeats, wall / contender.repeats, peak)
    return costs
