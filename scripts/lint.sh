#!/usr/bin/env bash
# Type-checks and lints. Both take one core for a minute, so they run side by side.
set -uo pipefail
cd "$(dirname "$0")/.."

{ npx tsc --noEmit -p tsconfig.json && npx tsc --noEmit -p src/report/browser; } &
types=$!
npx eslint . --max-warnings 0
linted=$?
wait "$types" && exit "$linted"
