import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { reportOn } from '@sitrep/controller'
import { endpoints, gateway, gatewayClass, grant, route, service } from '@sitrep/gateway-api/testing'
import { at, type KubeObject, list } from '@sitrep/status'
import {
  type GatewayStory,
  openGatewayStory,
  ours,
  pathOf,
  type StartedGatewayController,
  theirs,
} from './gateways.testing.ts'
import { eventually, openPrograms } from './program.testing.ts'

const edge = gateway()
const other = gateway({ gatewayClassName: 'theirs' }, { name: 'other', namespace: 'infra' })
const granted = grant('bank', { kind: 'HTTPRoute', namespace: 'shop' }, { kind: 'Service' })
const cart = route({
  parentRefs: [
    { name: 'edge', namespace: 'infra' },
    { name: 'other', namespace: 'infra' },
  ],
  rules: [{ backendRefs: [{ name: 'pay', namespace: 'bank', port: 8080 }] }],
})
const mine = `parents[${ours}|Gateway/infra/edge]`
const foreign = `parents[${theirs}|Gateway/infra/other]`
const reported = {
  parentRef: { name: 'other', namespace: 'infra' },
  controllerName: theirs,
  conditions: [
    {
      type: 'Accepted',
      status: 'True',
      reason: 'Accepted',
      message: 'fine by me',
      observedGeneration: 1,
      lastTransitionTime: '2020-01-01T00:00:00Z',
    },
    {
      type: 'ResolvedRefs',
      status: 'False',
      reason: 'BackendNotFound',
      message: 'no idea',
      observedGeneration: 1,
      lastTransitionTime: '2020-01-01T00:00:00Z',
    },
  ],
}

const generations = (object: KubeObject): readonly unknown[] =>
  [
    ...list(at(object.status, 'conditions')),
    ...list(at(object.status, 'listeners')).flatMap((entry) => list(at(entry, 'conditions'))),
  ].map((condition) => at(condition, 'observedGeneration'))

const entriesOf = (object: KubeObject, controller: string): readonly unknown[] =>
  list(at(object.status, 'parents')).filter((entry) => at(entry, 'controllerName') === controller)

