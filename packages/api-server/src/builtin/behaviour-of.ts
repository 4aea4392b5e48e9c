import { cloneJson } from '../json/clone-json.ts'
import type { KubeObject } from '../json/json.ts'
import { getOwn, isJsonArray } from '../json/own.ts'
import type { Behaviour } from '../resources/resource.ts'
import type { AllocatingBehaviour } from './allocate.ts'
import { defaultStruct } from './defaults/all-defaults.ts'
import { type Draft, type DraftValue, ensureDraft } from './draft.ts'
import type { KindRules } from './kind-rules.ts'
import { conditionalUpdateOnly, createdOnUpdate, returnedOnDelete, statusOnly } from './kind-traits.ts'
import { structRules } from './rules/all-rules.ts'
import { canonical } from './types/canonical.ts'
import type { Definition } from './types/definition.ts'
import { typeRegistry } from './types/type-registry.ts'
import { unknownFinalizer } from './validation/finalizer.ts'
import { dnsSubdomain } from './validation/name-rules.ts'
import { textsOf } from './validation/read.ts'
import { applyStructRules } from './validation/struct-rules.ts'

/** The behaviour of one built-in kind: its hand-written rules over what all built-in kinds do. */
export function behaviourOf(
  groupKind: string,
  rules: KindRules,
  hasStatus: boolean,
): Behaviour | AllocatingBehaviour {
  const { generationOf } = rules
  // Every write is compared with one of these, and nobody changes it.
  const blanks = new Map<string, KubeObject>()
  return {
    applyDefaults: (object) => {
      const draft = canonicalObject(object)
      rules.defaults?.(draft)
      keepReset(draft, object)
      return asObject(draft)
    },
    blank: (apiVersion) => {
      const blank = blanks.get(apiVersion) ?? asObject(canonicalBlank(apiVersion, groupKind))
      blanks.set(apiVersion, blank)
      return blank
    },
    prepareForCreate: (object, now) => {
      const draft = toBeStored(object)
      if (hasStatus && rules.statusAtCreation !== 'kept') resetStatus(draft)
      rules.prepareForCreate?.(draft, now)
      return asObject(draft)
    },
    prepareForUpdate: (object, old, now) => {
      const draft = toBeStored(object)
      if (hasStatus) copyStatus(draft, old)
      rules.prepareForUpdate?.(draft, old, now)
      return asObject(draft)
    },
    ...(hasStatus && statusRules(groupKind, rules)),
    ...validations(rules),
    validateName: rules.name ?? dnsSubdomain,
    ...(rules.checksMetadata !== undefined && { checksMetadata: rules.checksMetadata }),
    ...(rules.warnings !== undefined && { warnings: rules.warnings }),
    ...(generationOf !== undefined && { generationOf }),
    allowsUnconditionalUpdate: !conditionalUpdateOnly.has(groupKind),
    createsOnUpdate: createdOnUpdate.has(groupKind),
    returnsDeletedObject: returnedOnDelete.has(groupKind),
    defaultPropagation: rules.defaultPropagation ?? 'Background',
    ...(rules.ignoresPropagation && { ignoresPropagation: true }),
    ...(rules.ignoresGenerateName && { ignoresGenerateName: true }),
    ...deletion(rules),
    ...(rules.allocate !== undefined && { allocate: rules.allocate }),
    ...(rules.gracePeriodSeconds !== undefined && { gracePeriodSeconds: rules.gracePeriodSeconds }),
  }
}

function deletion({ prepareForDelete, held }: KindRules): Pick<Behaviour, 'prepareForDelete' | 'held'> {
  return {
    ...(prepareForDelete !== undefined && {
      prepareForDelete: (object: KubeObject, now: number) => {
        const draft = editable(object)
        prepareForDelete(draft, now)
        return asObject(draft)
      },
    }),
    ...(held !== undefined && { held }),
  }
}

function canonicalBlank(apiVersion: string, groupKind: string): Draft {
  const kind = groupKind.slice(groupKind.indexOf('/') + 1)
  const blank = { apiVersion, kind, metadata: { name: '' } }
  return canonical(blank, definitionOf(blank))
}

