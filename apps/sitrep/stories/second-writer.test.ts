import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { ControllerError } from '@sitrep/controller/connection'
import { type ClusterStory, clusterStoryOn, openTestFleet, says } from '@sitrep/simulator/testing'
import { at, type KubeObject, list, type ObjectRef, refOf } from '@sitrep/status'
import { type CountedConnection, countWrites } from './counted-writes.testing.ts'

interface SeenFight {
  readonly ref: ObjectRef
  readonly types: readonly string[]
  readonly managers: readonly [string, string]
}

const pathOf = ({ kind, metadata }: KubeObject): string =>
  `/apis/cluster.x-k8s.io/v1beta2/namespaces/prod/${kind.toLowerCase()}s/${metadata.name}`

describe('A second writer on the same objects', () => {
  const fights: SeenFight[] = []
  let story: ClusterStory
  let sent: CountedConnection
  before(async () => {
    const fleet = await openTestFleet({ controller: 'none' })
    sent = countWrites(fleet.connection)
    fleet.startController({ connection: sent.connection, onFight: (fight) => fights.push(fight) })
    story = clusterStoryOn(fleet)
    await story.begin()
    await story.available()
  })
  after(() => story.close())

  /** Says a condition as others do: read, change the list, write with the version that was read. */
  const say = async (object: KubeObject, condition: Readonly<Record<string, string>>): Promise<boolean> => {
    const { status, metadata } = await story.fleet.read(pathOf(object))
    const others = list(at(status, 'conditions')).filter((other) => at(other, 'type') !== condition['type'])
    const conditions = [...others, { lastTransitionTime: '2026-01-01T00:00:00Z', message: '', ...condition }]
    const { resourceVersion } = metadata
    try {
      await story.fleet.connection.request({
        method: 'PATCH',
        path: `${pathOf(object)}/status?fieldManager=other-controller`,
        body: { metadata: { resourceVersion }, status: { conditions } },
        contentType: 'application/merge-patch+json',
      })
      return true
    } catch (error) {
      if (error instanceof ControllerError && error.code === 'write-conflict') return false
      throw error
    }
  }

  it('storms: its conditions survive, ours do too, and every write of ours says something', async () => {
    const machines = await story.machines()
    const [sick] = await story.workers()
    assert.ok(sick)
    const lastSaid = new Map<string, string>()
    for (let round = 0; round < 20; round++) {
      await story.breakNode(sick.metadata.name, round % 2 === 0 ? 'DiskPressure' : null)
      const spoken = machines.flatMap((machine) =>
        [0, 1, 2].map(async () => {
          const reason = `Round${round}`
          if (await say(machine, { type: 'Foreign', status: 'True', reason }))
            lastSaid.set(machine.metadata.name, reason)
        }),
      )
      await Promise.all([...spoken, story.fleet.timing.advance(1_000, 500)])
    }
    await story.available()
    await story.fleet.settled()
    for (const machine of await story.machines()) {
      assert.equal(says(machine, 'Foreign'), `True ${lastSaid.get(machine.metadata.name)}`)
      assert.equal(says(machine, 'Ready'), 'True Ready')
    }
    const outcomes = Object.groupBy(sent.writes, ({ outcome }) => outcome)
    assert.deepEqual(outcomes.unchanged ?? [], [])
    assert.ok((outcomes.refused ?? []).length <= 4 * (outcomes.changed ?? []).length)
    assert.deepEqual(fights, [])
    assert.deepEqual(story.fleet.errors, [])
  })

  it('takes back our words again and again: the fight is named with both managers, and ends', async () => {
    const [victim] = await story.workers()
    assert.ok(victim)
    const before = sent.writes.length
    for (let round = 0; round < 30; round++) {
      await say(victim, { type: 'Ready', status: 'False', reason: 'Disagree' })
      await story.fleet.timing.advance(1_000, 500)
      await story.fleet.settled()
    }
    assert.deepEqual(
      fights.map(({ ref, types, managers }) => ({ name: ref.name, types, managers })),
      [{ name: victim.metadata.name, types: ['Ready'], managers: ['sitrep', 'other-controller'] }],
    )
    const writes = sent.writes.slice(before).filter(({ path }) => path.startsWith(pathOf(victim)))
    assert.equal(writes.length, 2, 'put right twice, then left alone')
    assert.equal(says(await story.fleet.read(pathOf(victim)), 'Ready'), 'False Disagree')
  })

  it('has stopped: after five minutes our words stand again', async () => {
    const [victim] = fights
    assert.ok(victim)
    await story.fleet.timing.advance(301_000, 5_000)
    await story.fleet.settled()
    const machine = (await story.machines()).find((other) => refOf(other).name === victim.ref.name)
    assert.ok(machine)
    assert.equal(says(machine, 'Ready'), 'True Ready')
  })
})
