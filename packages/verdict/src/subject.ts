import { type ConditionList, type KindKnowledge, type KubeObject, listsOf } from '@sitrep/status'
import { type Fields, fieldsOf, isFields, textAt, wholeNumber } from './foreign/value.ts'
import { endsByItself, isSchedule } from './kinds/kind-names.ts'
import { type KnownFamily, knowledgeOf } from './kinds/knowledge.ts'

/** An object as the rules look at it, with all that is known about its kind. */
export interface Subject {
  readonly object: Fields
  /** The same with the texts that name it, for those who count on them. */
  readonly known: KubeObject
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
  /** It starts works at their time and rests between them. */
  readonly schedule: boolean
  readonly knowledge: readonly KindKnowledge[]
  /** Where conditions are known to stand; empty where nobody has said. */
  readonly knownLists: readonly ConditionList[]
}

/** Picks the parts of an object. What has another shape than expected is as good as missing. */
export function subjectOf(object: Fields, families: readonly KnownFamily[]): Subject {
  const kind = textAt(object, 'kind')
  const status = object['status']
  const knowledge = knowledgeOf(object, families)
  const known = knownObject(object, kind)
  return {
    object,
    known,
    kind,
    title: titleOf(object, kind),
    generation: wholeNumber(fieldsOf(object['metadata'])['generation']),
    spec: fieldsOf(object['spec']),
    status: fieldsOf(status),
    reported: isFields(status) && Object.keys(status).length > 0,
    ends: knowledge.some(({ ends }) => ends === true) || endsByItself(kind),
    schedule: isSchedule(kind),
    knowledge,
    knownLists: listsOf(families, known) ?? [],
  }
}

// Whoever describes kinds asks about spec and status, and never has to ask whether there is a name.
function knownObject(object: Fields, kind: string): KubeObject {
  const metadata = fieldsOf(object['metadata'])
  const [name, namespace] = [textAt(metadata, 'name'), textAt(metadata, 'namespace')]
  return {
    ...object,
    apiVersion: textAt(object, 'apiVersion'),
    kind,
    metadata: { name, ...(namespace !== '' && { namespace }) },
  }
}

function titleOf(object: Fields, kind: string): string {
  const [namespace, name] = [textAt(object, 'metadata.namespace'), textAt(object, 'metadata.name')]
  return [kind, namespace === '' ? name : `${namespace}/${name}`].filter((part) => part !== '').join(' ')
}
