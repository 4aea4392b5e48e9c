import type { JsonObject, KubeObject } from '../../json/json.ts'
import { getOwn } from '../../json/own.ts'
import { onDemand } from '../../on-demand.ts'
import {
  deleting,
  finalizersOf,
  formatTime,
  textOf,
  textsOf,
  withMember,
  withMetadata,
} from '../../resources/metadata.ts'
import type { Behaviour, Resource } from '../../resources/resource.ts'
import { defaultCrd } from '../default-crd.ts'
import type * as definitionChecks from '../validate-crd.ts'
import { cleanupFinalizer, objectsAt, specOf, statusOf, withCondition } from './definition.ts'

const checks: () => typeof definitionChecks = onDemand(import.meta.url, '../validate-crd')

/** The built-in resource of definitions with what makes them definitions: their defaults, checks and orderly end. */
export function withDefinitionRules(resource: Resource): Resource {
  const { behaviour } = resource
  const rules: Partial<Behaviour> = {
    applyDefaults: (object) => defaultCrd(behaviour.applyDefaults?.(object) ?? object) as KubeObject,
    prepareForCreate: (object) => withStoredVersion(withMember(object, 'status', undefined)),
    prepareForUpdate: (object, old) => withStoredVersion(withMember(object, 'status', getOwn(old, 'status'))),
    // What a definition is called depends on what it defines, so its own rules say it.
    validateName: () => [],
    validateCreate: (object) => checks().validateCrd(object),
    validateUpdate: (object, old) => checks().validateCrd(object, old),
    validateStatusUpdate: (object) => checks().validateCrdStatus(object),
    generationOf: (object) => specOf(object),
    prepareForDelete: markTerminating,
    ignoresPropagation: true,
    ignoresGenerateName: true,
  }
  return { ...resource, behaviour: { ...behaviour, ...rules } }
}

/** Remembers every version that objects may have been stored in. */
function withStoredVersion(definition: KubeObject): KubeObject {
  const storage = objectsAt(specOf(definition), 'versions').find(
    (version) => getOwn(version, 'storage') === true,
  )
  const name = storage === undefined ? '' : textOf(storage, 'name')
  const status = statusOf(definition)
  const stored = textsOf(getOwn(status, 'storedVersions'))
  if (name === '' || stored.includes(name)) return definition
  const conditions = getOwn(status, 'conditions') ?? null
  const acceptedNames = getOwn(status, 'acceptedNames') ?? { plural: '', kind: '' }
  return withMember(definition, 'status', {
    ...status,
    conditions,
    acceptedNames,
    storedVersions: [...stored, name],
  })
}

/** A definition waits for its objects to go; what is not there yet cannot be waited for. */
function markTerminating(definition: KubeObject, now: number): KubeObject {
  if (deleting(definition)) return definition
  const finalizers = finalizersOf(definition)
  const held = finalizers.includes(cleanupFinalizer)
    ? definition
    : withMetadata(definition, { finalizers: [...finalizers, cleanupFinalizer] })
  const status: JsonObject = statusOf(held)
  const conditions = withCondition(
    objectsAt(status, 'conditions'),
    {
      type: 'Terminating',
      status: 'True',
      reason: 'InstanceDeletionPending',
      message: 'CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon',
    },
    formatTime(now),
  )
  return withMember(held, 'status', { ...status, conditions })
}
