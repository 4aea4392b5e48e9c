import type { JsonObject } from '../stories/objects.ts'
import type { Random } from './random.ts'

export const rbacGroup = 'rbac.authorization.k8s.io'

/** Names that no other story uses: roles and bindings of a whole cluster hold for all of them. */
export interface Names {
  readonly seed: number
  readonly namespace: string
  readonly other: string
}

export interface Person {
  readonly name: string
  readonly groups: readonly string[]
}

export function people({ seed, namespace }: Names): readonly [Person, ...Person[]] {
  return [
    { name: `ann-${seed}`, groups: [`dev-${seed}`] },
    { name: `bob-${seed}`, groups: [`dev-${seed}`, `ops-${seed}`] },
    { name: `cid-${seed}`, groups: [] },
    { name: `<&>"${seed}`, groups: [] },
    { name: `system:serviceaccount:${namespace}:robot`, groups: [] },
  ]
}

const verbs = [
  'get',
  'list',
  'watch',
  'create',
  'update',
  'patch',
  'delete',
  'deletecollection',
  'escalate',
  'bind',
]
const groups = ['', 'apps', rbacGroup, 'nowhere.example.com']
const resources = [
  'configmaps',
  'secrets',
  'pods',
  'pods/status',
  '*/status',
  'deployments',
  'deployments/scale',
  '*/scale',
  'things',
  'roles',
  'clusterroles',
  'rolebindings',
  'clusterrolebindings',
]
export const paths = ['/x', '/x/y', '/x/y/z', '/xy', '/', '/x/*'] as const
const pathPatterns = ['/x', '/x/*', '/x*', '/x/y**', '/x/y/z', '*', '/*', '/y'] as const
export const objectNames = ['a', 'b', 'c'] as const

/** At least one of them, mostly few; now and then a star instead. */
function few(random: Random, items: readonly string[]): readonly string[] {
  if (random.once(9)) return ['*']
  const first = items[random.below(items.length)] ?? ''
  const more = Array.from({ length: random.below(3) }, () => items[random.below(items.length)] ?? '')
  return [first, ...more]
}

export function randomRule(random: Random): JsonObject {
  return {
    verbs: few(random, verbs),
    apiGroups: few(random, groups),
    resources: few(random, resources),
    ...(random.once(3) && { resourceNames: random.some(objectNames) }),
  }
}

function pathRule(random: Random): JsonObject {
  return { verbs: few(random, ['get', 'head', 'post', 'put']), nonResourceURLs: few(random, pathPatterns) }
}

/** Of a Role, or of a ClusterRole, which may speak of paths. */
export function randomRules(random: Random, kind: 'Role' | 'ClusterRole'): readonly JsonObject[] {
  return Array.from({ length: random.below(4) }, () =>
    kind === 'ClusterRole' && random.once(4) ? pathRule(random) : randomRule(random),
  )
}

export const clusterRoleName = ({ seed }: Names, letter: string): string => `role-${seed}-${letter}`

/** Which ClusterRoles add up to the one that aggregates. */
export const addendLabels = ({ seed }: Names): JsonObject => ({ [`addend-of-${seed}`]: 'yes' })

export function role(name: string, rules: readonly JsonObject[], labels?: JsonObject): JsonObject {
  return { metadata: { name, ...(labels !== undefined && { labels }) }, rules }
}

export function aggregate(names: Names, letter: string, labels = addendLabels(names)): JsonObject {
  return {
    metadata: { name: clusterRoleName(names, letter) },
    aggregationRule: { clusterRoleSelectors: [{ matchLabels: labels }] },
  }
}

function randomSubject(random: Random, names: Names): JsonObject {
  const { seed, namespace, other } = names
  const all = people(names)
  const kind = random.below(6)
  if (kind < 3) return { kind: 'User', apiGroup: rbacGroup, name: random.pick(all).name }
  if (kind < 5) return { kind: 'Group', apiGroup: rbacGroup, name: `${random.pick(['dev', 'ops'])}-${seed}` }
  return { kind: 'ServiceAccount', name: 'robot', namespace: random.pick([namespace, other]) }
}

export function randomRoleRef(random: Random, names: Names, kind: 'Role' | 'ClusterRole'): JsonObject {
  const letter = random.pick(['a', 'b', 'c', 'd', 'sum', random.once(3) ? 'gone' : 'a'])
  const name = kind === 'Role' ? letter : clusterRoleName(names, letter)
  return { apiGroup: rbacGroup, kind, name }
}

export function binding(name: string, roleRef: JsonObject, subjects: readonly JsonObject[]): JsonObject {
  return { metadata: { name }, roleRef, subjects }
}

export function randomBinding(random: Random, names: Names, name: string): JsonObject {
  const clusterWide = name.includes(`-${names.seed}-`)
  const kind = clusterWide || random.once(3) ? 'ClusterRole' : 'Role'
  const subjects = Array.from({ length: 1 + random.below(2) }, () => randomSubject(random, names))
  return binding(name, randomRoleRef(random, names, kind), subjects)
}