describe('Gateways of two controllers', () => {
  let story: GatewayStory
  let running: StartedGatewayController
  let foreignEntries: readonly unknown[]
  const written = (object: KubeObject, since = 0): number =>
    running.sent.writes.slice(since).filter(({ path }) => path === `${pathOf(object)}/status`).length
  before(async () => {
    story = await openGatewayStory()
    const classes = [gatewayClass('ours', ours), gatewayClass('theirs', theirs)]
    await story.create(...classes, service('pay', 'bank'), endpoints('pay', 'bank'), granted)
    await story.create(edge, other, cart)
    // The server fills defaults in; from then on nothing may move.
    foreignEntries = entriesOf(await story.report(cart, { parents: [reported] }), theirs)
    running = story.start()
    await running.settled()
  })
  after(() => story.close())

  it('without a data plane says all that can be said, and holds nothing back', async () => {
    assert.equal(await story.says(edge, 'Accepted'), 'True Accepted 1')
    assert.equal(await story.says(edge, 'Programmed'), 'Unknown Pending 1')
    assert.equal(await story.says(edge, 'listeners[web]:Accepted'), 'True Accepted 1')
    assert.equal(await story.says(cart, `${mine}:ResolvedRefs`), 'True ResolvedRefs 1')
    assert.equal(at(list(at((await story.read(edge)).status, 'listeners'))[0], 'attachedRoutes'), 1)
  })

  it('is written once an object, every condition with its generation', async () => {
    assert.deepEqual([written(edge), written(cart)], [1, 1])
    assert.deepEqual(new Set(generations(await story.read(edge))), new Set([1]))
  })

  it('are programmed once a data plane has told that it has them in force', async () => {
    const before = running.sent.writes.length
    story.tell(edge, {
      addresses: [{ type: 'IPAddress', value: '127.0.0.2' }],
      listeners: [{ name: 'web', bound: true, probed: true }],
      generations: { 'Gateway/infra/edge': 1, 'HTTPRoute/shop/cart': 1 },
    })
    await running.settled()
    assert.equal(await story.says(edge, 'Programmed'), 'True Programmed 1')
    assert.equal(await story.says(cart, `${mine}:Programmed`), 'True Programmed 1')
    assert.deepEqual([written(edge, before), written(cart, before)], [1, 1])
  })

  it('moves all conditions of a new generation in one write', async () => {
    const before = running.sent.writes.length
    const listeners = [...list(at(edge.spec, 'listeners')), { name: 'more', port: 81, protocol: 'HTTP' }]
    await story.patch(edge, { spec: { listeners } })
    await running.settled()
    const found = await story.read(edge)
    assert.deepEqual(new Set(generations(found)), new Set([2]))
    assert.equal(await story.says(edge, 'Programmed'), 'False Pending 2')
    assert.equal(written(edge, before), 1)
  })

  it('leaves the entries of the other controller to the byte, and says nothing of its Gateway', async () => {
    assert.deepEqual(entriesOf(await story.read(cart), theirs), foreignEntries)
    assert.equal(written(other), 0)
  })

  it('compares what the other controller says, entry by entry', () => {
    const later = Date.now() + 60_000
    const found = reportOn(running.disagreements, later)
      .items.flatMap(({ examples }) => examples)
      .filter(({ ref }) => ref.kind === 'HTTPRoute')
      .map(({ type, reported, computed }) => `${type} ${at(reported, 'reason')} ${at(computed, 'reason')}`)
    assert.deepEqual(found.toSorted(), [
      `${foreign}:Accepted Accepted Accepted`,
      `${foreign}:ResolvedRefs BackendNotFound ResolvedRefs`,
    ])
  })

  it('takes a permission back as soon as its grant is gone', async () => {
    await story.remove(granted)
    await running.settled()
    assert.equal(await story.says(cart, `${mine}:ResolvedRefs`), 'False RefNotPermitted 1')
    await story.create(granted)
    await running.settled()
    assert.equal(await story.says(cart, `${mine}:ResolvedRefs`), 'True ResolvedRefs 1')
  })

  it('writes nothing after a restart', async () => {
    await running.controller.stop()
    running = story.start()
    story.tell(edge, {
      addresses: [{ type: 'IPAddress', value: '127.0.0.2' }],
      listeners: [{ name: 'web', bound: true, probed: true }],
      generations: { 'Gateway/infra/edge': 1, 'HTTPRoute/shop/cart': 1 },
    })
    await running.settled()
    assert.deepEqual(running.sent.writes, [])
  })

  it('that changes hands loses our entries, and keeps what stands on it for its new owner', async () => {
    const said = (await story.read(edge)).status
    const before = running.sent.writes.length
    await story.patch(edge, { spec: { gatewayClassName: 'theirs' } })
    await running.settled()
    assert.deepEqual(entriesOf(await story.read(cart), ours), [])
    assert.deepEqual(entriesOf(await story.read(cart), theirs), foreignEntries)
    assert.deepEqual((await story.read(edge)).status, said)
    assert.deepEqual([written(edge, before), written(cart, before)], [0, 1])
  })

  it('that comes back is ours again', async () => {
    await story.patch(edge, { spec: { gatewayClassName: 'ours' } })
    await running.settled()
    assert.equal(await story.says(cart, `${mine}:Accepted`), 'True Accepted 1')
    assert.equal(await story.says(edge, 'Accepted'), 'True Accepted 4')
  })
})

describe('sitrep run --write beside another controller', () => {
  const programs = openPrograms()
  const folder = mkdtempSync(join(tmpdir(), 'sitrep-gateways-'))
  const kubeconfig = join(folder, 'kubeconfig')
  const run = (controller: string) =>
    programs.sitrep(
      [
        'run',
        '--write',
        '--kubeconfig',
        kubeconfig,
        '--metrics-port',
        '0',
        '--gateway-class-controller',
        controller,
      ],
      { HOME: folder },
    )
  const accepted = { ...reported.conditions[0] }
  let story: GatewayStory
  before(async () => {
    story = await openGatewayStory()
    writeFileSync(kubeconfig, story.server.kubeconfig, { mode: 0o600 })
    await story.create(gatewayClass('ours', ours), gatewayClass('theirs', theirs), edge, other)
    await story.report(other, { conditions: [accepted] })
  })
  after(async () => {
    await programs.endAll()
    await story.close()
    rmSync(folder, { recursive: true })
  })

  it('starts, for the Gateways of the other one are none of ours', { timeout: 240_000 }, async () => {
    const running = run(ours)
    await eventually(async () =>
      (await story.says(edge, 'Accepted')) === 'True Accepted 1' ? true : undefined,
    )
    assert.deepEqual(at((await story.read(other)).status, 'conditions'), [accepted])
    assert.equal((await running.kill('SIGINT')).code, 0)
  })

  it('refuses to write what the other one writes', { timeout: 240_000 }, async () => {
    const { code, stderr } = await run(theirs).ended
    assert.equal(code, 1)
    assert.match(stderr, /other writes conditions of Gateway here \(Accepted\)/)
  })
})
