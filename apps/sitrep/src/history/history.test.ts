import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import {
  createMetrics,
  Disagreements,
  type History,
  openHistory,
  type ServedReadApi,
  serveReadApi,
} from '@sitrep/controller'
import { createEngine } from '@sitrep/engine'
import type { ObjectRef } from '@sitrep/status'
import { leaveAddress } from '../cluster/controller-api.ts'
import { openTestCluster, type TestCluster } from '../cluster.testing.ts'
import { catalogIn, runLine } from '../testing.ts'

const now = '2026-01-01T12:00:00Z'
const at = (time: string): number => Date.parse(`2026-01-01T${time}Z`)

function remember(history: History, ref: ObjectRef): void {
  const ready = { ref, type: 'Ready', message: '' }
  history.record([{ ...ready, to: 'False', reason: 'Starting' }], at('10:00:00'))
  history.record([{ ...ready, from: 'False', to: 'True', reason: 'Up' }], at('10:30:00'))
  history.record(
    [{ ...ready, from: 'True', to: 'False', reason: 'Down', message: '\u001b[2J' }],
    at('11:30:00'),
  )
}

const told = [
  'WHEN                   WHAT    CHANGE         FOR             REASON     MESSAGE',
  '2026-01-01T10:00:00Z   Ready   → False        30m             Starting',
  '2026-01-01T10:30:00Z   Ready   False → True   60m             Up',
  '2026-01-01T11:30:00Z   Ready   True → False   30m until now   Down       \\u{1b}[2J',
  '',
  'Ready changed 2 times: False for 60m, True for 60m',
]

describe('sitrep history', () => {
  let cluster: TestCluster
  let api: ServedReadApi
  const history = openHistory()
  before(async () => {
    cluster = await openTestCluster()
    remember(history, { group: 'example.com', kind: 'Widget', namespace: 'prod', name: 'told' })
    const engine = createEngine(await catalogIn('proposal'))
    api = await serveReadApi({
      engine,
      history,
      metrics: createMetrics(engine),
      disagreements: new Disagreements(),
      now: () => at('12:00:00'),
      sight: () => ({ server: '', clusters: [], begun: true, waiting: [], unread: [] }),
      port: 0,
    })
    await cluster.create('alone')
    await cluster.report('alone', {
      conditions: [
        {
          type: 'Ready',
          status: 'False',
          reason: 'Down',
          message: 'it is',
          lastTransitionTime: '2026-01-01T11:00:00Z',
        },
        { type: 'Odd', status: 'True', lastTransitionTime: 'noon' },
      ],
    })
    const tell = (group: string, reason: string): Promise<unknown> =>
      cluster.connection.request({
        method: 'POST',
        path: '/api/v1/namespaces/prod/events',
        body: {
          metadata: { name: `alone.${group}`, namespace: 'prod' },
          involvedObject: { apiVersion: `${group}/v1`, kind: 'Widget', namespace: 'prod', name: 'alone' },
          type: 'Warning',
          reason,
          message: 'it broke',
          lastTimestamp: '2026-01-01T11:10:00Z',
        },
      })
    await tell('example.com', 'Broke')
    await tell('example.org', 'OfAnotherFamily')
  })
  after(async () => {
    await api.close()
    history.close()
    await cluster.close()
  })

  const ask = (line: readonly string[], env: Record<string, string> = {}) =>
    cluster.run(['history', ...line], { now, env })

  it('is told by a running controller that is named', async () => {
    const { code, out } = await ask(['widget/told'], { SITREP_API: api.url })
    assert.equal(code, 0)
    assert.deepEqual(out, told)
  })

  it('is told for the time that is asked about', async () => {
    const { out } = await ask(['widget/told', '--api', api.url, '--since', '1h', '-o', 'json'])
    const { teller, items } = JSON.parse(out.join('\n'))
    assert.equal(teller, 'controller')
    assert.deepEqual(items, [
      {
        at: '2026-01-01T11:30:00.000Z',
        type: 'Ready',
        from: 'True',
        to: 'False',
        reason: 'Down',
        message: '\u001b[2J',
        current: true,
        seconds: 1800,
      },
    ])
  })

  it('is told by the object and its Events where no controller runs, with a word about that', async () => {
    const { code, out, err } = await ask(['widget/alone'])
    assert.equal(code, 0)
    assert.match(err[0] ?? '', /only the last transition is known/)
    assert.deepEqual(out, [
      'WHEN                   WHAT    CHANGE    FOR             REASON   MESSAGE',
      '2026-01-01T11:00:00Z   Ready   → False   60m until now   Down     it is',
      '2026-01-01T11:10:00Z   Event   Warning                   Broke    it broke',
    ])
  })

  it('is told by the object where the controller knows nothing of it', async () => {
    const { err } = await ask(['widget/alone'], { SITREP_API: api.url })
    assert.match(err[0] ?? '', /only the last transition is known/)
  })

  it('finds the controller of this cluster by the address that it left, and no other', async () => {
    const folder = join(cluster.folder, '.local', 'share', 'sitrep')
    mkdirSync(folder, { recursive: true })
    const takeAway = leaveAddress(folder, { url: api.url, server: cluster.connection.server })
    assert.deepEqual((await ask(['widget/told'])).out, told)
    leaveAddress(folder, { url: api.url, server: 'https://elsewhere:6443' })
    assert.equal((await ask(['widget/told'])).code, 1)
    leaveAddress(folder, { url: 'http://127.0.0.1:1', server: cluster.connection.server })
    assert.equal((await ask(['widget/told'])).code, 1)
    takeAway()
  })

  it('finds the controller beside the kubeconfig that sitrep up wrote', async () => {
    const takeAway = leaveAddress(cluster.folder, { url: api.url, server: cluster.connection.server })
    const { out } = await ask(['widget/told'], { XDG_DATA_HOME: '/nonexistent' })
    takeAway()
    assert.deepEqual(out, told)
  })

  it('is read from the folder of a controller that has stopped', async () => {
    const file = openHistory({ file: join(cluster.folder, 'history.db') })
    remember(file, { group: 'cluster.x-k8s.io', kind: 'Cluster', namespace: 'prod', name: 'c' })
    file.close()
    const { out } = await runLine(['history', 'cluster/c', '--data', cluster.folder, '-n', 'prod'], { now })
    assert.deepEqual(out, told)
  })

  type Case = [line: readonly string[], code: number, says: RegExp, because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Case[] = [
    [['widget/none'],                                    1, /There is no Widget none in namespace prod/,  'it is not there'],
    [['widget'],                                         2, /KIND\/NAME/,                                 'an object has a name'],
    [['widget/alone', '--since', 'yesterday'],           2, /--since takes a length of time/,             'it says which form is meant'],
    [['widget/alone', '--since', '1m'],                  0, /Nothing is known to have happened to Widget prod\/alone in the last 60s/, 'nothing is an answer'],
    [['widget/alone', '--condition', 'odd'],             0, /Nothing is known/,                           'what has no time has no place in time'],
    [['widget/alone', '--api', 'nowhere'],               2, /is a URL such as/,                           'it says which form is meant'],
    [['widget/alone', '--api', 'http://127.0.0.1:1'],    3, /cannot be reached/,                          'who is named is to answer'],
    [['cluster/c', '--data', '/nonexistent'],            2, /There is no history in/,                     'it names the folder'],
  ]
  for (const [line, code, says, because] of cases) {
    it(`${line.join(' ')} ends with ${code}, because ${because}`, async () => {
      const ran = await ask(line)
      assert.match([...ran.out, ...ran.err].join('\n'), says)
      assert.equal(ran.code, code)
    })
  }
})
