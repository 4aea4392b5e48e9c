import { altered, applyForced, type Json, patch, post, put, type Request } from '../exchange.ts'
import { isObject } from '../json-answer.ts'
import type { JsonObject } from '../stories/objects.ts'
import type { Random } from './random.ts'
import {
  addendLabels,
  aggregate,
  clusterRoleName,
  type Names,
  randomBinding,
  randomRoleRef,
  randomRules,
  rbacGroup,
  role,
} from './random-roles.ts'

const root = `/apis/${rbacGroup}/v1`

export function collectionOf(kind: string, namespace: string): string {
  const plural = `${kind.toLowerCase()}s`
  return kind.startsWith('Cluster') ? `${root}/${plural}` : `${root}/namespaces/${namespace}/${plural}`
}

interface Grant {
  readonly kind: 'Role' | 'ClusterRole' | 'RoleBinding' | 'ClusterRoleBinding'
  readonly body: JsonObject
}

function randomGrant(random: Random, names: Names): Grant {
  // Some exist and are changed, others do not and are created.
  const letter = random.pick(['a', 'b', 'new'])
  switch (random.below(5)) {
    case 0:
      return { kind: 'Role', body: role(letter, randomRules(random, 'Role')) }
    case 1:
      return {
        kind: 'ClusterRole',
        body: role(clusterRoleName(names, letter), randomRules(random, 'ClusterRole')),
      }
    case 2: {
      const sum = aggregate(names, random.pick(['sum', 'new']), random.once(2) ? addendLabels(names) : {})
      return { kind: 'ClusterRole', body: { ...sum, rules: [...randomRules(random, 'ClusterRole')] } }
    }
    case 3:
      return { kind: 'RoleBinding', body: randomBinding(random, names, letter) }
    default:
      return {
        kind: 'ClusterRoleBinding',
        body: randomBinding(random, names, `bind-${names.seed}-${letter}`),
      }
  }
}

/** Somebody hands out rights, in one of the ways to write an object. Nothing is kept of it. */
export function randomWrite(random: Random, names: Names): Request {
  const { kind, body } = randomGrant(random, names)
  const whole = { apiVersion: `${rbacGroup}/v1`, kind, ...body }
  const collection = collectionOf(kind, names.namespace)
  const { name } = body['metadata'] as { name: string }
  const one = `${collection}/${name}`
  const dry = (request: Request): Request => altered(request, { query: 'dryRun=All' })
  switch (random.below(6)) {
    case 0:
    case 1:
      return dry(post(collection, whole))
    case 2:
      return dry(put(one, whole))
    case 3:
      return dry(patch(random.pick(['merge', 'strategic']), one, random.once(3) ? harmless(random) : body))
    case 4:
      return dry(applyForced('somebody', one, whole))
    default:
      return dry(patch('merge', one, oddity(random, names, kind)))
  }
}

/** What changes nothing that anybody may do. */
function harmless(random: Random): JsonObject {
  return random.pick<JsonObject>([
    { metadata: { finalizers: ['example.com/hold'] } },
    { metadata: { ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'u' }] } },
    { metadata: { labels: { a: 'b' } } },
    {},
  ])
}

function oddity(random: Random, names: Names, kind: Grant['kind']): JsonObject {
  if (kind.endsWith('Binding'))
    return random.pick<JsonObject>([
      { subjects: null },
      { roleRef: { ...randomRoleRef(random, names, 'ClusterRole') } },
      { roleRef: { kind: 'Pod' } },
      { roleRef: { kind: 'Role', name: 'a' } },
      { roleRef: { apiGroup: 'x.example.com' } },
    ])
  return random.pick<JsonObject>([
    { rules: null },
    { rules: [{ verbs: [], apiGroups: [''], resources: ['pods'] }] },
    { rules: [{ verbs: ['get'] }] },
    { rules: [{ verbs: ['get'], nonResourceURLs: ['/x'], apiGroups: [''], resources: ['pods'] }] },
    { aggregationRule: null },
    { aggregationRule: { clusterRoleSelectors: [] } },
  ])
}

/**
 * The genuine server reads bindings in the order of a Go map: what it names first, and in what order it names what is
 * missing, is chance. `exact` is for users of whom only one binding speaks.
 */
export function withoutChance(value: Json, exact: boolean): Json {
  if (typeof value === 'string')
    return sortedErrors(exact ? value : value.replace(/(RBAC: allowed) by .*/, '$1'))
  if (Array.isArray(value)) return value.map((element) => withoutChance(element, exact))
  if (!isObject(value)) return value
  const entries = Object.entries(value).map(([key, member]): [string, Json] => {
    const plain = withoutChance(member, exact)
    const unordered = (key === 'resourceRules' || key === 'nonResourceRules') && Array.isArray(plain)
    return [
      key,
      unordered ? plain.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) : plain,
    ]
  })
  return Object.fromEntries(entries)
}

function sortedErrors(text: string): string {
  return text.replaceAll(/\[([^[\]]* not found(?:, [^[\]]* not found)+)\]/g, (_, list: string) => {
    return `[${list.split(', ').sort().join(', ')}]`
  })
}
