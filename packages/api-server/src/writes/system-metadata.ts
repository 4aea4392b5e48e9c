import { badRequest } from '../errors/api-error.ts'
import type { Json, KubeObject } from '../json/json.ts'
import { getOwn, isJsonArray, isJsonObject } from '../json/own.ts'
import { showGoJson } from '../json/show-go.ts'
import { formatTime, metadataOf, namespaceOf, textOf, withMetadata } from '../resources/metadata.ts'

/** Takes away what only the server may say about a new object. */
export function wipeSystemMetadata(object: KubeObject): KubeObject {
  return withMetadata(object, {
    uid: undefined,
    creationTimestamp: undefined,
    deletionTimestamp: undefined,
    deletionGracePeriodSeconds: undefined,
    selfLink: undefined,
  })
}

export function fillSystemMetadata(object: KubeObject, birth: { uid: string; now: number }): KubeObject {
  return withMetadata(object, { uid: birth.uid, creationTimestamp: formatTime(birth.now) })
}

/** What an update cannot change is put back, silently. */
export function keepSystemMetadata(object: KubeObject, old: KubeObject): KubeObject {
  const [before, after] = [metadataOf(old), metadataOf(object)]
  return withMetadata(object, {
    uid: getOwn(after, 'uid') ?? getOwn(before, 'uid'),
    creationTimestamp: getOwn(before, 'creationTimestamp'),
    generation: getOwn(before, 'generation'),
    selfLink: undefined,
    ...(getOwn(before, 'deletionTimestamp') !== undefined && {
      deletionTimestamp: getOwn(before, 'deletionTimestamp'),
      deletionGracePeriodSeconds:
        getOwn(after, 'deletionGracePeriodSeconds') ?? getOwn(before, 'deletionGracePeriodSeconds'),
    }),
  })
}

/** Puts the object where the URL says, or throws a 400 when it claims to be elsewhere. */
export function placeInNamespace(object: KubeObject, namespace: string): KubeObject {
  const own = namespaceOf(object)
  if (own === namespace && (namespace !== '' || getOwn(metadataOf(object), 'namespace') === undefined))
    return object
  if (own === '' || namespace === '') {
    return withMetadata(object, { namespace: namespace === '' ? undefined : namespace })
  }
  throw badRequest('the namespace of the provided object does not match the namespace sent on the request')
}

/** Drops repeated owner references and tells the client which. `when` is empty, or says when they were found. */
export function withoutRepeatedOwners(
  warn: (text: string) => void,
  object: KubeObject,
  when: '' | ' after mutating admission happens' = '',
): KubeObject {
  const references = getOwn(metadataOf(object), 'ownerReferences')
  if (!isJsonArray(references) || references.length < 2) return object
  const kept = new Map<string, Json>()
  const repeated: string[] = []
  for (const reference of references) {
    const text = showGoJson(reference)
    if (kept.has(text)) repeated.push(isJsonObject(reference) ? textOf(reference, 'uid') : '')
    else kept.set(text, reference)
  }
  if (repeated.length === 0) return object
  warn(
    `.metadata.ownerReferences contains duplicate entries${when}; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: ${repeated.join(', ')}`,
  )
  return withMetadata(object, { ownerReferences: [...kept.values()] })
}
