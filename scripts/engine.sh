#!/usr/bin/env bash
# A private Docker engine that leaves the system as it is: nothing is installed, the machine's own
# docker0, firewall, /var/lib/docker, package lists and package database stay untouched. See docs/engine.md.
#
#   scripts/engine.sh up        start it (a no-op where it runs), print DOCKER_HOST
#   scripts/engine.sh down      stop exactly this engine, with its containers; images are kept
#   scripts/engine.sh status    say whether it runs; exit 1 where it does not
#   scripts/engine.sh remove    down, and delete everything it ever put on the machine
#
# Exit codes: 0 done, 1 not running (status), 2 usage, 3 cannot work here or failed.
set -Eeuo pipefail
trap 'say "failed in line $LINENO"; exit 3' ERR

# One fixed place of the machine, so that all checkouts share one engine and its images.
# Tests set these two to have an engine of their own beside it.
readonly default_dir=/var/lib/cleanslate/engine
readonly dir=${CLEANSLATE_ENGINE_DIR:-$default_dir}
readonly run=${CLEANSLATE_ENGINE_RUN:-/run/cleanslate}

# The data root, the init program and the cgroup's name can be read inside every container (/proc/mounts,
# /proc/self/cgroup). They say no more there than those of any other Docker engine would.
if [[ $dir == "$default_dir" ]]; then
  readonly data=/var/lib/dockerd cgroup=dockerd
else
  cgroup=dockerd-$(printf %s "$dir" | cksum | cut -d ' ' -f 1)
  readonly data=$dir/data cgroup
fi

readonly root=$dir/root              # the unpacked packages
readonly apt=$dir/apt                # apt's private state: lists, cache, a copy of the package status
readonly log=$dir/dockerd.log
readonly setup_log=$dir/setup.log
readonly socket=$run/docker.sock
readonly identity=$run/engine        # "<pid> <start time>" of dockerd
readonly marker=PRIVATE_ENGINE_DIR   # in the environment of dockerd, containerd and every shim of theirs
# Places that dockerd and containerd write to whatever they are told. The engine sees private directories there;
# those that the system does not have exist only while an engine runs, with a mark that they are ours.
readonly fixed_places=(/etc/docker /opt/containerd /run/docker /run/containerd)
readonly place_mark=.private-engine

readonly packages=(docker.io containerd runc tini iptables mmdebstrap bubblewrap)

say() { printf 'engine: %s\n' "$*" >&2; }
die() { say "$@"; exit 3; }

# ---- what runs -------------------------------------------------------------------------------------------------

# Start time of a process in clock ticks since boot; tells a process from a later one with the same id.
start_of() {
  local stat fields
  stat=$(cat "/proc/$1/stat" 2>/dev/null) || return 1
  read -ra fields <<<"${stat##*) }" # what follows the name, which may hold spaces and parentheses
  [[ ${fields[0]} != Z ]] && printf '%s\n' "${fields[19]}"
}

is_marked() { grep -qszxF "$marker=$dir" "/proc/$1/environ"; }

# The pid of the running dockerd, if the one we started still runs.
running_pid() {
  local pid started
  read -r pid started 2>/dev/null <"$identity" || return 1
  [[ $(start_of "$pid") == "$started" ]] && is_marked "$pid" && printf '%s\n' "$pid"
}

# Everything of this engine that runs, whoever its parent is now: container processes by their cgroup,
# dockerd, containerd and shims by the mark in their environment (which containers do not inherit).
container_pids() { find /sys/fs/cgroup -path "*/$cgroup/*" -name cgroup.procs -exec cat {} + 2>/dev/null || true; }
daemon_pids() { grep -lszxF "$marker=$dir" /proc/[0-9]*/environ | cut -d / -f 3 || true; }
any_engine_runs() { grep -qsz "^$marker=" /proc/[0-9]*/environ; }

# kill_all SIGNAL PID...; a process that is gone already is no error.
kill_all() {
  local signal=$1 pid
  shift
  for pid in "$@"; do kill "-$signal" "$pid" 2>/dev/null || true; done
}

# until_true SECONDS COMMAND...: true as soon as the command is, false when time is up.
until_true() {
  local end=$((SECONDS + $1))
  shift
  until "$@"; do
    ((SECONDS < end)) || return 1
    sleep 0.1
  done
}

