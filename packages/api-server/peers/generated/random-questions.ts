import { altered, get, patch, post, put, type Request, remove, withQuery } from '../exchange.ts'
import { configMap, type JsonObject } from '../stories/objects.ts'
import type { Random } from './random.ts'
import { type Names, objectNames, type Person, paths, people, rbacGroup } from './random-roles.ts'

const authorization = '/apis/authorization.k8s.io/v1'

/** The same request made by somebody whom the administrator acts for, as a member of one of his groups at most. */
export function madeBy(request: Request, { name, groups: [group] }: Person): Request {
  const headers = { 'impersonate-user': name, ...(group !== undefined && { 'impersonate-group': group }) }
  return altered(request, { headers })
}

const groups = ['', 'apps', rbacGroup, 'nowhere.example.com'] as const

const resourcesOf: Readonly<Record<string, readonly [string, ...string[]]>> = {
  '': ['configmaps', 'secrets', 'pods', 'things'],
  apps: ['deployments', 'things'],
  [rbacGroup]: ['roles', 'clusterroles', 'rolebindings', 'clusterrolebindings'],
  'nowhere.example.com': ['things'],
}

const selectors = [
  'fieldSelector=metadata.name%3Da',
  'fieldSelector=metadata.name%3D%3Db',
  'fieldSelector=metadata.name!%3Da',
  'fieldSelector=metadata.name%3Da,metadata.name%3Db',
  'fieldSelector=metadata.namespace%3Dx',
  'fieldSelector=metadata.name%3Da%2Fb',
  'labelSelector=a%3Db',
] as const

/** Something that a client might want, of a resource that may or may not exist. */
export function randomRequest(random: Random, { namespace, other }: Names): Request {
  if (random.once(6)) return altered(get(random.pick([...paths])), { method: random.pick(['GET', 'POST']) })
  const group = random.pick([...groups])
  const path = group === '' ? '/api/v1' : `/apis/${group}/v1`
  const resource = random.pick(resourcesOf[group] ?? ['things'])
  const clusterWide = resource.startsWith('cluster') || random.once(4)
  const collection = `${path}${clusterWide ? '' : `/namespaces/${random.pick([namespace, other])}`}/${resource}`
  const name = random.pick([...objectNames])
  const one = `${collection}/${name}${random.once(3) ? random.pick(['/status', '/scale', '/log']) : ''}`
  const body = { ...configMap(name), kind: 'Thing' }
  const dry = (request: Request): Request => altered(request, { query: 'dryRun=All' })
  switch (random.below(9)) {
    case 0:
    case 1:
      return get(random.once(4) ? withQuery(one, 'watch=true&timeoutSeconds=1') : one)
    case 2:
      return get(collection)
    case 3:
      return get(withQuery(collection, random.pick([...selectors])))
    case 4:
      return get(withQuery(collection, `watch=true&timeoutSeconds=1&${random.pick([...selectors])}`))
    case 5:
      return dry(post(collection, body))
    case 6:
      return dry(random.once(2) ? put(one, body) : patch('merge', one, { data: { a: 'b' } }))
    case 7:
      return dry(remove(one))
    default:
      return dry(remove(withQuery(collection, random.pick([...selectors]))))
  }
}

function randomAttributes(random: Random, { namespace, other }: Names): JsonObject {
  const group = random.pick(['', 'apps', rbacGroup, '*'])
  return {
    verb: random.pick(['get', 'list', 'update', 'delete', 'deletecollection', 'escalate', 'bind', '*']),
    group,
    resource: random.pick([
      'configmaps',
      'secrets',
      'pods',
      'deployments',
      'things',
      'roles',
      '*',
      'pods/status',
    ]),
    ...(random.once(3) && { subresource: random.pick(['status', 'scale', 'log', '*']) }),
    ...(random.once(2) && { name: random.pick([...objectNames]) }),
    ...(random.once(4) && { version: 'v1' }),
    ...(random.once(3) ? {} : { namespace: random.pick([namespace, other]) }),
  }
}

/** What may somebody do? Asked by himself, or by the administrator. */
export function randomReview(random: Random, names: Names, person: Person): Request {
  const spec: JsonObject = random.once(4)
    ? { nonResourceAttributes: { path: random.pick([...paths]), verb: random.pick(['get', 'post', '*']) } }
    : { resourceAttributes: randomAttributes(random, names) }
  const { name: user, groups } = random.once(2) ? person : random.pick([...people(names)])
  const about = random.once(9) ? {} : { user, ...(groups.length > 0 && { groups }) }
  switch (random.below(4)) {
    case 0:
      return madeBy(post(`${authorization}/selfsubjectaccessreviews`, { spec }), person)
    case 1:
      return post(`${authorization}/subjectaccessreviews`, { spec: { ...spec, ...about } })
    case 2: {
      const path = `${authorization}/namespaces/${names.namespace}/localsubjectaccessreviews`
      return post(path, { metadata: { namespace: names.namespace }, spec: { ...spec, ...about } })
    }
    default: {
      const namespace = random.pick([names.namespace, names.other, ''])
      return madeBy(post(`${authorization}/selfsubjectrulesreviews`, { spec: { namespace } }), person)
    }
  }
}
