import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fields, type KubeObject } from '@sitrep/status'
import { parseAllDocuments } from 'yaml'
import { openTestCluster, type TestCluster } from '../src/cluster.testing.ts'
import { type Ran, runLine } from '../src/testing.ts'

const world = join(import.meta.dirname, '../../../docs/guides/worlds/orders.yaml')
const failure = 'update failed: must be owner of database orders'

const inFiles = (line: string): Promise<Ran> =>
  runLine([...line.split(' '), '-f', world, '--profile', 'proposal', '--at', '2026-01-01T12:00:00Z'])

describe('A database whose update fails, in files', () => {
  type Case = [line: string, code: number, says: readonly RegExp[], because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Case[] = [
    ['explain database.example.org/orders', 1, [/^Database shop\/orders has not been ready .* because of Database orders-x7k2p-db: update failed: must be owner of database orders/, /Because:[\s\S]*Database orders-x7k2p-db Synced is False: update failed: must be owner of database orders/], 'a claim ends at what the provider was told'],
    ['explain xdatabase/orders-x7k2p --verbose', 1, [/It belongs to another writer; Sitrep would say the same/, /Decided by the rule: composed resources are not ready yet/],  'nobody tells what its functions answered'],
    ['explain database.postgresql/orders-x7k2p-db --verbose', 1, [/Decided by the rule: updating failed/, /It chose:\n +ManagedPass:/],                            'its provider tells of its passes'],
    ['explain role/orders-x7k2p-owner',     0, [/^Role orders-x7k2p-owner has been ready for/],                                 'nobody tells of passes over it'],
    ['describe database.example.org/orders', 0, [/Database orders-x7k2p-db +Ready: False +Updating/, /In use: ClusterUsage orders-x7k2p-owner-in-use/, new RegExp(failure)], 'the whole tree stands below the claim'],
    ['describe xdatabase/orders-x7k2p',     0, [/Composition databases[\s\S]*Function function-render +Ready\n[\s\S]*Function function-auto-ready +missing/],       'how it is made is part of it'],
    ['describe provider/provider-postgresql', 0, [/Provider provider-postgresql +Degraded[\s\S]*ProviderRevision provider-postgresql-1a2b +Degraded/],          'packages stand in the tree and are judged'],
    ['get managed',                         0, [/database\/orders-x7k2p-db +False +False +orders +/, /role\/orders-x7k2p-owner +True +True +orders_owner/],    'all of them go by one name'],
    ['get composite',                       0, [/orders-x7k2p +True +False/],                                                                               'composites too'],
    ['get claim -o name',                   0, [/^database\.example\.org\/orders$/],                                                                        'claims too'],
    ['status',                              0, [/Database shop\/orders +Progressing/, /Database orders-x7k2p-db +Degraded/],                                'each is judged'],
  ]
  for (const [line, code, says, because] of cases) {
    it(`sitrep ${line}, because ${because}`, async () => {
      const { out, err, code: ended } = await inFiles(line)
      const text = out.join('\n')
      for (const each of says) assert.match(text, each, err.join('\n'))
      assert.equal(ended, code)
    })
  }
})

const crd = (
  kind: string,
  group: string,
  more: { scope: string; categories: readonly string[]; spec: object },
) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `${kind.toLowerCase()}s.${group}` },
  spec: {
    group,
    scope: more.scope,
    names: {
      kind,
      plural: `${kind.toLowerCase()}s`,
      singular: kind.toLowerCase(),
      categories: more.categories,
    },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: { type: 'object', properties: more.spec, 'x-kubernetes-preserve-unknown-fields': true },
              status: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
            },
          },
        },
      },
    ],
  },
})
const any = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }
const references = { type: 'array', items: any }
const crds = [
  crd('Database', 'example.org', {
    scope: 'Namespaced',
    categories: ['claim'],
    spec: { resourceRef: any },
  }),
  crd('XDatabase', 'example.org', {
    scope: 'Cluster',
    categories: ['composite'],
    spec: { resourceRefs: references, compositionRef: any },
  }),
  crd('Database', 'postgresql.example.org', {
    scope: 'Cluster',
    categories: ['crossplane', 'managed'],
    spec: { forProvider: any },
  }),
]

const failed = [
  {
    type: 'Ready',
    status: 'False',
    reason: 'Updating',
    message: '',
    lastTransitionTime: '2026-01-01T11:45:00Z',
  },
  {
    type: 'Synced',
    status: 'False',
    reason: 'ReconcileError',
    message: failure,
    lastTransitionTime: '2026-01-01T11:45:00Z',
  },
]

// As another provider would write it: what our own runtime tells is no object of any server.
const objects: readonly KubeObject[] = parseAllDocuments(readFileSync(world, 'utf8'))
  .map((document) => document.toJS() as KubeObject)
  .slice(0, 3)

describe('A database whose update fails, on a server where another provider writes', () => {
  let cluster: TestCluster
  before(async () => {
    cluster = await openTestCluster()
    const send = (method: 'POST' | 'PATCH', path: string, body: unknown) =>
      cluster.connection.request({
        method,
        path,
        body,
        ...(method === 'PATCH' && { contentType: 'application/merge-patch+json' }),
      })
    for (const each of crds)
      await send('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', each)
    for (const { status, ...object } of objects) {
      const namespaced = object.metadata.namespace !== undefined
      // The server gives uids of its own: who owns whom is told by references alone.
      const { uid: _uid, generation: _generation, ownerReferences: _owners, ...metadata } = object.metadata
      const body = { ...object, metadata: { ...metadata, ...(namespaced && { namespace: 'prod' }) } }
      const path = `/apis/${object.apiVersion}/${namespaced ? 'namespaces/prod/' : ''}${object.kind.toLowerCase()}s`
      await send('POST', path, body)
      const said = namespaced || object.kind === 'XDatabase' ? fields(status)['conditions'] : failed
      await send('PATCH', `${path}/${metadata.name}/status`, { status: { conditions: said } })
    }
  })
  after(() => cluster.close())

  type Case = [line: string, code: number, says: RegExp, because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Case[] = [
    ['get managed',                            0, /orders-x7k2p-db/, 'the server tells which kinds go by that name'],
    ['get composite',                          0, /orders-x7k2p/,                                         'the server tells which kinds go by that name'],
    ['get claim -o name',                      0, /^database\.example\.org\/orders$/,                     'the server tells which kinds go by that name'],
    ['get unheard-of',                         2, /does not serve "unheard-of"/,                          'nothing goes by that name'],
    ['explain database.example.org/orders',    1, /Database orders-x7k2p-db Synced is False: update failed: must be owner of database orders/, 'given conditions lead down as well'],
    ['describe database.example.org/orders',   0, /Database orders[\s\S]*XDatabase orders-x7k2p[\s\S]*Database orders-x7k2p-db +Ready: False +Updating/, 'the tree follows references'],
    ['wait database.example.org/orders --for condition=Ready=False --timeout 5s', 0, /Ready is False[\s\S]*It holds/, 'what is given can be waited for'],
  ]
  for (const [line, code, says, because] of cases) {
    it(`sitrep ${line}, because ${because}`, async () => {
      const { out, err, code: ended } = await cluster.run(line.split(' '))
      assert.match([...out, ...err].join('\n'), says)
      assert.equal(ended, code)
    })
  }
})