# The docker program on PATH may be a newer, incomplete or foreign one, so the API is asked directly.
answers() {
  [[ -S $socket ]] || return 1
  if command -v curl >/dev/null; then
    [[ $(curl --silent --max-time 5 --unix-socket "$socket" http://engine/_ping 2>/dev/null) == OK ]]
  else
    node -e 'require("node:http").get({ socketPath: process.argv[1], path: "/_ping", timeout: 5000 }, (r) =>
      process.exit(r.statusCode === 200 ? 0 : 1)).on("error", () => process.exit(1))
      .on("timeout", () => process.exit(1))' "$socket"
  fi
}

# ---- the programs ----------------------------------------------------------------------------------------------

# apt with lists, cache and status of its own. `-c` is read last, so it can also drop the hooks that a machine's
# configuration runs after an update (they clean the system's cache, refresh desktop catalogues).
private_apt() { DEBIAN_FRONTEND=noninteractive apt-get -q -y -c "$apt/apt.conf" "$@" </dev/null >>"$setup_log" 2>&1; }

prepare_apt() {
  mkdir -p "$apt"/{lists,archives,log}
  mkdir -p "$apt"/{lists,archives}/partial
  cat >"$apt/apt.conf" <<CONF
Dir::State "$apt";
Dir::State::lists "$apt/lists";
Dir::State::status "$apt/status";
Dir::State::extended_states "$apt/extended_states";
Dir::Cache "$apt";
Dir::Cache::archives "$apt/archives";
Dir::Cache::pkgcache "";
Dir::Cache::srcpkgcache "";
Dir::Log "$apt/log";
APT::Sandbox::User "root";
#clear APT::Update::Pre-Invoke;
#clear APT::Update::Post-Invoke;
#clear APT::Update::Post-Invoke-Success;
#clear DPkg::Pre-Install-Pkgs;
#clear DPkg::Pre-Invoke;
#clear DPkg::Post-Invoke;
CONF
  # What is installed, as apt shall see it here: without the packages we want (so that they are fetched although the
  # system has them) and without those of another vendor's Docker (which would conflict), and no relations between
  # the rest, so that nothing installed can make the request unsolvable.
  awk -v drop=" ${packages[*]} containerd.io docker-ce docker-ce-cli docker-cli docker-engine moby-engine moby-containerd moby-runc " '
    BEGIN { RS = ""; FS = "\n" }
    {
      split($1, name, " ")
      if (index(drop, " " name[2] " ")) next
      skip = 0
      for (i = 1; i <= NF; i++) {
        if ($i !~ /^[ \t]/) skip = $i ~ /^(Pre-Depends|Depends|Recommends|Suggests|Enhances|Conflicts|Breaks|Replaces):/
        if (!skip) print $i
      }
      print ""
    }' /var/lib/dpkg/status >"$apt/status"
}

# Fetches the packages and those of their libraries that the system lacks, and unpacks them into $root.
unpack() {
  say "fetching ${packages[*]} (nothing is installed)"
  : >"$setup_log"
  prepare_apt
  # One dead third-party source fails an update as a whole; whether the rest is enough shows in the next step.
  private_apt update || say "apt-get update reported errors (see $setup_log), trying with what was fetched"
  private_apt install --download-only --no-install-recommends "${packages[@]}" || return 1
  rm -rf "$root.new"
  mkdir -p "$root.new"
  local deb
  for deb in "$apt"/archives/*.deb; do
    dpkg -x "$deb" "$root.new" >>"$setup_log" 2>&1 || return 1
    # shellcheck disable=SC2016 # the fields are dpkg's
    dpkg-deb -W --showformat='${Package} ${Version}\n' "$deb" >>"$root.new/packages"
  done
  choose_iptables "$root.new"
  rm -rf "$root"
  mv "$root.new" "$root"
  rm -rf "$apt"
}

# What the package's alternatives would do at installation. nft first, like the distribution.
choose_iptables() {
  local tool
  for tool in iptables ip6tables iptables-save iptables-restore ip6tables-save ip6tables-restore; do
    [[ -e $1/usr/sbin/$tool ]] || ln -s xtables-nft-multi "$1/usr/sbin/$tool"
  done
}

# The last resort, for machines that exist to run this project's checks: a real installation, with the
# distribution's own daemon kept from starting.
install_packages() {
  [[ -n ${CI:-} || ${REQUIRE_ENGINE:-} == 1 ]] ||
    die "the packages could not be unpacked (see $setup_log); with REQUIRE_ENGINE=1 they are installed instead"
  say "unpacking did not work (see $setup_log): installing docker.io"
  local policy=/usr/sbin/policy-rc.d kept=$dir/policy-rc.d.kept
  if [[ -e $policy ]]; then mv "$policy" "$kept"; fi
  printf '#!/bin/sh\nexit 101\n' >"$policy"
  chmod 755 "$policy"
  local failed=0
  { apt-get -q update && DEBIAN_FRONTEND=noninteractive apt-get -q -y install --no-install-recommends \
    docker.io containerd runc tini iptables mmdebstrap bubblewrap; } </dev/null >>"$setup_log" 2>&1 || failed=1
  rm -f "$policy"
  if [[ -e $kept ]]; then mv "$kept" "$policy"; fi
  ((failed == 0)) || die "docker.io could not be installed: $(tail -n 1 "$setup_log")"
  mkdir -p "$root"
  printf 'installed\n' >"$root/packages"
}

# PATH and library path of the engine: the unpacked root before the system.
engine_path() { printf '%s' "$root/usr/sbin:$root/usr/bin:$root/sbin:$root/bin:/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin"; }
library_path() {
  local found=() path
  for path in "$root"/usr/lib/*-linux-gnu* "$root"/lib/*-linux-gnu* "$root"/usr/lib "$root"/lib; do
    if [[ -d $path ]]; then found+=("$path"); fi
  done
  (IFS=:; printf '%s' "${found[*]}")
}
in_root() { env "PATH=$(engine_path)" "LD_LIBRARY_PATH=$(library_path)" "XTABLES_LIBDIR=$(xtables_dir)" "$@"; }
xtables_dir() {
  local path
  for path in "$root"/usr/lib/*-linux-gnu*/xtables /usr/lib/*-linux-gnu*/xtables; do
    if [[ -d $path ]]; then printf '%s' "$path"; return; fi
  done
}

programs() {
  [[ -f $root/packages ]] || { unpack && in_root dockerd --version >>"$setup_log" 2>&1; } || install_packages
}

# ---- up and down -----------------------------------------------------------------------------------------------

up() {
  check_machine
  lock
  local pid
  if pid=$(running_pid); then
    until_true 60 answers || die "process $pid runs but does not answer on $socket (log: $log); make engine-down ends it"
  else
    programs
    sweep # what a killed engine or a reboot left behind
    start
  fi
  say "$(in_root dockerd --version | cut -d , -f 1) answers on $socket"
  printf 'DOCKER_HOST=unix://%s\n' "$socket"
}

start() {
  mkdir -p "$data"
  local place
  for place in "${fixed_places[@]}"; do
    mkdir -p "$run/private$place"
    if [[ ! -e $place ]]; then
      mkdir -p "$place"
      : >"$place/$place_mark"
    fi
  done
  printf '{}\n' >"$dir/daemon.json"
  # The init program is mounted into containers, so its path can be read there: next to the data, see above.
  cp -f "$(PATH=$(engine_path) command -v docker-init || PATH=$(engine_path) command -v tini)" "$data/docker-init"
  local arguments=(
    --config-file "$dir/daemon.json" # never the system's /etc/docker/daemon.json
    --data-root "$data" --exec-root "$run/exec" --pidfile "$run/dockerd.pid"
    --host "unix://$socket" --group root
    --init-path "$data/docker-init"
    --exec-opt native.cgroupdriver=cgroupfs --cgroup-parent "/$cgroup"
  )
  # In namespaces of its own: network, because dockerd rewrites the docker0 and the firewall it finds; mounts, so that
  # ours never show in the system and vanish with the engine. The environment is not inherited (DOCKER_*, proxies).
  : >"$log"
  setsid env -i "$marker=$dir" "HOME=$dir" "PATH=$(engine_path)" "LD_LIBRARY_PATH=$(library_path)" \
    "XTABLES_LIBDIR=$(xtables_dir)" unshare --net --mount --propagation slave -- \
    bash -c "$(declare -f inside); inside \"\$@\"" inside "$root" "$run/private" \
    "${fixed_places[*]}" "${arguments[@]}" \
    </dev/null >>"$log" 2>&1 9>&- &
  local pid=$!
  printf '%s %s\n' "$pid" "$(start_of "$pid")" >"$identity"
  if ! until_true 60 answers_or_dead "$pid" || ! answers; then
    tail -n 15 "$log" >&2
    stop "$pid"
    die "dockerd did not come up; the whole log is $log"
  fi
}

answers_or_dead() { answers || ! start_of "$1" >/dev/null; }

# Runs inside the namespaces; becomes dockerd.
inside() {
  local root=$1 private=$2 places=$3 place tool
  shift 3
  cd / || return
  if command -v ip >/dev/null; then ip link set lo up; fi # containers have their own, so the engine can do without
  # Among them is the socket of a containerd of the system's, which dockerd would use instead of its own.
  for place in $places; do mount --no-mtab --bind "$private$place" "$place" || return; done
  # Kernels without nf_tables still have the older interface, or none: then containers get no bridge.
  if ! iptables -t nat -S >/dev/null 2>&1; then
    for tool in "$root"/usr/sbin/ip{,6}tables{,-save,-restore}; do
      if [[ -L $tool ]]; then ln -sf xtables-legacy-multi "$tool"; fi
    done
    iptables -t nat -S >/dev/null 2>&1 || set -- "$@" --iptables=false --ip6tables=false
  fi
  exec dockerd "$@"
}

down() {
  check_machine
  lock
  local pid=
  if pid=$(running_pid); then say "stopping process $pid"; else say 'not running'; fi
  stop "$pid"
}

# Containers first, so that dockerd has nothing to wait for; then dockerd itself, in its own time; then all that is left.
stop() {
  mapfile -t pids < <(container_pids)
  kill_all KILL "${pids[@]}"
  if [[ -n $1 ]]; then
    kill_all TERM "$1"
    until_true 20 gone "$1" || say "process $1 did not end in time"
  fi
  sweep
}
gone() { ! start_of "$1" >/dev/null; }

# Ends every process of this engine and removes its sockets, pid files, cgroups, places. Images and data stay.
sweep() {
  local place
  until_true 20 nothing_left || die "processes ${pids[*]} of the engine cannot be ended"
  rm -rf "$run"/{docker.sock,dockerd.pid,engine,exec,private}
  # Another private engine has its own directories mounted there: whoever goes last takes the places away.
  if any_engine_runs; then return; fi
  for place in "${fixed_places[@]}"; do
    if [[ -e $place/$place_mark ]]; then
      rm "$place/$place_mark"
      rmdir "$place" 2>/dev/null || true
    fi
  done
  find /sys/fs/cgroup -depth -type d \( -path "*/$cgroup/*" -o -name "$cgroup" \) -exec rmdir {} + 2>/dev/null || true
}
nothing_left() {
  mapfile -t pids < <(daemon_pids; container_pids)
  kill_all KILL "${pids[@]}"
  ((${#pids[@]} == 0))
}

status() {
  local pid
  if pid=$(running_pid) && answers; then
    say "runs as process $pid, socket $socket, data $data, programs $root"
    printf 'DOCKER_HOST=unix://%s\n' "$socket"
  else
    say "not running (make engine starts it)"
    exit 1
  fi
}

remove() {
  down
  rm -rf "$dir" "$data" "$run"
  # The directories above are ours only where nothing else has come to live in them.
  rmdir "$(dirname "$dir")" 2>/dev/null || true
}

check_machine() {
  [[ $(uname -s) == Linux ]] || die 'needs Linux; on this machine use Docker Desktop or Podman, cleanslate finds them'
  ((EUID == 0)) || die 'needs root; use a Docker or Podman engine of your own, or the local engine (--engine local)'
  local tool
  for tool in apt-get dpkg dpkg-deb; do
    command -v "$tool" >/dev/null || die "needs Debian or Ubuntu ($tool is missing); use an engine of your own"
  done
  for tool in unshare setsid flock mount; do
    command -v "$tool" >/dev/null || die "needs $tool (package util-linux)"
  done
  command -v curl >/dev/null || command -v node >/dev/null || die 'needs curl or node to talk to the engine'
  unshare --net --mount true 2>/dev/null || die 'this machine allows no new namespaces (unshare failed)'
}

# One at a time; the second waits for the first and then finds its work done. dockerd does not inherit the lock.
# All private engines of the machine share it, because they share the fixed places; and it is no file of ours.
lock() {
  exec 9</run
  flock --timeout 900 9 || die 'another engine has been starting or stopping for 15 minutes (it holds a lock on /run)'
  mkdir -p "$dir" "$run"
}

main() {
  local pids=()
  case ${1:-} in
    up | down | status | remove) "$1" ;;
    *) say 'usage: scripts/engine.sh up|down|status|remove'; exit 2 ;;
  esac
}
main "$@"
