import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openHistory, realTiming, transitionsOf } from '@sitrep/controller'
import type { FleetAnswer } from '@sitrep/dashboard'
import { createEngine, type Engine, type WorldChange } from '@sitrep/engine'
import { catalogIn, families } from '../testing.ts'
import { CounterMemory } from './counter-memory.ts'
import { LiveDashboard } from './live-dashboard.ts'
import { liveWorld } from './world/live-world.ts'

const gatewayClass = (controllerName: string): WorldChange => ({
  object: {
    apiVersion: 'gateway.networking.k8s.io/v1',
    kind: 'GatewayClass',
    metadata: { name: 'edge', uid: 'edge', generation: 1 },
    spec: { controllerName },
  },
})

const cluster = (name: string, paused: boolean): WorldChange => ({
  object: {
    apiVersion: 'cluster.x-k8s.io/v1beta2',
    kind: 'Cluster',
    metadata: { name, namespace: 'prod', uid: name, generation: 1 },
    spec: { paused },
  },
})

describe('The dashboard of a running controller', () => {
  const history = openHistory()
  const counters = new CounterMemory(history, families)
  let engine: Engine
  let live: LiveDashboard
  const heard: string[] = []

  const feed = async (...changes: readonly WorldChange[]): Promise<void> => {
    const now = realTiming.now()
    const statuses = engine.apply(changes, new Date(now).toISOString())
    live.taken(changes)
    const recorded = history.record(statuses.flatMap(transitionsOf), now)
    counters.take(statuses, { engine, now })
    live.changed(statuses, recorded)
    await live.settled()
  }
  const fleet = async (): Promise<FleetAnswer> => {
    const answer = await live.dashboard.routes['/api/v1/fleet']?.(new URLSearchParams(), {
      gzip: false,
      stranger: false,
    })
    return JSON.parse(String(answer?.body)) as FleetAnswer
  }
  const names = ({ rows }: FleetAnswer): readonly string[] =>
    rows.map(({ ref, word }) => `${ref.name} ${word}`).sort()

  before(async () => {
    const catalog = await catalogIn('released')
    engine = createEngine(catalog)
    const sight = { server: '', clusters: [], begun: true, waiting: [], unread: [] }
    const world = liveWorld({
      controller: { engine, sight },
      catalog,
      families,
      history,
      timing: realTiming,
      reach: { sitrep: [] },
    })
    live = new LiveDashboard({ world, timing: realTiming, synced: () => true })
    live.dashboard.streams['/api/v1/dashboard/changes']?.(
      { send: (text) => void heard.push(text) },
      { query: new URLSearchParams(), lastEventId: undefined },
    )
    await feed({ kind: 'every', read: true }, cluster('a', true), gatewayClass('example.com/nobody'))
  })
  after(async () => {
    await live.stop()
    history.close()
  })

  it('shows what is computed', async () => {
    const shown = names(await fleet())
    assert.ok(shown.includes('a Paused'), shown.join())
  })

  it('tells rows, transitions and what was touched, up to where the fleet is true', async () => {
    heard.length = 0
    await feed(cluster('b', false))
    const events = heard.join('')
    assert.match(events, /^event: row$/m)
    assert.match(events, /^event: transition$/m)
    assert.match(events, /^event: touched$/m)
    const ids = [...events.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id))
    assert.deepEqual(
      ids,
      ids.map((_, at) => (ids[0] ?? 0) + at),
    )
    assert.equal((await fleet()).upTo, ids.at(-1))
  })

  it('takes away what is gone', async () => {
    heard.length = 0
    await feed({ gone: { group: 'cluster.x-k8s.io', kind: 'Cluster', namespace: 'prod', name: 'b' } })
    assert.match(heard.join(''), /"gone":\{[^}]*"name":"b"\}/)
    assert.ok(!names(await fleet()).some((name) => name.startsWith('b ')))
  })

  it('takes away what another process looks after from now on', async () => {
    await feed(cluster('m', false))
    heard.length = 0
    const moved = { group: 'cluster.x-k8s.io', kind: 'Cluster', namespace: 'prod', name: 'm' }
    await feed({ moved, to: 'elsewhere' })
    assert.match(heard.join(''), /"gone":\{[^}]*"name":"m"\}/)
    assert.ok(!names(await fleet()).some((name) => name.startsWith('m ')))
  })

  it('says nothing where nothing changed', async () => {
    heard.length = 0
    await feed(cluster('a', true))
    assert.doesNotMatch(heard.join(''), /^event: (row|transition)$/m)
  })

  it('has everybody ask again after a flood', async () => {
    heard.length = 0
    await feed(...Array.from({ length: 2_100 }, (_, at) => cluster(`c${at}`, false)))
    assert.match(heard.at(-1) ?? '', /^event: reset$/m)
    assert.ok((await fleet()).rows.length > 2_100)
  })

  it('packs a large fleet once for all who ask between two changes', async () => {
    const route = live.dashboard.routes['/api/v1/fleet']
    const ask = () => route?.(new URLSearchParams(), { gzip: true, stranger: false })
    const [first, second] = [await ask(), await ask()]
    assert.equal(first?.headers?.['content-encoding'], 'gzip')
    assert.equal(first?.body, second?.body)
  })
})
