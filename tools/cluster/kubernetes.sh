#!/usr/bin/env bash
# Checks kubernetes.yaml against the schema of Kubernetes (PyPI: kubernetes-validate). No cluster
# runs it: it says no more than that.
#   tools/cluster/kubernetes.sh
set -euo pipefail
tools=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work"
"$work/bin/pip" install --quiet kubernetes-validate
"$work/bin/kubernetes-validate" --strict "$tools/kubernetes.yaml"
