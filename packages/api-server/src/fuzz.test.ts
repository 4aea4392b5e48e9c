import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Json, JsonObject, KubeObject } from './json/json.ts'
import { definitionsPath, openTestServer, type TestServer, widgetDefinition } from './server.testing.ts'

/** Random, but the same at every run of the same seed. */
function randomFrom(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

type Random = (limit: number) => number
const pick = <Item>(random: Random, items: readonly Item[]): Item => items[random(items.length)] as Item

const names = ['a', 'b', 'c', '..', 'A', '', '__proto__', 'constructor', 'x'.repeat(300)]
const keys = [
  'metadata',
  'name',
  'namespace',
  'labels',
  'annotations',
  'finalizers',
  'ownerReferences',
  'managedFields',
  'spec',
  'status',
  'data',
  'apiVersion',
  'kind',
  'uid',
  'resourceVersion',
  'deletionTimestamp',
  '__proto__',
  'toString',
  '$patch',
  'items',
  'replicas',
]
const scalars: readonly Json[] = [
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 53,
  '',
  'a',
  'default',
  'v1',
  'example.com/v1',
  'Widget',
  '2026-01-01T00:00:00Z',
  'delete',
  '\u0000',
  '🦆',
  'x'.repeat(70),
]

function randomJson(random: Random, depth: number): Json {
  const kind = random(depth <= 0 ? 1 : 4)
  if (kind === 1) return Array.from({ length: random(3) }, () => randomJson(random, depth - 1))
  if (kind >= 2)
    return Object.fromEntries(
      Array.from({ length: random(5) }, () => [pick(random, keys), randomJson(random, depth - 1)]),
    )
  return pick(random, scalars)
}

/** Mostly sensible, so that more of it gets past the first check. */
function randomObject(random: Random): Json {
  if (random(4) === 0) return randomJson(random, 4)
  const metadata: JsonObject = {
    name: pick(random, names),
    ...(random(3) === 0 && { labels: randomJson(random, 1) }),
    ...(random(4) === 0 && {
      finalizers: pick(random, [['a.b/c'], [], null, 'x', ['orphan', 'foregroundDeletion']] as Json[]),
    }),
    ...(random(4) === 0 && { ownerReferences: randomJson(random, 3) }),
    ...(random(5) === 0 && { resourceVersion: pick(random, ['', '0', '1', 'x'] as Json[]) }),
    ...(random(6) === 0 && { managedFields: randomJson(random, 3) }),
  }
  return {
    apiVersion: 'example.com/v1',
    kind: 'Widget',
    metadata,
    spec: randomJson(random, 3),
    status: randomJson(random, 2),
  }
}

function randomPatch(random: Random): Json {
  if (random(3) > 0) return randomObject(random)
  return Array.from({ length: random(4) }, () => ({
    op: pick(random, ['add', 'remove', 'replace', 'move', 'copy', 'test', 'dance']),
    path: pick(random, [
      '',
      '/',
      '/spec',
      '/spec/a',
      '/metadata/name',
      '/metadata/finalizers',
      '/metadata/labels/a',
      '/-',
      '/spec/0/1',
      '/__proto__/x',
    ]),
    from: pick(random, ['/spec', '/metadata', '/status', '']),
    value: randomJson(random, 2),
  }))
}

const paths = [
  '/apis/example.com/v1/namespaces/default/widgets',
  '/api/v1/namespaces/default/configmaps',
  '/api/v1/namespaces/default/secrets',
  '/apis/apps/v1/namespaces/default/deployments',
  '/api/v1/namespaces',
  '/apis/example.com/v1/widgets',
  '/apis/rbac.authorization.k8s.io/v1/clusterroles',
  '/api/v1/namespaces/default/services',
  '/apis/coordination.k8s.io/v1/namespaces/default/leases',
]
const queries = [
  '',
  '?dryRun=All',
  '?fieldManager=f&force=true',
  '?fieldManager=f',
  '?fieldValidation=Strict',
  '?limit=1',
  '?limit=-1&continue=x',
  '?labelSelector=a%3Db',
  '?labelSelector=((',
  '?fieldSelector=a%3Db',
  '?resourceVersion=0',
  '?resourceVersionMatch=x',
  '?watch=false',
  '?propagationPolicy=Orphan',
  '?propagationPolicy=Foreground',
  '?gracePeriodSeconds=-1',
  '?pretty=1',
  '?includeObject=x',
]
const types = [
  'application/json',
  'application/merge-patch+json',
  'application/json-patch+json',
  'application/strategic-merge-patch+json',
  'application/apply-patch+yaml',
  'application/yaml',
  'application/vnd.kubernetes.protobuf',
  'nonsense',
  '',
]
const accepts = [
  'application/json',
  '*/*',
  'application/json;as=Table;v=v1;g=meta.k8s.io',
  'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io',
  'application/yaml',
  'application/cbor',
  ';;,',
]
const methods = ['GET', 'POST', 'POST', 'POST', 'PUT', 'PATCH', 'PATCH', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']

async function randomRequest(test: TestServer, random: Random): Promise<void> {
  const method = pick(random, methods)
  const name = random(3) === 0 ? '' : `/${encodeURIComponent(pick(random, names))}`
  const part =
    name !== '' && random(6) === 0 ? `/${pick(random, ['status', 'scale', 'token', 'finalize', 'x'])}` : ''
  const path = `${pick(random, paths)}${name}${part}${pick(random, queries)}`
  const body =
    method === 'GET' || method === 'HEAD'
      ? undefined
      : method === 'PATCH'
        ? randomPatch(random)
        : randomObject(random)
  const headers = { 'content-type': pick(random, types), accept: pick(random, accepts) }
  const shown = `${method} ${path} ${headers['content-type']} ${JSON.stringify(body)}`
  const { status, text } = await test.call(method, path, body, headers)
  const deliberate =
    text.includes('resourceVersion should not be set') ||
    text.includes('typed patch object') ||
    text.includes('does not exist')
  assert.ok(status < 500 || deliberate, `${shown}\n→ ${status} ${text}`)
  assert.deepEqual(test.mistakes, [], shown)
}

/** What must hold of everything that is stored, however it came there. */
async function assertInvariants(test: TestServer): Promise<void> {
  const uids = new Set<string>()
  let newest = 0
  for (const path of new Set(paths)) {
    const { body, status } = await test.call('GET', path)
    if (status !== 200) continue
    for (const { metadata } of body['items'] as readonly KubeObject[]) {
      const { name, uid, resourceVersion, creationTimestamp, finalizers, deletionTimestamp } =
        metadata as JsonObject
      assert.match(String(name), /^[^/%\0]+$/)
      assert.match(String(uid), /^[0-9a-f-]{36}$/)
      assert.ok(
        path === '/apis/example.com/v1/widgets' || !uids.has(String(uid)),
        'no two objects share a uid',
      )
      uids.add(String(uid))
      assert.match(String(creationTimestamp), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
      newest = Math.max(newest, Number(resourceVersion))
      if (deletionTimestamp !== undefined && path !== '/api/v1/namespaces') {
        assert.ok(
          Array.isArray(finalizers) && finalizers.length > 0,
          `${path}/${String(name)} is held by nobody`,
        )
      }
    }
    assert.ok(Number((body['metadata'] as JsonObject)['resourceVersion']) >= newest)
  }
}

describe('random requests', () => {
  for (const seed of [1, 2, 3, 4]) {
    it(`of seed ${seed} are all answered, and leave nothing behind that could not be`, async () => {
      const test = await openTestServer({ controllers: { garbageCollection: seed % 2 === 0 } })
      await test.call(
        'POST',
        definitionsPath,
        widgetDefinition({ version: { subresources: { status: {} } } }),
      )
      const random = randomFrom(seed)
      for (let round = 0; round < 700; round++) await randomRequest(test, random)
      await assertInvariants(test)
      await test.close()
    })
  }
})
