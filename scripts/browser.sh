#!/usr/bin/env bash
# A Chromium for the tests of the report. One that is there is taken as it is; the distribution's is installed only with CI or
# REQUIRE_ENGINE=1 set, as root on Debian or Ubuntu: elsewhere a machine is left as it is, and these tests are skipped, loudly.
# Exit codes: 0 there is one, 1 there is none, 3 it could not be installed.
set -euo pipefail

for name in chromium chromium-browser google-chrome google-chrome-stable; do
  if command -v "$name" >/dev/null; then exit 0; fi
done

if [[ -z ${CI:-} && ${REQUIRE_ENGINE:-} != 1 ]]; then
  echo 'browser: no Chromium; `apt-get install chromium` gives one' >&2
  exit 1
fi
if [[ $(id -u) != 0 ]] || ! command -v apt-get >/dev/null; then
  echo 'browser: no Chromium, and it can be installed only as root where there is apt-get' >&2
  exit 3
fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT
export DEBIAN_FRONTEND=noninteractive
if ! { apt-get update -q && apt-get install -q -y --no-install-recommends chromium; } >"$log" 2>&1; then
  echo 'browser: chromium could not be installed:' >&2
  tail -n 20 "$log" >&2
  exit 3
fi