function statusRules(
  groupKind: string,
  rules: KindRules,
): Pick<Behaviour, 'prepareForStatusUpdate' | 'validateStatusUpdate'> {
  const { prepareForStatusUpdate, validateStatusUpdate } = rules
  const metadataStays = statusOnly.has(groupKind)
  return {
    prepareForStatusUpdate: (object, old, now) => {
      const draft = toBeStored(object)
      keepAllButStatus(draft, old)
      if (metadataStays) keepMetadata(draft, old)
      prepareForStatusUpdate?.(draft, old, now)
      return asObject(draft)
    },
    ...(validateStatusUpdate !== undefined && { validateStatusUpdate }),
  }
}

/** What is neither metadata nor status cannot be changed through `/status`. */
function keepAllButStatus(draft: Draft, old: KubeObject): void {
  const open = new Set(['apiVersion', 'kind', 'metadata', 'status'])
  for (const key of Object.keys(draft)) if (!open.has(key)) delete draft[key]
  for (const [key, value] of Object.entries(old))
    if (!open.has(key)) draft[key] = cloneJson(value) as DraftValue
}

function keepMetadata(draft: Draft, old: KubeObject): void {
  const metadata = ensureDraft(draft, 'metadata')
  for (const key of ['labels', 'annotations', 'finalizers', 'ownerReferences']) {
    const value = getOwn(old.metadata, key)
    if (value === undefined) delete metadata[key]
    else metadata[key] = cloneJson(value) as DraftValue
  }
}

function validations(rules: KindRules): Pick<Behaviour, 'validateCreate' | 'validateUpdate'> {
  const { validate, validateUpdate } = rules
  return {
    validateCreate: (object) => [...finalizers(object), ...inspect(object), ...(validate?.(object) ?? [])],
    validateUpdate: (object, old) => [
      ...finalizers(object),
      ...inspect(object),
      ...(validate?.(object, old) ?? []),
      ...(validateUpdate?.(object, old) ?? []),
    ],
  }
}

function finalizers({ metadata }: KubeObject): ReturnType<typeof applyStructRules> {
  return textsOf(metadata, 'finalizers').flatMap((finalizer, index) =>
    unknownFinalizer(finalizer, `metadata.finalizers[${index}]`),
  )
}

function inspect(object: KubeObject): ReturnType<typeof applyStructRules> {
  return applyStructRules(object, definitionOf(object), structRules)
}

function canonicalObject(object: KubeObject): Draft {
  return canonical(object, definitionOf(object), { fillStruct: defaultStruct })
}

/** An empty list of managers is a wish, not an omission: whoever tracks them has to see it. */
function keepReset(draft: Draft, { metadata }: KubeObject): void {
  const managers = getOwn(metadata, 'managedFields')
  if (isJsonArray(managers) && managers.length === 0) ensureDraft(draft, 'metadata')['managedFields'] = []
}

function definitionOf({ apiVersion, kind }: KubeObject): Definition {
  const definition = typeRegistry.definitionOf(apiVersion, kind)
  if (definition === undefined) throw new TypeError(`no table describes ${apiVersion} ${kind}`)
  return definition
}

function resetStatus(draft: Draft): void {
  const type = typeRegistry
    .jsonFieldsOf(definitionOf(draft as unknown as KubeObject))
    .find(({ name }) => name === 'status')?.type
  const definition = type?.form === 'struct' ? typeRegistry.get(type.name) : undefined
  if (definition === undefined) delete draft['status']
  else draft['status'] = canonical({}, definition, { fillStruct: defaultStruct })
}

function copyStatus(draft: Draft, old: KubeObject): void {
  const status = old['status']
  if (status === undefined) delete draft['status']
  else draft['status'] = cloneJson(status) as Draft
}

function toBeStored(object: KubeObject): Draft {
  return canonical(object, definitionOf(object), { emptyLists: 'null' })
}

function editable(object: KubeObject): Draft {
  return cloneJson(object) as unknown as Draft
}

function asObject(draft: Draft): KubeObject {
  return draft as unknown as KubeObject
}
