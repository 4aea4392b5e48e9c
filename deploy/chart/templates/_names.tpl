{{/* The name that all objects of a release begin with: the release's, or the chart's where that says nothing more. */}}
{{- define "sitrep.name" -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- end -}}

{{- define "sitrep.selector" -}}
app.kubernetes.io/name: sitrep
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "sitrep.labels" -}}
{{ include "sitrep.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
{{- end -}}

{{/* The rules of one role, as `npm run generate` derived them. */}}
{{- define "sitrep.rules" -}}
{{- $all := .root.Files.Get "files/permissions.yaml" | fromYaml -}}
{{- get $all .role | toYaml -}}
{{- end -}}

{{/* The account that everything is granted to. */}}
{{- define "sitrep.subjects" -}}
- kind: ServiceAccount
  name: {{ include "sitrep.name" . }}
  namespace: {{ .Release.Namespace }}
{{- end -}}

{{/* The replicas of the data plane and all that belongs to them. */}}
{{- define "sitrep.dataPlane.name" -}}
{{ include "sitrep.name" . }}-data-plane
{{- end -}}

{{- define "sitrep.dataPlane.selector" -}}
app.kubernetes.io/name: sitrep-data-plane
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "sitrep.dataPlane.labels" -}}
{{ include "sitrep.dataPlane.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
{{- end -}}
