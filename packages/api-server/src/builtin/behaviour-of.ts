import type { KubeObject } from '../json/json.ts'
import { cloneJson } from '../json/same-json.ts'
import type { Behaviour } from '../resources/resource.ts'
import { defaultStruct } from './defaults/all-defaults.ts'
import type { Draft } from './draft.ts'
import type { KindRules } from './kind-rules.ts'
import { conditionalUpdateOnly, createdOnUpdate, returnedOnDelete, specGeneration } from './kind-traits.ts'
import { canonical } from './types/canonical.ts'
import type { Definition } from './types/definition.ts'
import { typeRegistry } from './types/type-registry.ts'
import { dnsSubdomain } from './validation/name-rules.ts'

/** The behaviour of one built-in kind: its hand-written rules over what all built-in kinds do. */
export function behaviourOf(groupKind: string, rules: KindRules, hasStatus: boolean): Behaviour {
  const generationOf = rules.generationOf ?? (specGeneration.has(groupKind) ? specOf : undefined)
  return {
    applyDefaults: (object) => {
      const draft = canonicalObject(object)
      rules.defaults?.(draft)
      return asObject(draft)
    },
    prepareForCreate: (object, now) => {
      const draft = editable(object)
      if (hasStatus && rules.statusAtCreation !== 'kept') resetStatus(draft)
      rules.prepareForCreate?.(draft, now)
      return asObject(draft)
    },
    prepareForUpdate: (object, old, now) => {
      const draft = editable(object)
      if (hasStatus) copyStatus(draft, old)
      rules.prepareForUpdate?.(draft, old, now)
      return asObject(draft)
    },
    ...statusRules(rules),
    ...validations(rules),
    validateName: rules.name ?? dnsSubdomain,
    ...(rules.warnings !== undefined && { warnings: rules.warnings }),
    ...(generationOf !== undefined && { generationOf }),
    allowsUnconditionalUpdate: !conditionalUpdateOnly.has(groupKind),
    createsOnUpdate: createdOnUpdate.has(groupKind),
    returnsDeletedObject: returnedOnDelete.has(groupKind),
    defaultPropagation: rules.defaultPropagation ?? 'Background',
    ...(rules.ignoresPropagation && { ignoresPropagation: true }),
    ...(rules.ignoresGenerateName && { ignoresGenerateName: true }),
    ...(rules.gracePeriodSeconds !== undefined && { gracePeriodSeconds: rules.gracePeriodSeconds }),
  }
}

function statusRules(rules: KindRules): Pick<Behaviour, 'prepareForStatusUpdate' | 'validateStatusUpdate'> {
  const { prepareForStatusUpdate, validateStatusUpdate } = rules
  return {
    ...(prepareForStatusUpdate !== undefined && {
      prepareForStatusUpdate: (object: KubeObject, old: KubeObject, now: number) => {
        const draft = editable(object)
        prepareForStatusUpdate(draft, old, now)
        return asObject(draft)
      },
    }),
    ...(validateStatusUpdate !== undefined && { validateStatusUpdate }),
  }
}

function validations(rules: KindRules): Pick<Behaviour, 'validateCreate' | 'validateUpdate'> {
  const { validate, validateUpdate } = rules
  return {
    ...(validate !== undefined && { validateCreate: (object: KubeObject) => validate(object) }),
    ...((validate !== undefined || validateUpdate !== undefined) && {
      validateUpdate: (object: KubeObject, old: KubeObject) => [
        ...(validateUpdate?.(object, old) ?? []),
        ...(validate?.(object, old) ?? []),
      ],
    }),
  }
}

function specOf(object: KubeObject): KubeObject[string] {
  return object['spec'] ?? null
}

function canonicalObject(object: KubeObject): Draft {
  return canonical(object, definitionOf(object), defaultStruct)
}

function definitionOf({ apiVersion, kind }: KubeObject): Definition {
  const definition = typeRegistry.definitionOf(apiVersion, kind)
  if (definition === undefined) throw new TypeError(`no table describes ${apiVersion} ${kind}`)
  return definition
}

function resetStatus(draft: Draft): void {
  const { apiVersion, kind } = draft
  const zero = canonical({}, definitionOf({ apiVersion, kind } as KubeObject))
  const status = zero['status']
  if (status === undefined) delete draft['status']
  else draft['status'] = status
}

function copyStatus(draft: Draft, old: KubeObject): void {
  const status = old['status']
  if (status === undefined) delete draft['status']
  else draft['status'] = cloneJson(status) as Draft
}

function editable(object: KubeObject): Draft {
  return cloneJson(object) as unknown as Draft
}

function asObject(draft: Draft): KubeObject {
  return draft as unknown as KubeObject
}
