{{- define "flowgate.fullname" -}}
{{- if contains "flowgate" .Release.Name -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-flowgate" .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "flowgate.selector" -}}
app.kubernetes.io/name: flowgate
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "flowgate.labels" -}}
{{ include "flowgate.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{- define "flowgate.secretName" -}}
{{- .Values.existingSecret | default (include "flowgate.fullname" .) -}}
{{- end -}}

{{- define "flowgate.filesClaim" -}}
{{- .Values.files.existingClaim | default (printf "%s-files" (include "flowgate.fullname" .)) -}}
{{- end -}}

{{/* Not empty if flows run on Jenkins. */}}
{{- define "flowgate.onJenkins" -}}
{{ if or .Values.jenkins.url .Values.controllers }}yes{{ end }}
{{- end -}}

{{/* Without a Jenkins, one pod does everything, and runs the flows itself. */}}
{{- define "flowgate.roles" -}}
{{ if include "flowgate.onJenkins" . }}api worker{{ else }}api{{ end }}
{{- end -}}

{{- define "flowgate.dataClaim" -}}
{{- .Values.data.existingClaim | default (printf "%s-data" (include "flowgate.fullname" .)) -}}
{{- end -}}

{{/* The settings that values set, as YAML: name to value. */}}
{{- define "flowgate.settings" -}}
PORT: "3000"
FLOWGATE_LOG_FORMAT: json
{{- if include "flowgate.onJenkins" . }}
FLOWGATE_KEY_FILE: /run/flowgate/key
REDIS_URL_FILE: /run/flowgate/redis-url
{{- if .Values.jenkins.url }}
JENKINS_URL: {{ .Values.jenkins.url | quote }}
JENKINS_USER: {{ .Values.jenkins.user | quote }}
JENKINS_TOKEN_FILE: /run/flowgate/jenkins-token
{{- end }}
JENKINS_FOLDER: {{ .Values.jenkins.folder | quote }}
{{- if .Values.controllers }}
FLOWGATE_CONTROLLERS: /etc/flowgate/controllers.yaml
{{- end }}
{{- else }}
FLOWGATE_ENGINE: local
{{- end }}
FLOWGATE_AUTH: {{ .Values.auth.mode }}
{{- if eq .Values.auth.mode "proxy" }}
FLOWGATE_TRUSTED_PROXIES: {{ join "," .Values.auth.trustedProxies | quote }}
{{- else }}
FLOWGATE_JWT_ISSUER: {{ .Values.auth.issuer | quote }}
FLOWGATE_JWT_AUDIENCE: {{ .Values.auth.audience | quote }}
{{- end }}
{{- if .Values.policy }}
FLOWGATE_POLICY: /etc/flowgate/policy.yaml
{{- end }}
{{- if .Values.receivers }}
FLOWGATE_RECEIVERS: /etc/flowgate/receivers.yaml
{{- end }}
{{- if .Values.locks }}
FLOWGATE_LOCKS: /etc/flowgate/locks.yaml
{{- end }}
{{- $agentUrl := .Values.agentUrl | default .Values.files.publicUrl }}
{{- with .Values.publicUrl | default $agentUrl }}
FLOWGATE_PUBLIC_URL: {{ . | quote }}
{{- end }}
{{- with $agentUrl }}
FLOWGATE_AGENT_URL: {{ . | quote }}
{{- end }}
{{- if .Values.files.enabled }}
FLOWGATE_FILES: /files
{{- end }}
{{- with .Values.notifications.url }}
FLOWGATE_NOTIFY_URL: {{ . | quote }}
FLOWGATE_NOTIFY_SECRET_FILE: /run/flowgate/notify-secret
FLOWGATE_NOTIFY_EVENTS: {{ $.Values.notifications.events }}
{{- end }}
{{- if .Values.flowSecrets }}
FLOWGATE_SECRETS_DIR: /run/flow-secrets
{{- end }}
{{- with .Values.tracing.endpoint }}
OTEL_EXPORTER_OTLP_ENDPOINT: {{ . | quote }}
OTEL_SERVICE_NAME: {{ include "flowgate.fullname" $ }}
{{- end }}
{{- end -}}

{{/* What the schema of the values cannot say. */}}
{{- define "flowgate.check" -}}
{{- if not (include "flowgate.onJenkins" .) -}}
{{- if and (or .Values.existingSecret .Values.secret.key .Values.secret.redisUrl .Values.secret.jenkinsToken) (not .Values.notifications.url) -}}
{{- fail "existingSecret and secret need jenkins.url or controllers: without a Jenkins, Flowgate has a key and a Redis of its own." -}}
{{- end -}}
{{- if .Values.api.autoscaling.enabled -}}
{{- fail "api.autoscaling needs jenkins.url or controllers: without a Jenkins, there is one pod." -}}
{{- end -}}
{{- else if not .Values.existingSecret -}}
{{- range $name := concat (list "key" "redisUrl") (ternary (list "jenkinsToken") (list) (not (empty $.Values.jenkins.url))) -}}
{{- if not (index $.Values.secret $name) -}}
{{- fail (printf "Set existingSecret, or secret.%s for a trial." $name) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- if and .Values.notifications.url (not .Values.existingSecret) (not .Values.secret.notifySecret) -}}
{{- fail "notifications.url needs existingSecret with the key notify-secret, or secret.notifySecret for a trial." -}}
{{- end -}}
{{- if and .Values.files.enabled (not (coalesce .Values.agentUrl .Values.publicUrl .Values.files.publicUrl)) -}}
{{- fail "files.enabled needs agentUrl or publicUrl." -}}
{{- end -}}
{{- $settings := include "flowgate.settings" . | fromYaml -}}
{{- range $name, $_ := .Values.env -}}
{{- if hasKey (merge (dict "FLOWGATE_ROLE" "" "FLOWGATE_HOSTS" "") $settings) $name -}}
{{- fail (printf "env.%s: the chart sets it from other values." $name) -}}
{{- end -}}
{{- end -}}
{{- if and (eq .Values.auth.mode "jwt") (not .Values.auth.issuer) -}}
{{- fail "auth.mode jwt needs auth.issuer." -}}
{{- end -}}
{{- if and (include "flowgate.onJenkins" .) (eq .Values.auth.mode "proxy") (not .Values.auth.trustedProxies) -}}
{{- fail "auth.mode proxy needs auth.trustedProxies: the addresses of the pods of the proxy." -}}
{{- end -}}
{{- if and .Values.ingress.enabled (not .Values.hosts) -}}
{{- fail "ingress.enabled needs hosts." -}}
{{- end -}}
{{- end -}}

{{/* The pods of a role differ in their name, role and resources. Called with (dict "root" $ "role" "api"). */}}
{{- define "flowgate.pod" -}}
{{- $root := .root -}}
{{- $settings := index $root.Values .role -}}
metadata:
  labels:
    {{- include "flowgate.labels" $root | nindent 4 }}
    app.kubernetes.io/component: {{ .role }}
  annotations:
    # Pods are replaced when the data that they read at startup changes.
    checksum/config: {{ include (print $root.Template.BasePath "/config.yaml") $root | sha256sum }}
    checksum/secret: {{ include (print $root.Template.BasePath "/secret.yaml") $root | sha256sum }}
    {{- with $root.Values.podAnnotations }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
spec:
  serviceAccountName: {{ include "flowgate.fullname" $root }}
  automountServiceAccountToken: {{ $root.Values.serviceAccount.mountToken }}
  # The variables that Kubernetes derives from services could be mistaken for settings.
  enableServiceLinks: false
  terminationGracePeriodSeconds: {{ $root.Values.terminationGracePeriodSeconds }}
  {{- with $root.Values.imagePullSecrets }}
  imagePullSecrets: {{- toYaml . | nindent 4 }}
  {{- end }}
  securityContext:
    runAsNonRoot: true
    # The user `node` of the image.
    runAsUser: 1000
    runAsGroup: 1000
    fsGroup: 1000
    # Otherwise, each pod start would scan all uploaded files.
    fsGroupChangePolicy: OnRootMismatch
    seccompProfile: {type: RuntimeDefault}
  containers:
    - name: flowgate
      image: "{{ $root.Values.image.repository }}:{{ $root.Values.image.tag | default $root.Chart.AppVersion }}"
      imagePullPolicy: {{ $root.Values.image.pullPolicy }}
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities: {drop: [ALL]}
      envFrom:
        - configMapRef: {name: {{ include "flowgate.fullname" $root }}}
      env:
        - {name: FLOWGATE_ROLE, value: {{ if include "flowgate.onJenkins" $root }}{{ .role }}{{ else }}all{{ end }}}
        # Prometheus and the kubelet use the address of the pod.
        - {name: POD_IP, valueFrom: {fieldRef: {fieldPath: status.podIP}}}
        - {name: FLOWGATE_HOSTS, value: {{ append ($root.Values.hosts | default (list "localhost")) "$(POD_IP)" | join "," | quote }}}
      ports:
        - {name: http, containerPort: 3000}
      {{- if eq .role "api" }}
      # The pod gets requests until all nodes know that it is stopping.
      lifecycle:
        preStop:
          exec: {command: [sleep, "5"]}
      {{- end }}
      # After an upgrade, the first pod migrates the stored data before it listens, and the others wait for it.
      startupProbe:
        httpGet: {path: /healthz, port: http}
        periodSeconds: 1
        timeoutSeconds: 5
        failureThreshold: 600
      livenessProbe:
        httpGet: {path: /healthz, port: http}
        periodSeconds: 10
        timeoutSeconds: 5
        failureThreshold: 6
      # Not /readyz: without Redis or Jenkins, no other pod could do better, and Flowgate returns a clear error.
      readinessProbe:
        httpGet: {path: /healthz, port: http}
        periodSeconds: 5
        timeoutSeconds: 5
      resources: {{- toYaml $settings.resources | nindent 8 }}
      volumeMounts:
        - {name: secrets, mountPath: /run/flowgate, readOnly: true}
        - {name: policy, mountPath: /etc/flowgate, readOnly: true}
        {{- if $root.Values.flowSecrets }}
        - {name: flow-secrets, mountPath: /run/flow-secrets, readOnly: true}
        {{- end }}
        - {name: data, mountPath: /data}
        - {name: tmp, mountPath: /tmp}
        {{- if $root.Values.files.enabled }}
        - {name: files, mountPath: /files}
        {{- end }}
  volumes:
    - name: secrets
      secret:
        secretName: {{ include "flowgate.secretName" $root }}
        defaultMode: 0440
        {{- if not (include "flowgate.onJenkins" $root) }}
        optional: true
        {{- end }}
    - name: policy
      configMap: {name: {{ include "flowgate.fullname" $root }}-policy}
    {{- with $root.Values.flowSecrets }}
    - name: flow-secrets
      secret: {secretName: {{ . }}, defaultMode: 0440}
    {{- end }}
    {{- if include "flowgate.onJenkins" $root }}
    - {name: data, emptyDir: {}}
    {{- else }}
    - name: data
      persistentVolumeClaim: {claimName: {{ include "flowgate.dataClaim" $root }}}
    {{- end }}
    - {name: tmp, emptyDir: {}}
    {{- if $root.Values.files.enabled }}
    - name: files
      persistentVolumeClaim: {claimName: {{ include "flowgate.filesClaim" $root }}}
    {{- end }}
  {{- with $root.Values.nodeSelector }}
  nodeSelector: {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $root.Values.tolerations }}
  tolerations: {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $root.Values.affinity }}
  affinity: {{- toYaml . | nindent 4 }}
  {{- end }}
  # A failing node takes down as few pods of a role as possible.
  topologySpreadConstraints:
    - maxSkew: 1
      topologyKey: kubernetes.io/hostname
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels:
          {{- include "flowgate.selector" $root | nindent 10 }}
          app.kubernetes.io/component: {{ .role }}
{{- end -}}
