import { at, fields, groupOf, text } from '@sitrep/status'
import type { TemplateFields, TemplateRef } from '../types.ts'

/** Reads a Machine template, whatever is there. */
export function templateFields(template: unknown): TemplateFields {
  const spec = at(template, 'spec')
  return {
    version: text(at(spec, 'version')) ?? '',
    failureDomain: text(at(spec, 'failureDomain')) ?? '',
    bootstrap: templateRef(at(spec, 'bootstrap', 'configRef')),
    dataSecretName: dataSecretName(at(spec, 'bootstrap', 'dataSecretName')),
    infrastructure: templateRef(at(spec, 'infrastructureRef')),
  }
}

// An empty name is a name here: it differs from none.
const dataSecretName = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

function templateRef(value: unknown): TemplateRef {
  const { apiGroup, apiVersion, kind, name } = fields(value)
  return {
    group: text(apiGroup) ?? groupOf(text(apiVersion) ?? ''),
    kind: text(kind) ?? '',
    name: text(name) ?? '',
  }
}
