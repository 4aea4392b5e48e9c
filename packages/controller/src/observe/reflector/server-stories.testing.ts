import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { KubeObject } from '@sitrep/status'
import type { ApiRequest, Connection } from '../../connection/connection.ts'
import { eventually } from '../../testing.ts'
import { realTiming } from '../../timing.ts'
import { startReflector } from './reflector.ts'
import type { ServedResource } from './resource.ts'
import { WatchLists } from './watch-lists.ts'
import { conditionWriters } from './writers.ts'

const configMaps: ServedResource = {
  group: '',
  version: 'v1',
  kind: 'ConfigMap',
  plural: 'configmaps',
  namespaced: true,
  names: [],
}
const nodes: ServedResource = { ...configMaps, kind: 'Node', plural: 'nodes', namespaced: false }
const merge = 'application/merge-patch+json'
const namespace = 'followed'
const path = `/api/v1/namespaces/${namespace}/configmaps`
// More than one page of a list.
const many = 620

/** What a reflector of one resource knows, and what it asked of its server. */
function follow(connection: Connection, resource: ServedResource, watchLists: WatchLists) {
  const known = new Map<string, KubeObject>()
  const asked: string[] = []
  let read = false
  const stream = (request: ApiRequest) => {
    const query = new URLSearchParams(request.path.split('?')[1])
    asked.push(query.get('watch') === null ? 'list' : query.has('sendInitialEvents') ? 'present' : 'watch')
    return connection.stream(request)
  }
  const reflector = startReflector({
    connection: { ...connection, stream },
    resource,
    timing: realTiming,
    watchLists,
    ...(resource.namespaced && { scope: { namespace } }),
    onChanges: (changes) => {
      for (const change of changes)
        if ('gone' in change) known.delete(change.gone.name)
        else known.set(change.object.metadata.name, change.object)
    },
    onState: (state) => {
      read = state.read
    },
  })
  return { known, asked, stop: reflector.stop, isRead: () => read }
}

const inPages = (): WatchLists => {
  const watchLists = new WatchLists()
  watchLists.refused()
  return watchLists
}

/** What a reflector promises against any server that speaks the API: ours, and the genuine one. */
export function tellServerStories(
  open: () => Promise<{ connection: Connection; close: () => Promise<void> }>,
): void {
  let connection: Connection
  let close: () => Promise<void>
  const send = (request: ApiRequest): Promise<KubeObject> => connection.request(request)
  const create = (name: string): Promise<KubeObject> =>
    send({ method: 'POST', path, body: { metadata: { name }, data: { text: 'größe→😀' } } })

  before(async () => {
    const opened = await open()
    connection = opened.connection
    close = opened.close
    await send({ method: 'POST', path: '/api/v1/namespaces', body: { metadata: { name: namespace } } })
    const names = Array.from({ length: many }, (_, index) => `c-${index}`)
    for (let at = 0; at < many; at += 20) await Promise.all(names.slice(at, at + 20).map(create))
  })
  after(() => close())

  const ways = [
    ['from the present state of a watch', () => new WatchLists(), ['present']],
    ['from a list in pages', inPages, ['list', 'list', 'watch']],
  ] as const
  for (const [way, watchLists, requests] of ways) {
    it(`knows everything ${way}, and what happens from then on`, async () => {
      const { known, asked, stop, isRead } = follow(connection, configMaps, watchLists())
      try {
        await eventually('it is read', isRead)
        assert.ok(known.size >= many)
        await create('late')
        await send({
          method: 'PATCH',
          path: `${path}/c-1`,
          contentType: merge,
          body: { data: { text: 'way' } },
        })
        await eventually('what came is known', () => known.has('late'))
        await send({ method: 'DELETE', path: `${path}/late` })
        await eventually('what went is forgotten', () => !known.has('late'))
        assert.deepEqual((known.get('c-1') as { data?: unknown }).data, { text: 'way' })
        assert.deepEqual((known.get('c-2') as { data?: unknown }).data, { text: 'größe→😀' })
        assert.deepEqual([known.get('c-2')?.kind, known.get('c-2')?.apiVersion], ['ConfigMap', 'v1'])
        assert.deepEqual(asked, requests)
        assert.ok([...known.values()].every(({ metadata }) => !('managedFields' in metadata)))
      } finally {
        await stop()
      }
    })

    it(`knows who wrote which condition ${way}`, async () => {
      const name = `node-${requests.length}`
      // Servers keep track of field managers only on objects that were made with some fields.
      const metadata = { name, labels: { role: 'worker' } }
      await send({ method: 'POST', path: '/api/v1/nodes', body: { metadata } })
      const body = { status: { conditions: [{ type: 'Ready', status: 'True' }] } }
      const status = `/api/v1/nodes/${name}/status?fieldManager=kubelet`
      await send({
        method: 'PATCH',
        path: status,
        contentType: 'application/strategic-merge-patch+json',
        body,
      })
      const { known, stop, isRead } = follow(connection, nodes, watchLists())
      try {
        await eventually('it is read', isRead)
        const whole = await send({ path: `/api/v1/nodes/${name}` })
        const seen = known.get(name)
        assert.ok(seen)
        assert.deepEqual(conditionWriters(seen), conditionWriters(whole))
        assert.deepEqual(
          conditionWriters(seen).map(({ manager, types }) => ({ manager, types })),
          [{ manager: 'kubelet', types: ['Ready'] }],
        )
      } finally {
        await stop()
      }
    })
  }
}
