{{/* What families are told, as options of the program. */}}
{{- define "sitrep.settings" -}}
{{- $known := .Files.Get "files/settings.yaml" | fromYaml }}
{{- range $family, $settings := .Values.settings }}
{{- range $name, $value := $settings }}
{{- $flag := dig $family $name "" $known }}
{{- if not $flag }}
{{- fail (printf "settings: family %s has no setting %s" $family $name) }}
{{- end }}
{{- if kindIs "slice" $value }}
{{- range $value }}
- {{ printf "--%s=%v" $flag . | quote }}
{{- end }}
{{- else if not (kindIs "bool" $value) }}
- {{ printf "--%s=%v" $flag $value | quote }}
{{- else if $value }}
- {{ printf "--%s" $flag | quote }}
{{- end }}
{{- end }}
{{- end }}
{{- end -}}

{{/* One Deployment's Pods: `root` is the chart's scope, `namespace` the only one to look at, or empty. */}}
{{- define "sitrep.arguments" -}}
{{- $values := .root.Values -}}
- run
- --metrics-host=0.0.0.0
- --metrics-port={{ $values.api.port }}
- --log-level={{ $values.logLevel }}
{{- with $values.profile }}
- --profile={{ . }}
{{- end }}
{{- with $values.families }}
- --families={{ join "," . }}
{{- end }}
{{- with $values.workloadAddresses }}
- --workload-addresses={{ join "," . }}
{{- end }}
{{- with include "sitrep.settings" .root | trim }}
{{ . }}
{{- end }}
{{- with .namespace }}
- --namespace={{ . }}
{{- end }}
{{- if $values.write }}
- --write
- --shards={{ $values.shards }}
{{- with .namespace }}
- --lease-namespace={{ . }}
{{- end }}
{{- end }}
{{- if $values.force }}
- --force
{{- end }}
{{- if $values.dataPlane.enabled }}
- --data-plane-service={{ .root.Release.Namespace }}/{{ include "sitrep.dataPlane.name" .root }}
- --data-plane={{ $values.dataPlane.kind }}
- --gateway-service-type={{ $values.dataPlane.service.type }}
{{- end }}
{{- if $values.webhook.enabled }}
- --webhook-port={{ $values.webhook.port }}
- --webhook-cert=/etc/sitrep/webhook
{{- end }}
{{- range $values.extraArgs }}
- {{ . | quote }}
{{- end }}
{{- end -}}

{{- define "sitrep.pod" -}}
{{- $values := .root.Values -}}
serviceAccountName: {{ include "sitrep.name" .root }}
automountServiceAccountToken: true
enableServiceLinks: false
{{- with $values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 65532
  runAsGroup: 65532
  seccompProfile:
    type: RuntimeDefault
containers:
  - name: sitrep
    image: {{ printf "%s:%s" $values.image.repository (default .root.Chart.AppVersion $values.image.tag) | quote }}
    imagePullPolicy: {{ $values.image.pullPolicy }}
    args:
      {{- include "sitrep.arguments" . | nindent 6 }}
    env:
      - name: SITREP_API_TOKEN
        valueFrom:
          secretKeyRef:
            name: {{ $values.api.tokenSecret.name }}
            key: {{ $values.api.tokenSecret.key }}
    ports:
      - name: metrics
        containerPort: {{ $values.api.port }}
      {{- if $values.webhook.enabled }}
      - name: webhook
        containerPort: {{ $values.webhook.port }}
      {{- end }}
    startupProbe:
      httpGet: { path: /healthz, port: metrics }
      periodSeconds: 2
      failureThreshold: 60
    livenessProbe:
      httpGet: { path: /healthz, port: metrics }
      periodSeconds: 10
      timeoutSeconds: 5
      failureThreshold: 6
    readinessProbe:
      httpGet: { path: /readyz, port: metrics }
      periodSeconds: 5
      timeoutSeconds: 5
    securityContext:
      allowPrivilegeEscalation: false
      readOnlyRootFilesystem: true
      capabilities:
        drop: [ALL]
    resources:
      {{- toYaml $values.resources | nindent 6 }}
    {{- if $values.webhook.enabled }}
    volumeMounts:
      - name: webhook
        mountPath: /etc/sitrep/webhook
        readOnly: true
    {{- end }}
{{- if $values.webhook.enabled }}
volumes:
  - name: webhook
    secret:
      secretName: {{ $values.webhook.certificateSecret }}
{{- end }}
{{- with $values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
terminationGracePeriodSeconds: 30
{{- end -}}
