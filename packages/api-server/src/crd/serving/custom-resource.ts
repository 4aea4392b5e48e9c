import { same } from '@sitrep/status/same'
import { dnsSubdomain, qualifiedName } from '../../builtin/validation/name-rules.ts'
import type { Json, JsonObject, KubeObject } from '../../json/json.ts'
import { getOwn } from '../../json/own.ts'
import { quoteGo } from '../../json/quote.ts'
import { compileJsonPath } from '../../jsonpath/compile-path.ts'
import { compareVersions, parseApiVersion } from '../../resources/group-version.ts'
import { finalizersOf, textOf, withMember } from '../../resources/metadata.ts'
import type { Behaviour, Resource, ResourceVersion, ScalePaths } from '../../resources/resource.ts'
import { compileSchema } from '../../schema/compiled-schema.ts'
import { applySchemaDefaults } from '../../schema/defaults.ts'
import { pruneObject } from '../../schema/prune.ts'
import { readSchema } from '../../schema/read-schema.ts'
import { customColumns } from './custom-columns.ts'
import { conditionIsTrue, objectAt, objectsAt, readNames, specOf, statusOf } from './definition.ts'

/** The resource that a definition describes, under the names that it was granted. */
export function customResource(definition: KubeObject, convert?: Resource['convertRemotely']): Resource {
  const spec = specOf(definition)
  const group = textOf(spec, 'group')
  const names = readNames(objectAt(statusOf(definition), 'acceptedNames'))
  const written = objectsAt(spec, 'versions')
  const all = written.map((version) => ({ version, built: customVersion(spec, version) }))
  const versions = all
    .filter(({ version }) => getOwn(version, 'served') === true)
    .map(({ built }) => built)
    .sort((a, b) => compareVersions(a.name, b.name))
  const storage = all.find(({ version }) => getOwn(version, 'storage') === true)?.built
  return {
    group,
    kind: names.kind,
    listKind: names.listKind,
    plural: names.plural,
    singular: names.singular,
    shortNames: names.shortNames,
    categories: names.categories,
    scope: textOf(spec, 'scope') === 'Cluster' ? 'Cluster' : 'Namespaced',
    origin: 'custom',
    storageVersion: storage?.name ?? '',
    ...(storage?.completeOnRead !== undefined && { completeForStorage: storage.completeOnRead }),
    versions,
    behaviour: customBehaviour(versions),
    ...(convert !== undefined && { convertRemotely: convert }),
    ...(conditionIsTrue(definition, 'Terminating') && { terminating: true }),
  }
}

function customVersion(spec: JsonObject, version: JsonObject): ResourceVersion {
  const schema = readSchema(getOwn(objectAt(version, 'schema'), 'openAPIV3Schema'))
  const subresources = objectAt(version, 'subresources')
  const scale = getOwn(subresources, 'scale')
  const compiled = compileSchema(schema)
  const warning = deprecationWarning(spec, version)
  // A new object loses the status that it came with, and those that are read have the defaults of their schema.
  const firstStatus = getOwn(applySchemaDefaults(compiled, {}) as JsonObject, 'status')
  return {
    name: textOf(version, 'name'),
    schema,
    ...(warning !== undefined && { deprecationWarning: warning }),
    status: getOwn(subresources, 'status') !== undefined,
    ...(firstStatus !== undefined && { firstStatus }),
    ...(scale !== undefined && { scale: scalePaths(objectAt(subresources, 'scale')) }),
    columns: customColumns(objectsAt(version, 'additionalPrinterColumns')),
    selectableFields: selectableFields(version),
    completeOnRead: (object) => {
      const { object: known } = pruneObject(compiled, object, { stored: true })
      const completed = applySchemaDefaults(compiled, known) as KubeObject
      return same(completed, object) ? object : completed
    },
  }
}

