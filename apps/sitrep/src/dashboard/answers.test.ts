import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { ObjectAnswer, TreeEntry } from '@sitrep/dashboard'
import { formatRef, type ObjectRef } from '@sitrep/status'
import { recordedWorld } from '../testing.ts'
import { objectAnswer } from './answers/object-answer.ts'
import { rulesAnswer } from './answers/rules-answer.ts'
import { timelineAnswer } from './answers/timeline-answer.ts'
import { transitionsAnswer } from './answers/transition-answer.ts'
import { type DashboardParts, fleetAnswer } from './dashboard.ts'
import { dashboardOf } from './worlds.testing.ts'

const noon = '2026-01-01T12:00:00Z'
const guide = (name: string): string =>
  readFileSync(
    join(import.meta.dirname, '..', '..', '..', '..', 'docs', 'guides', 'worlds', `${name}.yaml`),
    'utf8',
  )

const recorded = recordedWorld('remediation')
const worlds: Readonly<Record<string, readonly [text: string, at: string]>> = {
  'cluster-api': [recorded.text, recorded.at],
  'eks-anywhere': [guide('eks-anywhere'), noon],
  crossplane: [guide('crossplane'), noon],
  orders: [guide('orders'), noon],
  'gateway-api': [guide('gateway'), noon],
}

const open = (name: string): Promise<DashboardParts> => dashboardOf(...(worlds[name] ?? ['', noon]))

