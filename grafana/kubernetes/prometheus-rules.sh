#!/bin/sh
# The rules of ../alerts as PrometheusRules for the Prometheus operator: prometheus-rules.sh | kubectl apply -f -
set -eu
cd "$(dirname "$0")/../alerts"
for file in *.yaml; do
  cat <<END
---
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  name: foreread-${file%.yaml}
  labels:
    release: ${RULE_RELEASE:-kube-prometheus-stack} # RULE_RELEASE: what your Prometheus selects (ruleSelector)
spec:
END
  sed 's/^\(.\)/  \1/' "$file"
done
