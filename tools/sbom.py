#!/usr/bin/env python3
"""The packages that are in the program, as a list in CycloneDX 1.6.

    tools/sbom.py TARGET FEATURES > seeddb.cdx.json
"""

import json
import subprocess
import sys

target, features = sys.argv[1:]
line = ["cargo", "metadata", "--format-version", "1", "--locked", "--filter-platform", target, "--features", features]
metadata = json.loads(subprocess.run(line, check=True, capture_output=True).stdout)
packages = {package["id"]: package for package in metadata["packages"]}
nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
root = next(id for id, package in packages.items() if package["name"] == "seeddb")


def linked(id):
    """What a package is linked with, neither what builds nor what tests it."""
    return sorted(dep["pkg"] for dep in nodes[id]["deps"] if any(kind["kind"] is None for kind in dep["dep_kinds"]))


reached, open_ = set(), [root]
while open_:
    id = open_.pop()
    if id not in reached:
        reached.add(id)
        open_ += linked(id)


def name(id):
    return f"pkg:cargo/{packages[id]['name']}@{packages[id]['version']}"


def component(id):
    package = packages[id]
    told = {"type": "library", "bom-ref": name(id), "name": package["name"], "version": package["version"], "purl": name(id)}
    if package["license"]:
        # Some packages still have the sign that stood for OR.
        told["licenses"] = [{"expression": package["license"].replace(" / ", "/").replace("/", " OR ")}]
    if package["repository"]:
        told["externalReferences"] = [{"type": "vcs", "url": package["repository"]}]
    return told


list_ = {
    "bomFormat": "CycloneDX",
    "specVersion": "1.6",
    "version": 1,
    "metadata": {"component": component(root) | {"type": "application"}},
    "components": [component(id) for id in sorted(reached - {root}, key=name)],
    "dependencies": [{"ref": name(id), "dependsOn": sorted({name(dep) for dep in linked(id)})} for id in sorted(reached, key=name)],
}
json.dump(list_, sys.stdout, indent=1)
print()
