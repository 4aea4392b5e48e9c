import assert from 'node:assert/strict'
import { request } from 'node:http'
import { connect } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { createEngine, type Engine } from '@sitrep/engine'
import { family, groupObject, leafObject, rootObject } from '@sitrep/engine/testing'
import { transitionsOf } from '../transitions.ts'
import { Disagreements } from './disagreements.ts'
import { openHistory } from './history.ts'
import { createMetrics } from './metrics.ts'
import type { Sight } from './readiness.ts'
import { type ServedReadApi, serveReadApi } from './serve-read-api.ts'

const at = Date.parse('2026-01-01T00:00:10Z')

const probe = {
  apiVersion: 'sitrep.dev/v1alpha1',
  kind: 'ClusterProbe',
  metadata: { name: 'c', namespace: 'prod' },
  status: { lastProbeTime: '2026-01-01T00:00:00Z' },
}

describe('The read-only API', () => {
  let engine: Engine
  let api: ServedReadApi
  let guarded: ServedReadApi
  const history = openHistory()
  const blind: Sight = {
    server: 'https://127.0.0.1:6443',
    clusters: [],
    begun: false,
    waiting: [{ group: 'test.sitrep.dev', kind: 'Leaf' }],
    unread: [],
  }
  let sight = blind

  before(async () => {
    engine = createEngine(family)
    const changes = engine.apply(
      [
        { kind: 'every', read: true },
        { object: rootObject() },
        { object: groupObject('g') },
        { object: leafObject('a', { owner: 'g', healthy: false }) },
        { object: probe },
      ],
      new Date(at).toISOString(),
    )
    const metrics = createMetrics(engine)
    metrics.observeChanges(changes, at)
    history.record(changes.flatMap(transitionsOf), at)
    const options = {
      engine,
      history,
      metrics,
      disagreements: new Disagreements(),
      now: () => at,
      sight: () => sight,
      port: 0,
    }
    api = await serveReadApi(options)
    guarded = await serveReadApi({ ...options, token: 'secret' })
  })
  after(async () => {
    await api.close()
    await guarded.close()
    history.close()
  })

  const get = async (
    path: string,
    headers: Record<string, string> = {},
  ): Promise<{ code: number; body: unknown }> => {
    const response = await fetch(`${api.url}${path}`, { headers })
    const body = await response.text()
    return { code: response.status, body: body.startsWith('{') ? JSON.parse(body) : body.trim() }
  }
  const leaf = 'group=test.sitrep.dev&kind=Leaf&namespace=prod&name=a'

  it('lists what is computed, by kind, namespace and name', async () => {
    const { body } = await get('/api/v1/objects?group=test.sitrep.dev&kind=Group')
    assert.deepEqual(
      (body as { items: { ref: { name: string } }[] }).items.map(({ ref }) => ref.name),
      ['g'],
    )
  })

  it('explains a condition down to its cause', async () => {
    const { body } = await get(`/api/v1/explain?${leaf}&type=Healthy`)
    assert.equal((body as { decision: { row: { words: string } } }).decision.row.words, 'the leaf is ill')
  })

  it('tells the history of an object', async () => {
    const { body } = await get(`/api/v1/history?${leaf}`)
    const [first] = (body as { items: { type: string; to: string }[] }).items.filter(
      ({ type }) => type === 'Healthy',
    )
    assert.equal(first?.to, 'False')
  })

  type Case = [path: string, code: number, because: string]
  const cases: Case[] = [
    ['/healthz', 200, 'the process is alive'],
    ['/readyz', 503, 'not everything has been read'],
    ['/metrics', 200, 'Prometheus comes for it'],
    ['/api/v1/disagreements', 200, 'there are none, and that is an answer'],
    ['/api/v1/schemas', 200, 'others build on it'],
    ['/api/v1/explain?kind=Leaf', 400, 'no object is named'],
    ['/api/v1/explain?kind=Leaf&name=nobody&type=Ready', 404, 'there is no such object'],
    [`/api/v1/history?${leaf}&since=yesterday`, 400, 'that is no time'],
    ['/__proto__', 404, 'keys are data'],
    ['/nothing', 404, 'nothing is there'],
  ]
  for (const [path, code, because] of cases) {
    it(`${path} answers ${code}: ${because}`, async () => assert.equal((await get(path)).code, code))
  }

  it('counts conditions as state sets', async () => {
    const { body } = await get('/metrics')
    assert.match(
      String(body),
      /sitrep_conditions\{group="test.sitrep.dev",kind="Leaf",type="Healthy",status="False"\} 1/,
    )
    assert.match(
      String(body),
      /sitrep_condition_transitions_total\{group="test.sitrep.dev",kind="Root",type="Available",status="False"\} 1/,
    )
  })

  it('only reads', async () => {
    assert.equal((await fetch(`${api.url}/api/v1/objects`, { method: 'DELETE' })).status, 405)
  })

  it('is ready once everything has been read', async () => {
    sight = { ...blind, begun: true, waiting: [] }
    assert.deepEqual(await get('/readyz'), { code: 200, body: 'ok' })
  })

  it('is not ready while its server is out of reach, and says why to whoever may know', async () => {
    const management = { cluster: '', state: 'lost', why: 'connection refused', since: at } as const
    sight = { ...blind, begun: true, waiting: [], management }
    const words = 'The management server cannot be reached'
    const full = `${words} at https://127.0.0.1:6443 since 2026-01-01T00:00:10Z: connection refused`
    assert.deepEqual(await get('/readyz'), { code: 503, body: full })
    const asked = async (headers: Record<string, string>): Promise<string> =>
      (await (await fetch(`${guarded.url}/readyz`, { headers })).text()).trim()
    assert.equal(await asked({}), words)
    assert.equal(await asked({ authorization: 'Bearer secret' }), full)
  })

  it('tells what can be seen', async () => {
    const contact = { cluster: 'prod/blue', state: 'lost', why: 'no answer in time', since: at } as const
    const unread = { cluster: '', group: '', kind: 'Secret', why: 'forbidden', since: at }
    const fault = {
      what: 'writing a status',
      about: 'object',
      name: 'Leaf a',
      why: 'no such thing',
      count: 2,
    } as const
    sight = {
      ...blind,
      begun: true,
      waiting: [],
      clusters: [contact],
      unread: [unread],
      faults: [{ ...fault, since: at, last: at }],
    }
    const since = '2026-01-01T00:00:10.000Z'
    assert.deepEqual((await get('/api/v1/sight')).body, {
      management: { server: 'https://127.0.0.1:6443' },
      clusters: [{ ...contact, since }],
      waiting: [],
      unread: [{ ...unread, since }],
      faults: [{ ...fault, since, last: since }],
    })
    assert.match(
      String((await get('/readyz')).body),
      /Set aside .* writing a status \(Leaf a\): no such thing/,
    )
  })

  it('asks for its token, and not for the health', async () => {
    const code = async (path: string, token?: string): Promise<number> =>
      (
        await fetch(`${guarded.url}${path}`, {
          headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
        })
      ).status
    assert.deepEqual(
      await Promise.all([
        code('/api/v1/objects'),
        code('/api/v1/objects', 'wrong!'),
        code('/api/v1/objects', 'secret'),
        code('/healthz'),
      ]),
      [401, 401, 200, 200],
    )
  })

  it('answers no page that has made its own name lead here', async () => {
    const { hostname, port } = new URL(api.url)
    const asked = (host: string): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        const call = request({ hostname, port, path: '/api/v1/objects', headers: { host }, agent: false })
        call.on('response', (response) => resolve(response.resume().statusCode))
        call.on('error', reject)
        call.end()
      })
    const codes = await Promise.all(['evil.example', `localhost:${port}`, `[::1]:${port}`].map(asked))
    assert.deepEqual(codes, [403, 200, 200])
  })

  it('tells what was seen outside the API, and nothing else', async () => {
    assert.deepEqual((await get('/api/v1/facts')).body, { items: [probe] })
  })

  it('has a schema for every path that answers with JSON', async () => {
    const { body } = await get('/nothing')
    const { body: schemas } = await get('/api/v1/schemas')
    const described = JSON.stringify(schemas)
    for (const path of (body as { paths: string[] }).paths)
      if (path.startsWith('/api/v1/') && path !== '/api/v1/schemas')
        assert.ok(described.includes(`GET ${path}`), path)
  })

  const options = () => ({
    engine,
    history,
    metrics: createMetrics(engine),
    disagreements: new Disagreements(),
    now: () => at,
    sight: () => blind,
  })

  it('does not open itself to the network without one', async () => {
    await assert.rejects(serveReadApi({ ...options(), host: '0.0.0.0', port: 0 }), { code: 'refused' })
  })

  it('ends whoever sends a question, or something behind it, too slowly', async () => {
    const patience = { headersTimeout: 60, requestTimeout: 120, connectionsCheckingInterval: 20 }
    const slow = await serveReadApi({ ...options(), port: 0, patience })
    const { hostname, port } = new URL(slow.url)
    const ended = (text: string): Promise<string> =>
      new Promise((resolve) => {
        let heard = ''
        let trickle: NodeJS.Timeout | undefined
        const socket = connect({ host: hostname, port: Number(port) }, () => {
          socket.write(text)
          // A byte now and then is no question either; before the text it would be a mistake.
          trickle = setInterval(() => socket.write('x'), 10)
        })
        socket.on('data', (bytes) => {
          heard += bytes.toString('latin1')
        })
        // A byte that comes after the end resets the connection, and what was answered may be lost with it: nothing is heard then.
        socket.on('error', () => {})
        socket.on('close', () => {
          clearInterval(trickle)
          resolve(heard.split('\r\n')[0] ?? '')
        })
      })
    const body = 'POST /api/v1/objects HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100000\r\n\r\n'
    const [head, behind] = await Promise.all([ended('GET /healthz HTTP/1.1\r\nx: '), ended(body)])
    await slow.close()
    assert.match(head, / 408 |^$/)
    assert.match(behind, / 405 | 408 |^$/)
  })

  it('streams changes as they happen', async () => {
    const abort = new AbortController()
    const response = await fetch(`${api.url}/api/v1/changes`, { signal: abort.signal })
    const reader = response.body?.getReader()
    api.publish(
      engine.apply(
        [{ object: leafObject('a', { owner: 'g', healthy: true }) }],
        new Date(at + 1000).toISOString(),
      ),
      at + 1000,
    )
    const { value } = (await reader?.read()) ?? {}
    assert.match(
      new TextDecoder().decode(value),
      /^event: status\ndata: \{"at":"2026-01-01T00:00:11.000Z","ref":\{"group":"test.sitrep.dev","kind":"Leaf"/,
    )
    abort.abort()
  })
})
