import { at, fields, groupOf, text } from '@sitrep/status'

/** The fields of a Machine template that a rollout is about; all others are changed in place. */
export interface TemplateFields {
  readonly version: string
  readonly failureDomain: string
  readonly bootstrap: TemplateRef
  readonly dataSecretName: string | undefined
  readonly infrastructure: TemplateRef
}

/** A reference as it stands, with or without all of its parts. */
export interface TemplateRef {
  readonly group: string
  readonly kind: string
  readonly name: string
}

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

const sameRef = (a: TemplateRef, b: TemplateRef): boolean =>
  a.group === b.group && a.kind === b.kind && a.name === b.name

const isSet = ({ group, kind, name }: TemplateRef): boolean => group !== '' || kind !== '' || name !== ''

const withoutSuffix = (kind: string): string => kind.replace(/Template$/, '')

/** In what a template differs from the one that is wanted, a sentence each; empty when a rollout would change nothing. */
export function templateDifferences(current: TemplateFields, wanted: TemplateFields): readonly string[] {
  const differences: string[] = []
  if (current.version !== wanted.version) {
    differences.push(`Version ${current.version}, ${wanted.version} required`)
  }
  if (!sameRef(current.bootstrap, wanted.bootstrap) || current.dataSecretName !== wanted.dataSecretName) {
    differences.push(bootstrapDifference(current, wanted))
  }
  if (!sameRef(current.infrastructure, wanted.infrastructure)) {
    differences.push(`${withoutSuffix(current.infrastructure.kind)} is not up-to-date`)
  }
  if (current.failureDomain !== wanted.failureDomain) {
    differences.push(`Failure domain ${current.failureDomain}, ${wanted.failureDomain} required`)
  }
  return differences
}

function bootstrapDifference(current: TemplateFields, wanted: TemplateFields): string {
  if (isSet(current.bootstrap)) return `${withoutSuffix(current.bootstrap.kind)} is not up-to-date`
  return `spec.bootstrap.dataSecretName ${current.dataSecretName ?? 'nil'}, ${wanted.dataSecretName ?? 'nil'} required`
}
