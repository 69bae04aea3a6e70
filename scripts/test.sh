#!/usr/bin/env bash
# Lints and runs all tests, with a real container engine wherever one can be had.
# REQUIRE_ENGINE=1 makes a missing engine a failure instead of a loud skip. Further arguments go to vitest.
set -uo pipefail
cd "$(dirname "$0")/.."

# Where it has to be fetched, that takes as long as to lint: the tests themselves say what its lack means.
scripts/browser.sh &
browser=$!
npm run --silent lint
linted=$?
# Before an engine is started: two programs that install packages get into each other's way.
wait "$browser"
[[ $linted == 0 ]] || exit 1

# An engine that answers is used as it is; otherwise a private one is started and stopped again afterwards.
if ! node bin/cleanslate.js doctor --engine docker --quiet; then
  if scripts/engine.sh up; then
    # Silent: the closing line of the tests is the last one.
    trap 'scripts/engine.sh down >/dev/null' EXIT
  else
    echo '*** NO CONTAINER ENGINE: the engine tests below are skipped. `make engine` says why it cannot start one. ***' >&2
  fi
fi

npx vitest run "$@"
