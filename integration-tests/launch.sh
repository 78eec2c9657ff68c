# ./demo, ./bench and ./integration-tests/dump-registry source this file. It finds a JDK, builds modules that are missing or
# out of date, and runs one class.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
class_path_file=$here/integration-tests/bench/target/runtime.classpath

# The same platforms as the rule in pom.xml, which checks the properties of the JVM.
check_platform() {
  local system machine
  system=$(uname -s)
  machine=$(uname -m)
  if [[ $system != Linux || ! $machine =~ ^(x86_64|aarch64|arm64)$ ]]; then
    echo "$program: needs Linux (x86-64 or arm64), and this is $system ($machine): run it in a virtual machine or on another machine" >&2
    exit 1
  fi
}

find_java() {
  if [[ -n ${JAVA_HOME:-} && -x $JAVA_HOME/bin/javac ]]; then
    java_bin=$JAVA_HOME/bin
  elif javac=$(command -v javac); then
    java_bin=$(dirname "$(readlink -f "$javac")")
  else
    echo "$program: needs a JDK 17 or newer: install one (openjdk-17-jdk-headless) or set JAVA_HOME to its directory" >&2
    exit 1
  fi
  # The output is for example "javac 17.0.9" or "javac 1.8.0_392".
  feature=$("$java_bin/javac" -version 2>&1 | sed -nE 's/^javac (1\.)?([0-9]+).*/\2/p')
  if ((feature < 17)); then
    echo "$program: needs a JDK 17 or newer, but $java_bin has version $feature: set JAVA_HOME to a newer JDK" >&2
    exit 1
  fi
}

newer_sources() {
  find "$here"/pom.xml "$here"/{exporter,agent,integration-tests,integration-tests/{kit,bench}}/pom.xml \
    "$here"/{exporter,agent,integration-tests/{kit,bench}}/src/main -newer "$class_path_file" -print -quit
}

# With sudo, the user who called sudo builds and owns the files of a run. Without sudo, Maven could not replace files of root.
# A checkout or a build of another user, such as root, stays as it is, because the caller could not write there.
by_sudo() {
  [[ $EUID == 0 && -n ${SUDO_USER:-} && $SUDO_USER != root ]] || return 1
  local built=$here/agent/target
  [[ -e $built ]] || built=$here
  [[ $(stat -c %U "$built") == "$SUDO_USER" ]]
}
as_caller() { if by_sudo; then sudo -H -u "$SUDO_USER" "$@"; else "$@"; fi; }

build() {
  if [[ -f $here/agent/target/foreread-agent.jar && -f $class_path_file && -z $(newer_sources) ]]; then
    return
  fi
  echo "building Foreread (the first build downloads Maven and libraries) ..."
  rm -f "$class_path_file"
  log=$here/integration-tests/bench/target/$program-build.log
  as_caller mkdir -p "$(dirname "$log")"
  rm -f "$log"
  as_caller touch "$log"
  trap 'exit 130' INT
  if ! (cd "$here" && as_caller env JAVA_HOME="$(dirname "$java_bin")" ./mvnw -q -B -Dmaven.test.skip=true -Dspotless.check.skip=true -pl integration-tests/bench -am package) >"$log" 2>&1; then
    grep -m 5 ERROR "$log" >&2 || tail -n 5 "$log" >&2
    echo "$program: the build failed, see $log" >&2
    exit 1
  fi
  trap - INT
}

# launch PROGRAM MAIN_CLASS ARGUMENT...
launch() {
  program=$1
  main_class=$2
  shift 2
  check_platform
  find_java
  build
  terminal=false
  [[ -t 1 ]] && terminal=true
  command=(
    "$java_bin/java"
    -Dforeread.checkout="$here"
    -Dforeread.agent.jar="$here/agent/target/foreread-agent.jar"
    -Dforeread.classpath.cache="$here/integration-tests/bench/target/cassandra-class-paths"
    -Dforeread.demo.directory="$here/integration-tests/bench/target/demo"
    -Dforeread.demo.terminal=$terminal
    -Dforeread.exporter.jar="$here/exporter/target/foreread-exporter.jar"
    -Dforeread.grafana.directory="$here/grafana"
    -Dforeread.bench.directory="$here/integration-tests/bench/target/bench"
    -cp "$here/integration-tests/bench/target/classes:$(<"$class_path_file")"
    "$main_class" "$@"
  )
  by_sudo || exec "${command[@]}"
  # No exec, because the files of the run become those of the caller. Without job control, Java ignores SIGINT in the background.
  "${command[@]}" <&0 &
  java=$!
  trap 'kill -TERM "$java" 2>/dev/null || true' INT TERM HUP
  status=0
  while kill -0 "$java" 2>/dev/null; do
    wait "$java" && status=0 || status=$?
  done
  chown -R "$SUDO_USER:" "$here/integration-tests/bench/target" || true
  exit "$status"
}
