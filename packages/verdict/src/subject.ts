import { type Fields, fieldsOf, isFields, textAt, wholeNumber } from './foreign/value.ts'
import { endsByItself } from './kinds/ends-by-itself.ts'
import { type KindKnowledge, knowledgeOf, type Registry } from './kinds/knowledge.ts'

/** An object as the rules look at it, with all that is known about its kind. */
export interface Subject {
  readonly object: Fields
  readonly kind: string
  /** `Machine prod/md-0`, as far as the object says it. */
  readonly title: string
  readonly generation: number | undefined
  readonly spec: Fields
  readonly status: Fields
  /** Whether there is a status that says anything at all. */
  readonly reported: boolean
  /** It comes to an end by itself. */
  readonly ends: boolean
  readonly knowledge: readonly KindKnowledge[]
}

/** Picks the parts of an object. What has another shape than expected is as good as missing. */
export function subjectOf(object: Fields, registry: Registry): Subject {
  const kind = textAt(object, 'kind')
  const status = object['status']
  const knowledge = knowledgeOf(object, registry)
  return {
    object,
    kind,
    title: titleOf(object, kind),
    generation: wholeNumber(fieldsOf(object['metadata'])['generation']),
    spec: fieldsOf(object['spec']),
    status: fieldsOf(status),
    reported: isFields(status) && Object.keys(status).length > 0,
    ends: knowledge.some(({ ends }) => ends === true) || endsByItself(kind),
    knowledge,
  }
}

function titleOf(object: Fields, kind: string): string {
  const [namespace, name] = [textAt(object, 'metadata.namespace'), textAt(object, 'metadata.name')]
  return [kind, namespace === '' ? name : `${namespace}/${name}`].filter((part) => part !== '').join(' ')
}
