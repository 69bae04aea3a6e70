#!/usr/bin/env bash
# Lints and runs all tests, with a real container engine wherever one can be had.
# REQUIRE_ENGINE=1 makes a missing engine a failure instead of a loud skip. Further arguments go to vitest.
set -uo pipefail
cd "$(dirname "$0")/.."

# As long as it lints, a browser and then an engine are fetched: two programs that install packages get into each other's way. What a lack of
# either means, the tests themselves say.
npm run --silent lint &
lint=$!
scripts/browser.sh

# An engine that answers is used as it is; otherwise a private one is started and stopped again afterwards.
if ! node bin/cleanslate.js doctor --engine docker --quiet; then
  if scripts/engine.sh up; then
    # Silent: the closing line of the tests is the last one.
    trap 'scripts/engine.sh down >/dev/null' EXIT
  else
    echo '*** NO CONTAINER ENGINE: the engine tests below are skipped. `make engine` says why it cannot start one. ***' >&2
  fi
fi

wait "$lint" || exit 1
npx vitest run "$@"
