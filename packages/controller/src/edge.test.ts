import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import {
  type Condition,
  type ConditionRules,
  decide,
  False,
  getCondition,
  otherwise,
  setConditions,
  True,
} from '@sitrep/conditions'
import type { Wanted, WorldChange } from '@sitrep/engine'
import {
  createCatalog,
  defineStatus,
  type FactKind,
  type KindRef,
  type KubeObject,
  type ObjectRef,
  refOf,
  type View,
} from '@sitrep/status'
import { type Controller, startController } from './controller.ts'
import type { Edge, EdgeSurroundings, RunningEdge } from './edge.ts'
import { eventually, openTestCluster, type TestCluster } from './testing.ts'

const lampKind: KindRef = { group: 'test.sitrep.dev', kind: 'Lamp' }
const glow: FactKind = { kind: { group: 'sitrep.dev', kind: 'Glow' }, about: lampKind }
const lamp: ObjectRef = { ...lampKind, namespace: 'prod', name: 'a' }

interface Status extends Readonly<Record<string, unknown>> {
  readonly conditions?: readonly Condition[]
}
interface Seen {
  readonly glow: string | undefined
  readonly previous: Status | undefined
  readonly now: string
}

const glowSeen: View<string> = {
  name: 'glowSeen',
  of: ({ status }) => String((status as { seen?: string }).seen),
}
const nothing: View<undefined> = { name: 'nothing', of: () => undefined }

const lit: ConditionRules<Seen> = {
  type: 'Lit',
  rows: [
    ['it was seen', (f) => f.glow !== undefined, True('Seen', (f) => f.glow ?? '')],
    ['otherwise', otherwise, False('Dark')],
  ],
}

/** A lamp is lit when somebody has seen it; its bulbs are in another cluster. */
const lampStatus = defineStatus<KubeObject, Seen, Status>({
  kind: lampKind,
  observe({ metadata: { namespace = '', name } }, world) {
    const seen = world.get({ ...glow.kind, namespace, name }, glowSeen)
    world.list({ cluster: 'prod/house', group: '', kind: 'Bulb' }, nothing)
    return {
      glow: seen.read ? seen.item : undefined,
      previous: world.previous as Status | undefined,
      now: world.now,
    }
  },
  compute: (observed) => {
    const decided = [decide(lit, observed)]
    const { previous, now } = observed
    const conditions = setConditions(previous?.conditions, decided, { generation: 1, now })
    return { status: { ...previous, conditions }, decided }
  },
  columns: [],
  onFailure: 'Lit',
})
const catalog = createCatalog({ definitions: [lampStatus] })

