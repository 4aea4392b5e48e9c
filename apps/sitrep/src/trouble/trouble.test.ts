import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openTestCluster, type TestCluster } from '../cluster.testing.ts'
import { recordedWorld, runLine } from '../testing.ts'

const { text, at } = recordedWorld('remediation')
const bundle = (...words: readonly string[]) => runLine([...words, '-f', '-', '--at', at], { input: text })

describe('What is wrong in a bundle', () => {
  it('is a line for each cause, with what it concerns, and the command that says more', async () => {
    const { out, code } = await bundle('trouble')
    assert.equal(code, 1)
    assert.match(out[0] ?? '', /^WHAT +SINCE +FIRST CAUSE$/)
    assert.match(
      out[1] ?? '',
      /^Cluster health\/health +56s +Machine health-md-a-\S+: .*, and \d more because of it$/,
    )
    assert.match(out.at(-1) ?? '', /^Next: sitrep explain cluster\/health -n health -f - --at /)
  })

  it('names no object twice for one cause', async () => {
    const { out } = await bundle('trouble')
    const rows = out.slice(1, out.indexOf(''))
    assert.equal(new Set(rows).size, rows.length)
    for (const row of rows) assert.match(row, /^Cluster health\/health /)
  })

  it('is the same without a command', async () =>
    assert.deepEqual((await bundle()).out, (await bundle('trouble')).out))

  it('is told to programs with all that it concerns', async () => {
    const { out, code } = await bundle('trouble', '-o', 'json')
    const { items, objects } = JSON.parse(out.join('\n'))
    assert.equal(code, 1)
    assert.ok(objects > 10)
    assert.deepEqual(items[0].object, {
      group: 'cluster.x-k8s.io',
      kind: 'Cluster',
      namespace: 'health',
      name: 'health',
    })
    assert.deepEqual([items[0].gravity, items[0].wrong], ['wrong', true])
    assert.equal(items[0].cause.object.kind, 'Machine')
    assert.ok(items[0].also.length > 0)
  })

  it('is nothing in a namespace where there is nothing', async () => {
    const { out, code } = await bundle('trouble', '-n', 'elsewhere')
    assert.deepEqual(out, ['Nothing is wrong with 0 objects'])
    assert.equal(code, 0)
  })

  for (const width of [40, 80, 120])
    it(`fits a terminal of ${width} columns`, async () => {
      const { out } = await runLine(['trouble', '-f', '-', '--at', at], { input: text, width })
      const rows = out.slice(0, out.indexOf(''))
      for (const line of rows) assert.ok(line.length <= width, `${line.length}: ${line}`)
      assert.match(rows.join(' '), /more/)
    })
})

const pod = (name: string, ready: string, more: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: 'shop', uid: name, ...more },
  spec: { containers: [{ name: 'a', image: 'b' }] },
  status: {
    phase: ready === 'True' ? 'Running' : 'Pending',
    conditions: [
      {
        type: 'Ready',
        status: ready,
        reason: 'ContainersNotReady',
        message: 'containers with unready status: [a]',
      },
    ],
  },
})

const widget = (status: object) => ({
  apiVersion: 'example.com/v1',
  kind: 'Widget',
  metadata: { name: 'w', namespace: 'shop' },
  status,
})
const input = (...items: readonly object[]): string =>
  JSON.stringify({ apiVersion: 'v1', kind: 'List', items })