type Row = [world: string, says: string, cause: string, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const rows: Row[] = [
  ['cluster-api',  'wrong Cluster health/health',           'Machine health/health-md-a-', 'its Machines stand below it, and one of them is the cause'],
  ['eks-anywhere', 'wrong Cluster default/mgmt',            '',                            'the Cluster of Cluster API that stands behind it is told by it'],
  ['crossplane',   'wrong Database shop/orders',            'Bucket orders-x7k2p-backup',  'a claim stands above its composite and what that is made of'],
  ['crossplane',   'fine XQueue shop/mail',                 '',                            'nobody claimed it: it stands for itself'],
  ['orders',       'wrong Provider provider-postgresql',    'ProviderRevision provider-',  'of a kind that no family computes, what is wrong is told'],
  ['gateway-api',  'wrong Gateway edge/public',             '',                            'its class is only referred to'],
  ['gateway-api',  'wrong HTTPRoute shop/shop',             '',                            'no Gateway tells what is wrong with a route'],
  ['gateway-api',  'unclear HTTPRoute blog/docs',           '',                            'what nobody has reported on is not well'],
  ['gateway-api',  'fine GatewayClass edge',                '',                            'it stands for itself'],
]

const counts: Readonly<Record<string, number>> = {
  'cluster-api': 1,
  'eks-anywhere': 1,
  crossplane: 2,
  orders: 2,
  'gateway-api': 4,
}

describe('The fleet', () => {
  for (const [world, says, cause, because] of rows)
    it(`of ${world}: ${says}, because ${because}`, async () => {
      const { rows: found } = fleetAnswer(await open(world))
      const row = found.find(({ weight, ref }) => `${weight} ${formatRef(ref)}` === says)
      assert.ok(row, found.map(({ weight, ref }) => `${weight} ${formatRef(ref)}`).join('\n'))
      assert.ok((row.cause === undefined ? '' : formatRef(row.cause)).startsWith(cause), JSON.stringify(row))
      assert.notEqual(row.sentence, '')
    })

  for (const [world, count] of Object.entries(counts))
    it(`of ${world} holds nothing else: ${count}, the worst first`, async () => {
      const { rows: found } = fleetAnswer(await open(world))
      assert.equal(found.length, count)
      const weights = ['wrong', 'unclear', 'paused', 'underway', 'fine']
      const ranks = found.map(({ weight }) => weights.indexOf(weight))
      assert.deepEqual(
        ranks,
        ranks.toSorted((a, b) => a - b),
      )
    })

  it('says at which instant it stands, where nothing goes on', async () => {
    assert.equal(fleetAnswer(await open('crossplane')).at, noon)
  })

  it('counts what a family says is counted', async () => {
    const [row] = fleetAnswer(await open('cluster-api')).rows
    assert.deepEqual(
      row?.counters.find(({ name }) => name === 'Control plane ready'),
      {
        name: 'Control plane ready',
        have: 3,
        want: 3,
      },
    )
  })

  it('has conditions of entries under their addresses', async () => {
    const { rows: found } = fleetAnswer(await open('gateway-api'))
    const gateway = found.find(({ ref }) => ref.kind === 'Gateway')
    assert.equal(gateway?.conditions['listeners[https]:Programmed'], 'False')
  })
})

const rowRef = (parts: DashboardParts, kind: string): ObjectRef => {
  const found = fleetAnswer(parts).rows.find(({ ref }) => ref.kind === kind)
  assert.ok(found, `no ${kind}`)
  return found.ref
}

async function about(world: string, kind: string): Promise<ObjectAnswer> {
  const parts = await open(world)
  const answer = await objectAnswer(rowRef(parts, kind), parts.world, 7)
  assert.ok(answer)
  return answer
}

const namesIn = ({ name, children }: TreeEntry): readonly string[] => [name, ...children.flatMap(namesIn)]

describe('An object', () => {
  it('has the tree that describe draws, with what groups stand for', async () => {
    const names = namesIn((await about('cluster-api', 'Cluster')).tree)
    assert.ok(names.includes('Infrastructure DevCluster health'), names.join('\n'))
    assert.ok(names.some((name) => name.startsWith('Machine health-cp-')))
  })

  it('says why as a path from the symptom to the first cause', async () => {
    const { why, row } = await about('crossplane', 'Database')
    const [first] = why
    assert.equal(first?.path[0]?.ref.kind, 'Database')
    assert.deepEqual(first?.path.at(-1)?.ref, row.cause)
    assert.ok((first?.advice.length ?? 0) > 0)
    assert.match(first?.commands[0] ?? '', /^sitrep explain bucket\/orders-x7k2p-backup /)
  })

  it('names who decides a condition that is not its own', async () => {
    const parts = await open('cluster-api')
    const [machine] = parts.world.graph.ofKind({ group: 'cluster.x-k8s.io', kind: 'Machine' }, undefined)
    assert.ok(machine)
    const answer = await objectAnswer(machine.ref, parts.world, 0)
    const upToDate = answer?.conditions.find(({ address }) => address === 'UpToDate')
    assert.notEqual(upToDate?.owner?.kind, 'Machine')
    assert.equal(answer?.conditions.find(({ address }) => address === 'Ready')?.owner, undefined)
  })

  it('that is well has no why', async () => {
    assert.deepEqual((await about('gateway-api', 'GatewayClass')).why, [])
  })

  it('that is not there is not answered', async () => {
    const { world } = await open('crossplane')
    const nobody = { group: '', kind: 'Pod', namespace: 'x', name: 'y' }
    assert.equal(await objectAnswer(nobody, world, 0), undefined)
    assert.equal(timelineAnswer(nobody, world, undefined), undefined)
    assert.equal(rulesAnswer({ ...nobody, ref: nobody }, world), undefined)
  })
})

describe('The timeline of an object in files', () => {
  it('has a lane for each condition, from its last transition until now', async () => {
    const parts = await open('crossplane')
    const answer = timelineAnswer(rowRef(parts, 'Database'), parts.world, undefined)
    const ready = answer?.lanes.find(({ address }) => address === 'Ready')
    assert.deepEqual(
      ready?.spans.map(({ from, to, status, meaning }) => [
        new Date(from).toISOString(),
        to,
        status,
        meaning,
      ]),
      [['2026-01-01T11:00:00.000Z', undefined, 'False', 'bad']],
    )
    assert.equal(answer?.to, Date.parse(noon))
    assert.ok(answer?.below.some(({ ref }) => ref.kind === 'Bucket'))
  })

  it('begins where it is asked to', async () => {
    const parts = await open('crossplane')
    const since = Date.parse('2026-01-01T11:30:00Z')
    const answer = timelineAnswer(rowRef(parts, 'Database'), parts.world, since)
    assert.equal(answer?.from, since)
    assert.ok(answer?.lanes.every(({ spans }) => spans.every(({ from }) => from >= since)))
  })
})

describe('What changed', () => {
  it('comes with the newest first, and goes on where it ended', async () => {
    const { world } = await open('cluster-api')
    const first = transitionsAnswer(world.past, { limit: 5 }, 3)
    assert.deepEqual([first.upTo, first.items.length], [3, 5])
    const last = first.items.at(-1)?.id
    assert.ok(last)
    const next = transitionsAnswer(world.past, { before: last, limit: 5 }, 3)
    assert.equal(next.items[0]?.id, last - 1)
    assert.ok((first.items[0]?.at ?? 0) >= (next.items[0]?.at ?? 0))
  })
})

describe('The rules', () => {
  it('without a kind are only the kinds', async () => {
    const { world } = await open('crossplane')
    const answer = rulesAnswer({}, world)
    assert.deepEqual(answer?.tables, [])
    assert.ok(answer?.kinds.some(({ kind }) => kind === 'Cluster'))
    assert.ok(
      answer?.kinds.some(({ kind }) => kind === 'Bucket'),
      'kinds that are described are found',
    )
  })

  it('of a kind are its tables, and nobody is decided on', async () => {
    const { world } = await open('gateway-api')
    const answer = rulesAnswer({ group: 'gateway.networking.k8s.io', kind: 'Gateway' }, world)
    const tables = answer?.tables ?? []
    assert.ok(tables.some(({ address }) => address === 'listeners[*]:Programmed'))
    assert.ok(tables.every(({ rows: each }) => each.every(({ decides }) => !decides)))
  })

  it('of an object mark the row that decides, and those that were passed over', async () => {
    const parts = await open('cluster-api')
    const ref = rowRef(parts, 'Cluster')
    const answer = rulesAnswer({ group: ref.group, kind: ref.kind, ref }, parts.world)
    const workers = answer?.tables.find(({ address }) => address === 'WorkersAvailable')
    const deciding = workers?.rows.filter(({ decides }) => decides) ?? []
    assert.equal(deciding.length, 1)
    const at = workers?.rows.findIndex(({ decides }) => decides) ?? 0
    assert.ok(workers?.rows.slice(0, at).every(({ passedOver }) => passedOver))
    assert.ok(workers?.rows.slice(at).every(({ passedOver }) => !passedOver))
  })

  it('of an object with entries are told entry by entry', async () => {
    const parts = await dashboardOf(worlds['gateway-api']?.[0] ?? '', noon)
    const ref = rowRef(parts, 'Gateway')
    const answer = rulesAnswer({ group: ref.group, kind: ref.kind, ref }, parts.world)
    const decided = answer?.tables.filter(({ rows: each }) => each.some(({ decides }) => decides)) ?? []
    const claimed = parts.world.deciding.claims(ref)
    assert.ok(decided.every(({ address }) => claimed.includes(address)))
  })
})
