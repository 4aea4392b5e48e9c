import { type Answer, get, type Json, patch, post, type Request } from '../exchange.ts'
import { at, isObject } from '../json-answer.ts'
import type { JsonObject } from '../stories/objects.ts'
import type { Api, Story } from '../story.ts'
import { createRandom, type Random } from './random.ts'
import { collectionOf, randomWrite, withoutChance } from './random-grants.ts'
import { madeBy, randomRequest, randomReview } from './random-questions.ts'
import {
  addendLabels,
  aggregate,
  binding,
  clusterRoleName,
  type Names,
  people,
  randomBinding,
  randomRules,
  rbacGroup,
  role,
} from './random-roles.ts'

const questions = 40

/** Roles, bindings and what follows from them: who may do what, who is told what, and who may grant what. */
function story(seed: number): Story {
  return {
    name: `generated/rights-${seed}`,
    run: async (api) => {
      const random = createRandom(seed)
      const names: Names = { seed, namespace: api.namespace, other: `${api.namespace}-b` }
      // Where each person has one binding at most, it must be named.
      const exact = seed % 2 === 0
      await grantRights(api, random, names, exact)
      for (let count = 1; count <= questions; count++) {
        const person = random.pick([...people(names)])
        const asked: readonly [string, Request][] = [
          ['request', madeBy(randomRequest(random, names), person)],
          ['review', randomReview(random, names, person)],
          ['grant', madeBy(randomWrite(random, names), person)],
        ]
        for (const [what, request] of asked) {
          const answer = await api.quietly(request)
          api.note(`${what} ${count}: ${told(request)}`, withoutChance(compared(answer), exact))
        }
      }
    },
  }
}

/** What was allowed is compared elsewhere; here it counts that it was. */
function compared({ status, headers, body }: Answer): Json {
  const review = isObject(body) && typeof body['kind'] === 'string' && body['kind'].endsWith('Review')
  if (status >= 300) return { status, headers, body }
  return review ? { status, answer: at(body, 'status') ?? null } : { status }
}

function told({ method, path, headers, body }: Request): string {
  return `${method} ${path} by ${headers['impersonate-user'] ?? 'admin'}: ${String(body ?? '')}`
}

async function grantRights(api: Api, random: Random, names: Names, exact: boolean): Promise<void> {
  const { seed, namespace, other } = names
  await api.quietly(post('/api/v1/namespaces', { metadata: { name: other } }))
  const create = (kind: string, body: JsonObject, where = namespace): Promise<Answer> =>
    api.quietly(post(collectionOf(kind, where), body))
  for (const letter of ['a', 'b', 'c', 'd']) {
    await create('Role', role(letter, randomRules(random, 'Role')))
    await create('Role', role(letter, randomRules(random, 'Role')), other)
    const labels = random.once(2) ? addendLabels(names) : {}
    await create(
      'ClusterRole',
      role(clusterRoleName(names, letter), randomRules(random, 'ClusterRole'), labels),
    )
  }
  // One that surely has rules, so that the sum is seen to be done.
  const sure = [{ verbs: ['get'], apiGroups: [''], resources: ['sure'] }]
  await create('ClusterRole', role(clusterRoleName(names, 'sure'), sure, addendLabels(names)))
  await create('ClusterRole', aggregate(names, 'sum'))
  await writers(names, create)
  if (exact) await bindOnce(random, names, create)
  else {
    for (const letter of ['a', 'b', 'c']) {
      await create('RoleBinding', randomBinding(random, names, letter))
      await create('RoleBinding', randomBinding(random, names, letter), other)
      await create('ClusterRoleBinding', randomBinding(random, names, `bind-${seed}-${letter}`))
    }
  }
  await known(api, names, create)
}

type Create = (kind: string, body: JsonObject, where?: string) => Promise<Answer>

/** Everybody may write roles and bindings, as far as they grant nothing that he has not. */
async function writers({ seed, ...names }: Names, create: Create): Promise<void> {
  const rule = { verbs: ['create', 'update', 'patch'], apiGroups: [rbacGroup], resources: ['*'] }
  await create('ClusterRole', role(`writer-${seed}`, [rule]))
  const subjects = people({ seed, ...names }).map(({ name }) => ({ kind: 'User', apiGroup: rbacGroup, name }))
  const ref = { apiGroup: rbacGroup, kind: 'ClusterRole', name: `writer-${seed}` }
  // The last one has to do without `create`, and so cannot create by applying either.
  await create('ClusterRoleBinding', binding(`writer-${seed}`, ref, subjects.slice(0, -1)))
  await create('ClusterRole', role(`changer-${seed}`, [{ ...rule, verbs: ['update', 'patch'] }]))
  const lesser = { ...ref, name: `changer-${seed}` }
  await create('ClusterRoleBinding', binding(`changer-${seed}`, lesser, subjects.slice(-1)))
}

async function bindOnce(random: Random, names: Names, create: Create): Promise<void> {
  for (const [index, { name }] of people(names).entries()) {
    const letter = random.pick(['a', 'b', 'c', 'd'])
    const subjects = [{ kind: 'User', apiGroup: rbacGroup, name }]
    const own = { apiGroup: rbacGroup, kind: 'Role', name: letter }
    if (random.once(2)) await create('RoleBinding', binding(`only-${index}`, own, subjects))
    else {
      const ref = { ...own, kind: 'ClusterRole', name: clusterRoleName(names, letter) }
      await create('ClusterRoleBinding', binding(`only-${names.seed}-${index}`, ref, subjects))
    }
  }
}

/** The genuine server learns of roles by watching: what was written last, of each kind, must have arrived. */
async function known(api: Api, names: Names, create: Create): Promise<void> {
  const { seed, namespace, other } = names
  const sum = `${collectionOf('ClusterRole', '')}/${clusterRoleName(names, 'sum')}`
  await api.settled(get(sum), ({ body }) => JSON.stringify(at(body, 'rules') ?? '').includes('sure'))
  const last = [{ verbs: ['see'], apiGroups: ['last'], resources: ['all'] }]
  const subjects = [{ kind: 'User', apiGroup: rbacGroup, name: `last-${seed}` }]
  const ref = { apiGroup: rbacGroup, kind: 'ClusterRole', name: `last-${seed}` }
  await create('ClusterRole', role(`last-${seed}`, last))
  await create('ClusterRoleBinding', binding(`last-${seed}`, ref, subjects))
  for (const where of [namespace, other]) {
    await create('Role', role('last', [{ ...last[0], resources: ['own'] }]), where)
    await create('RoleBinding', binding('last', { ...ref, kind: 'Role', name: 'last' }, subjects), where)
  }
  // The sum was touched a last time after its addends.
  await api.quietly(patch('merge', sum, {}))
  for (const attributes of [
    { resource: 'all' },
    { resource: 'own', namespace },
    { resource: 'own', namespace: other },
  ]) {
    const spec = { user: `last-${seed}`, resourceAttributes: { verb: 'see', group: 'last', ...attributes } }
    await api.settled(
      post('/apis/authorization.k8s.io/v1/subjectaccessreviews', { spec }),
      ({ body }) => at(body, 'status.allowed') === true,
    )
  }
}

/** `seed` chooses which; the same seed always the same. */
export function randomRights(seed: number, count = 6): readonly Story[] {
  return Array.from({ length: count }, (_, index) => story(seed + index))
}
