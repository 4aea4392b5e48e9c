import {
  at,
  type ConditionList,
  type DeclaredEntry,
  type EntryKeys,
  type Fields,
  fields,
  type KubeObject,
  list,
  mainList,
  number,
  text,
} from '@sitrep/status'
import { gatewayGroup } from './kinds.ts'

/**
 * A reference to a parent in its normal form, the defaults of the API filled in: `Gateway/infra/edge`, with its section and port where
 * it names them: `Gateway/infra/edge/https:8080`. A kind of another group carries it: `Service.` is the core group's.
 */
export function parentKey(parentRef: Fields, routeNamespace: string | undefined): string {
  const group = typeof parentRef['group'] === 'string' ? parentRef['group'] : gatewayGroup
  const kind = text(parentRef['kind']) ?? 'Gateway'
  const namespace = text(parentRef['namespace']) ?? routeNamespace ?? ''
  const section = text(parentRef['sectionName'])
  const port = number(parentRef['port'])
  return [
    group === gatewayGroup ? kind : `${kind}.${group}`,
    `/${namespace}/${text(parentRef['name']) ?? ''}`,
    section === undefined ? '' : `/${section}`,
    port === undefined ? '' : `:${port}`,
  ].join('')
}

/**
 * Entries about references, each written by one controller. The key names both: `example.net/controller|Gateway/infra/edge`. Of two
 * controllers that report on one parent each has its own entry, and either of them answers what the spec asks for.
 */
const byReference = (noun: string, field: string): EntryKeys => {
  const answers: EntryKeys['key'] = (entry, { namespace }) => {
    const reference = fields(entry[field])
    return text(reference['name']) === undefined ? undefined : parentKey(reference, namespace)
  }
  return {
    noun,
    answers,
    key: (entry, owner) => {
      const about = answers(entry, owner)
      const by = text(entry['controllerName'])
      return about === undefined || by === undefined ? about : `${by}|${about}`
    },
  }
}

/** The entry with this key, among entries about references of an object in a namespace. */
export const entryWith = (
  key: string,
  entries: unknown,
  { about, namespace }: { readonly about: string; readonly namespace: string },
): Fields | undefined =>
  list(entries)
    .map(fields)
    .find((entry) => `${text(entry['controllerName'])}|${parentKey(fields(entry[about]), namespace)}` === key)

/** What an object's spec lists at a path, as far as it has a name; nothing where there is no such list. */
const declaredIn =
  (path: readonly string[], declare: (entry: Fields, name: string, object: KubeObject) => DeclaredEntry) =>
  (object: KubeObject): readonly DeclaredEntry[] | undefined => {
    const declared = at(object, ...path)
    if (!Array.isArray(declared)) return undefined
    return declared.map(fields).flatMap((entry) => {
      const name = text(entry['name'])
      return name === undefined ? [] : [declare(entry, name, object)]
    })
  }

/** Conditions of a route: a list for each of its parents, by controller and parent. */
export const routeLists: readonly ConditionList[] = [
  {
    path: ['status', 'parents'],
    entries: {
      ...byReference('parent', 'parentRef'),
      declared: declaredIn(['spec', 'parentRefs'], (entry, name, object) => {
        const section = text(entry['sectionName'])
        return {
          key: parentKey(entry, text(at(object, 'metadata', 'namespace'))),
          name: section === undefined ? name : `${name}/${section}`,
        }
      }),
    },
  },
]

/** Conditions of a Gateway or ListenerSet: its own, and a list for each listener by name. */
export const gatewayLists: readonly ConditionList[] = [
  mainList,
  {
    path: ['status', 'listeners'],
    entries: {
      noun: 'listener',
      key: (entry) => text(entry['name']),
      declared: declaredIn(['spec', 'listeners'], (_entry, name) => ({ key: name, name })),
    },
  },
]

/** Conditions of a policy: a list for each ancestor of what it is attached to, by controller and ancestor. */
export const policyLists: readonly ConditionList[] = [
  { path: ['status', 'ancestors'], entries: byReference('ancestor', 'ancestorRef') },
]

/** The same lists, in which only the entries of these controllers are ours to write. */
export const ownLists = (
  lists: readonly ConditionList[],
  ours: ReadonlySet<string>,
): readonly ConditionList[] =>
  lists.map((each) =>
    each.entries === undefined
      ? each
      : {
          ...each,
          entries: { ...each.entries, mine: (entry) => ours.has(text(entry['controllerName']) ?? '') },
        },
  )