/** Selector keys are the paths without their leading dot. */
function selectableFields(version: JsonObject): ResourceVersion['selectableFields'] {
  return new Map(
    objectsAt(version, 'selectableFields').map((field) => {
      const path = textOf(field, 'jsonPath')
      const read = compileJsonPath(path)
      return [path.replace(/^\./, ''), (object: KubeObject) => scalarText(read(object)[0])]
    }),
  )
}

function scalarText(value: Json | undefined): string {
  return value === undefined || value === null || typeof value === 'object' ? '' : String(value)
}

function scalePaths(scale: JsonObject): ScalePaths {
  const labelSelector = textOf(scale, 'labelSelectorPath')
  return {
    specReplicas: textOf(scale, 'specReplicasPath'),
    statusReplicas: textOf(scale, 'statusReplicasPath'),
    ...(labelSelector !== '' && { labelSelector }),
  }
}

function deprecationWarning(spec: JsonObject, version: JsonObject): string | undefined {
  if (getOwn(version, 'deprecated') !== true) return undefined
  const own = getOwn(version, 'deprecationWarning')
  if (typeof own === 'string') return own
  const group = textOf(spec, 'group')
  const kind = textOf(objectAt(spec, 'names'), 'kind')
  const name = textOf(version, 'name')
  const [better] = objectsAt(spec, 'versions')
    .filter((other) => getOwn(other, 'served') === true && getOwn(other, 'deprecated') !== true)
    .map((other) => textOf(other, 'name'))
    .filter((other) => compareVersions(other, name) < 0)
    .sort(compareVersions)
  const advice = better === undefined ? '' : `; use ${group}/${better} ${kind}`
  return `${group}/${name} ${kind} is deprecated${advice}`
}

function customBehaviour(versions: readonly ResourceVersion[]): Behaviour {
  const withStatus = new Set(versions.filter(({ status }) => status).map(({ name }) => name))
  const firstStatus = new Map(versions.map((version) => [version.name, version.firstStatus]))
  const hasStatus = ({ apiVersion }: KubeObject): boolean =>
    withStatus.has(parseApiVersion(apiVersion).version)
  return {
    prepareForCreate: (object) =>
      hasStatus(object)
        ? withMember(object, 'status', firstStatus.get(parseApiVersion(object.apiVersion).version))
        : object,
    prepareForUpdate: (object, old) =>
      hasStatus(object) ? withMember(object, 'status', getOwn(old, 'status')) : object,
    validateName: dnsSubdomain,
    warnings: finalizerWarnings,
    generationOf: (object) => contentOf(object, hasStatus(object)),
    allowsUnconditionalUpdate: false,
    createsOnUpdate: false,
    returnsDeletedObject: false,
    defaultPropagation: 'Background',
  }
}

/** Everything that counts as a change of what is wanted. */
function contentOf(object: KubeObject, hasStatus: boolean): Json {
  const { metadata: _metadata, status, ...rest } = object
  return hasStatus || status === undefined ? rest : { ...rest, status }
}

const standardFinalizers: ReadonlySet<string> = new Set(['orphan', 'foregroundDeletion', 'kubernetes'])

function finalizerWarnings(object: KubeObject, old?: KubeObject): readonly string[] {
  const before = new Set(old === undefined ? [] : finalizersOf(old))
  const added = [...new Set(finalizersOf(object))].filter((finalizer) => !before.has(finalizer)).sort()
  return added.flatMap((finalizer) => {
    const shown = `metadata.finalizers: ${quoteGo(finalizer)}`
    const wrong = qualifiedName(finalizer).map((why) => `${shown}: ${why}`)
    if (finalizer.includes('/') || standardFinalizers.has(finalizer)) return wrong
    const better = finalizer.includes('.') ? ' including a path (/)' : ''
    const advice = `prefer a domain-qualified finalizer name${better} to avoid accidental conflicts with other finalizer writers`
    return [...wrong, `${shown}: ${advice}`]
  })
}
