import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { answerBy, type ServedAnswers, serveAnswers } from '@sitrep/controller'
import type { FleetAnswer, ObjectAnswer, RefusedAnswer } from '@sitrep/dashboard'
import { stringify } from 'yaml'
import { dashboardOver } from './dashboard.ts'
import { anyPage, dashboardOf } from './worlds.testing.ts'

const hostile = '<img src=x onerror=alert(1)>\u202e\u0000"\'`'
const long = 'x'.repeat(100_000)

const cluster = (name: string, message: string, type = 'Available') => ({
  apiVersion: 'cluster.x-k8s.io/v1beta2',
  kind: 'Cluster',
  metadata: { name, namespace: 'prod', uid: name, labels: { [hostile]: hostile } },
  spec: { controlPlaneRef: { kind: hostile, name: hostile } },
  status: { conditions: [{ type, status: 'False', reason: hostile, message, lastTransitionTime: 'never' }] },
})

const world = [
  cluster(hostile, hostile),
  cluster('long', long),
  cluster('odd', 'm', '__proto__'),
  {
    apiVersion: 'cluster.x-k8s.io/v1beta2',
    kind: 'Cluster',
    metadata: { name: 'bare', namespace: 'prod' },
    status: 7,
  },
]
  .map((object) => stringify(object))
  .join('---\n')

const of = 'group=cluster.x-k8s.io&kind=Cluster&namespace=prod'

type Case = [name: string, path: string, status: number, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['an object without a name',     `/api/v1/object?${of}`,                              400, 'nobody is meant'],
  ['an object that is not there',  `/api/v1/object?${of}&name=nobody`,                  404, 'nobody is there'],
  ['a name of the language',       '/api/v1/object?kind=__proto__&name=constructor',    404, 'nobody is called so'],
  ['a cluster that is none',       `/api/v1/object?${of}&name=bare&cluster=../..`,      404, 'nobody is there'],
  ['escapes of no text',           '/api/v1/object?kind=%ff%fe&name=%00',               404, 'nobody is called so'],
  ['a time that is none',          `/api/v1/timeline?${of}&name=bare&since=soon`,       400, 'it is no time'],
  ['a time beyond all dates',      `/api/v1/timeline?${of}&name=bare&since=99999999999999999999`, 400, 'it is no time'],
  ['a time as a number',           `/api/v1/timeline?${of}&name=bare&since=0`,          200, 'milliseconds are a time'],
  ['a number that is none',        '/api/v1/transitions?before=x',                      400, 'it is no number'],
  ['a number below all',           '/api/v1/transitions?limit=-1',                      400, 'it is no number'],
  ['more than there can be',       '/api/v1/transitions?limit=9007199254740991',        200, 'no more is told than is sensible'],
  ['rules of no kind',             '/api/v1/rules?kind=__proto__',                      200, 'there are none'],
  ['rules of nobody',              `/api/v1/rules?${of}&name=nobody`,                   404, 'nobody is there'],
  ['a file outside the page',      '/../package.json',                                  404, 'only the page is served'],
  ['another path',                 '/api/v1/objects',                                   404, 'nothing else is served here'],
]

describe('The dashboard, asked by somebody hostile', () => {
  let served: ServedAnswers
  const get = (path: string, init?: RequestInit): Promise<Response> => fetch(`${served.url}${path}`, init)
  const ask = async <Answer>(path: string): Promise<Answer> => (await (await get(path)).json()) as Answer
  before(async () => {
    const { routes, streams } = dashboardOver(await dashboardOf(world, '2026-01-01T00:00:00Z'))
    served = await serveAnswers({
      port: 0,
      files: anyPage(),
      streams,
      answer: (asked) => answerBy(routes, asked, Object.keys(streams)),
    })
  })
  after(() => served.close())

  for (const [name, path, status, because] of cases)
    it(`${name} gets ${status}, because ${because}`, async () => {
      const response = await get(path)
      assert.equal(response.status, status)
      const body = (await response.json()) as RefusedAnswer
      if (status !== 200) assert.ok(typeof body.error === 'string' && body.error.length < 700)
    })

  it('hands on what objects say as it is, and never as a page', async () => {
    const response = await get('/api/v1/fleet')
    assert.equal(response.headers.get('content-type'), 'application/json')
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff')
    const { rows } = (await response.json()) as FleetAnswer
    assert.ok(rows.some(({ ref }) => ref.name === hostile))
  })

  it('answers about an object of any name', async () => {
    const answer = await ask<ObjectAnswer>(`/api/v1/object?${of}&name=${encodeURIComponent(hostile)}`)
    assert.equal(answer.row.ref.name, hostile)
    assert.equal(answer.conditions[0]?.message, hostile)
  })

  it('hands on no more of a text than somebody reads', async () => {
    const { rows } = await ask<FleetAnswer>('/api/v1/fleet')
    const answer = await ask<ObjectAnswer>(`/api/v1/object?${of}&name=long`)
    assert.ok(rows.every(({ sentence }) => sentence.length <= 600))
    assert.ok(JSON.stringify(answer).length < 40_000)
  })

  it('has conditions of any type', async () => {
    const { conditions } = await ask<ObjectAnswer>(`/api/v1/object?${of}&name=odd`)
    assert.ok(conditions.some(({ type }) => type === '__proto__'))
  })

  it('changes nothing, whatever is sent', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'])
      assert.equal((await get('/api/v1/fleet', { method })).status, 405)
    assert.equal((await get('/', { method: 'POST' })).status, 404)
  })
})
