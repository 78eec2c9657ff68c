# Adds the Foreread agent to the JVM options of Cassandra. Source it at the end of cassandra-env.sh:
#   if [ -r /usr/share/foreread/foreread-env.sh ]; then . /usr/share/foreread/foreread-env.sh; fi
# FOREREAD_JAR and FOREREAD_CONFIG select another jar and another file of settings. Cassandra starts without the agent
# if the jar is missing, and with the agent switched off if the file cannot be read. Standard output stays empty, because
# nodetool sources cassandra-env.sh too.

foreread_jar="${FOREREAD_JAR:-/usr/share/foreread/foreread-agent.jar}"
foreread_config="${FOREREAD_CONFIG:-/etc/foreread/foreread.yaml}"
if [ -r "$foreread_jar" ] && [ -s "$foreread_jar" ]; then
    # Resolves the link to the jar of one version, because a node that runs during an upgrade must not load two versions.
    foreread_agent="-javaagent:$(readlink -f "$foreread_jar")"
    # Names a file that cannot be read too: the agent then reports it and stays off, because its defaults could open or export
    # more than the file intends. The defaults apply only if the usual file does not exist.
    foreread_directory="$(dirname "$foreread_config")"
    if [ -n "${FOREREAD_CONFIG:-}" ] || [ -e "$foreread_config" ] || [ -L "$foreread_config" ] \
        || { [ -e "$foreread_directory" ] && ! [ -x "$foreread_directory" ]; }; then
        foreread_agent="$foreread_agent=config=$foreread_config"
    fi
    case " $JVM_OPTS " in
        *foreread-agent*) ;;
        *) JVM_OPTS="$JVM_OPTS $foreread_agent" ;;
    esac
else
    echo "foreread: $foreread_jar is missing or not readable, so Cassandra starts without Foreread" >&2
fi
unset foreread_jar foreread_config foreread_directory foreread_agent