describe('An edge', () => {
  let cluster: TestCluster
  let controller: Controller | undefined
  let around: EdgeSurroundings | undefined
  let asked: readonly Wanted[] = []
  let said: string[] = []
  beforeEach(async () => {
    cluster = await openTestCluster(['Lamp'])
    asked = []
    said = []
  })
  afterEach(async () => {
    await controller?.stop()
    await cluster.close()
  })

  const house: WorldChange = { cluster: 'prod/house', kind: 'every', read: true }
  const start = (running: Partial<RunningEdge> = {}): Controller => {
    const edge: Edge = {
      start(given) {
        around = given
        return {
          onAsked: (now) => {
            asked = now
            given.feed([house])
          },
          stop: async () => {},
          ...running,
        }
      },
    }
    const onChanges = (changes: readonly { conditions: readonly Condition[] }[]): number =>
      said.push(...changes.flatMap(({ conditions }) => conditions.map(inWords)))
    controller = startController({
      connection: cluster.connection,
      catalog,
      mode: 'write',
      onChanges,
      edges: [edge],
    })
    return controller
  }
  const plant = (): Promise<KubeObject> =>
    cluster.create({
      apiVersion: 'test.sitrep.dev/v1',
      kind: 'Lamp',
      metadata: { name: 'a', namespace: 'prod' },
    })
  const written = async (): Promise<string> => {
    const { conditions } = ((await cluster.read('Lamp', 'a')).status ?? {}) as Status
    const found = getCondition(conditions, 'Lit')
    return found === undefined ? 'nothing' : inWords(found)
  }
  const before = { type: 'Lit', status: 'True', reason: 'Before', message: '' }
  const long = '2026-01-01T00:00:00Z'
  const events = async (): Promise<readonly unknown[]> => {
    const path = '/api/v1/namespaces/prod/events'
    return (await cluster.connection.request<{ items: readonly unknown[] }>({ path })).items
  }
  const teller = () => {
    if (around === undefined) throw new Error('The edge was not started')
    return around.facts.of(glow)
  }
  const isLamp = (change: WorldChange): boolean => 'object' in change && change.object.kind === 'Lamp'

  it('is told what is asked of other clusters, and of no others', async () => {
    await plant()
    start()
    await eventually('it is asked', () => asked.length > 0)
    assert.deepEqual(asked, [{ cluster: 'prod/house', group: '', kind: 'Bulb' }])
    await eventually('the lamp is dark', async () => (await written()) === 'False Dark')
  })

  it('that awaits a fact before its object is taken in keeps what is reported, until it is told', async () => {
    await plant()
    await cluster.patchStatus('Lamp', 'a', { conditions: [{ ...before, lastTransitionTime: long }] })
    const taken: string[] = []
    const running = start({
      onTaking: (changes) => {
        for (const change of changes)
          if ('object' in change && isLamp(change)) teller().awaited(refOf(change.object))
      },
      onTaken: (changes) =>
        void taken.push(
          ...changes.map((each) => ('awaited' in each ? 'awaited' : isLamp(each) ? 'lamp' : '')),
        ),
    })
    await eventually('the lamp is known', () => running.synced && running.engine.object(lamp) !== undefined)
    await running.settled()
    assert.deepEqual(
      taken.filter((each) => each !== ''),
      ['lamp', 'awaited'],
    )
    assert.equal(await written(), 'True Before')
    assert.deepEqual(said, [])

    teller().tell(lamp, { seen: 'bright' })
    await eventually('that is written', async () => (await written()) === 'True Seen bright')
    assert.deepEqual(said, ['True Seen bright'])
  })

  it('that tells facts leaves an object that was there before as it is until then, and writes no Event', async () => {
    await plant()
    await cluster.patchStatus('Lamp', 'a', { conditions: [{ ...before, lastTransitionTime: long }] })
    const stored = await cluster.read('Lamp', 'a')
    const running = start({ tells: (object) => (object.kind === 'Lamp' ? [glow] : []) })
    await eventually('the lamp is known', () => running.synced && running.engine.object(lamp) !== undefined)
    await running.settled()
    assert.deepEqual(await cluster.read('Lamp', 'a'), stored)
    assert.deepEqual(await events(), [])

    teller().giveUp(lamp)
    await eventually('that is written', async () => (await written()) === 'False Dark')
    await eventually('that is told', async () => (await events()).length > 0)
    assert.deepEqual(said, ['False Dark'])
  })

  it('that tells facts lets an object that comes later be judged at once, because nobody said anything of it', async () => {
    const running = start({ tells: (object) => (object.kind === 'Lamp' ? [glow] : []) })
    await eventually('the world is read', () => running.synced)
    await running.settled()
    await plant()
    await eventually('the lamp is dark', async () => (await written()) === 'False Dark')
  })

  it('sees its facts go with their object', async () => {
    await plant()
    const running = start()
    await eventually('the lamp is known', () => running.engine.object(lamp) !== undefined)
    teller().tell(lamp, { seen: 'bright' })
    await eventually('that is written', async () => (await written()) === 'True Seen bright')
    await cluster.remove('Lamp', 'a')
    const fact = { ...lamp, ...glow.kind }
    await eventually('the fact is gone', () => running.engine.object(fact) === undefined)
    await plant()
    await eventually('the next lamp is dark', async () => (await written()) === 'False Dark')
  })

  it('leaves a fact to whoever feeds it to the controller', async () => {
    await plant()
    const running = start()
    running.feed([
      {
        object: {
          apiVersion: 'sitrep.dev/v1alpha1',
          kind: 'Glow',
          metadata: { name: 'a', namespace: 'prod' },
          status: { seen: 'theirs' },
        },
      },
    ])
    teller().tell(lamp, { seen: 'ours' })
    await eventually('theirs is written', async () => (await written()) === 'True Seen theirs')
    assert.deepEqual(
      said.filter((words) => words.includes('ours')),
      [],
    )
  })

  it('and anybody else tell facts alike', async () => {
    await plant()
    start().facts.of(glow).tell(lamp, { seen: 'from afar' })
    await eventually('that is written', async () => (await written()) === 'True Seen from afar')
  })

  it('is stopped while the controller still takes in what it says', async () => {
    await plant()
    const running = start({
      stop: async () => {
        teller().tell(lamp, { seen: 'a last word' })
        await eventually('that is taken in', () => said.includes('True Seen a last word'))
      },
    })
    await eventually('the lamp is dark', async () => (await written()) === 'False Dark')
    await running.stop()
    assert.equal(said.at(-1), 'True Seen a last word')
  })
})

const inWords = ({ status, reason, message }: Condition): string => `${status} ${reason} ${message}`.trim()