type Case = [name: string, world: string, code: number, says: RegExp, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['a kind that nobody knows',       input(widget({ conditions: [{ type: 'Ready', status: 'False', reason: 'Failed', message: 'no cog' }] })), 1, /Widget shop\/w .*no cog/, 'its conditions say it'],
  ['what nobody has looked at',      input({ apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'w' } }),                          0, /Nothing is wrong with 1 object/, 'a file is not the world'],
  ['what nobody has reported on',    input({ apiVersion: 'cluster.x-k8s.io/v1beta2', kind: 'Cluster', metadata: { name: 'c', namespace: 'n' }, spec: {} }), 0, /Nothing is wrong with 0 objects; nobody has reported on Cluster n\/c\nNext: sitrep explain cluster\/c -n n -f -$/, 'what is not said is not well'],
  ['many that nobody has reported on', input(...['a', 'b', 'c', 'd', 'e'].map((name) => ({ apiVersion: 'cluster.x-k8s.io/v1beta2', kind: 'Cluster', metadata: { name }, spec: {} }))), 0, /nobody has reported on Cluster a, Cluster b, Cluster c and 2 more$/m, 'a few are enough to begin with'],
  ['settings',                       input({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c' } }),                                    0, /Nothing is wrong/,               'they have no state to tell'],
  ['what is well',                   input(pod('a', 'True')),                                                                                    0, /Nothing is wrong/,               'it says so'],
  ['what is paused',                 input({ apiVersion: 'batch/v1', kind: 'CronJob', metadata: { name: 'c', namespace: 'shop' }, spec: { suspend: true }, status: { active: [] } }), 0, /1 paused/, 'somebody wants it so'],
]

describe('What is wrong in files', () => {
  for (const [name, world, code, says, because] of cases)
    it(`${name}: ${says}, because ${because}`, async () => {
      const ran = await runLine(['trouble', '-f', '-'], { input: world })
      assert.match(ran.out.join('\n'), says)
      assert.equal(ran.code, code)
    })

  it('the next command sees the same world, because without --whole it would say less', async () => {
    const world = input(widget({ conditions: [{ type: 'Ready', status: 'False', reason: 'Failed' }] }))
    const { out } = await runLine(['trouble', '-f', '-', '--whole'], { input: world })
    assert.equal(out.at(-1), 'Next: sitrep explain widget/w -n shop -f - --whole')
  })

  it('text from objects is made harmless', async () => {
    const hostile = widget({
      conditions: [{ type: 'Ready', status: 'False', reason: 'Failed', message: 'a\u001b[2Jb' }],
    })
    const { out } = await runLine(['trouble', '-f', '-'], { input: input(hostile), width: 80 })
    assert.match(out.join('\n'), /a\\u\{1b\}\[2Jb/)
  })
})

describe('What is wrong on a server', () => {
  let cluster: TestCluster
  before(async () => {
    cluster = await openTestCluster()
  })
  after(() => cluster.close())

  it('is nothing while all is well, and what a kind reports once it is not', async () => {
    assert.equal((await cluster.run(['trouble'])).code, 0)
    await cluster.create('broken')
    await cluster.report('broken', {
      conditions: [
        {
          type: 'Ready',
          status: 'False',
          reason: 'Failed',
          message: 'no cog',
          lastTransitionTime: '2026-01-01T00:00:00Z',
        },
      ],
    })
    const { out, code } = await cluster.run([])
    assert.equal(code, 1)
    assert.match(out[1] ?? '', /^Widget prod\/broken .*no cog/)
  })

  it('cannot be found out where nobody answers', async () => {
    const { code, err } = await cluster.run(['trouble', '--context', 'nowhere'])
    assert.equal(code, 3)
    assert.equal(err.length, 1)
  })
})

describe('A Gateway for which the data plane has no room', () => {
  const condition = (type: string, reason: string, message: string, status = 'False') => ({
    type,
    status,
    reason,
    message,
    observedGeneration: 1,
    lastTransitionTime: '2026-01-01T00:00:00Z',
  })
  const full = 'The data plane has no capacity: full'
  const waiting = 'The data plane has not taken over the present configuration'
  const gateway = {
    apiVersion: 'gateway.networking.k8s.io/v1',
    kind: 'Gateway',
    metadata: { name: 'edge', namespace: 'shop', uid: 'edge', generation: 1 },
    spec: { gatewayClassName: 'sitrep', listeners: [{ name: 'web', port: 80, protocol: 'HTTP' }] },
    status: {
      conditions: [condition('Accepted', 'Invalid', full), condition('Programmed', 'NoResources', full)],
      listeners: [
        {
          name: 'web',
          attachedRoutes: 0,
          supportedKinds: [],
          conditions: [
            condition('Accepted', 'Accepted', '', 'True'),
            condition('Programmed', 'Pending', waiting),
          ],
        },
      ],
    },
  }

  for (const line of ['trouble', 'explain gateway/edge -n shop'])
    it(`is told of by ${line} with what the data plane says, for its listeners only wait for it`, async () => {
      const words = [...line.split(' '), '-f', '-', '--at', '2026-01-01T00:01:00Z']
      const { out } = await runLine(words, { input: JSON.stringify(gateway) })
      assert.match(out.join('\n'), /no capacity: full/)
      assert.doesNotMatch(out.join('\n'), /has not taken over/)
    })
})
