import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { faults } from '@sitrep/simulator/testing'
import { openRecordedStory, type RecordedStory } from './recorded-story.testing.ts'

type Moment = [when: string, because: string, until: (story: RecordedStory) => Promise<unknown>]

const pass = (story: RecordedStory, seconds: number): Promise<void> =>
  story.fleet.timing.advance(seconds * 1000, 1000)

const firstWorker = async (story: RecordedStory): Promise<string> => {
  const [worker] = await story.workers()
  assert.ok(worker)
  return worker.metadata.name
}

// biome-ignore format: the table is the specification; its columns stay aligned
const moments: Moment[] = [
  ['just after it was applied',      'nothing is provisioned',                    async (story) => { await story.begin(); await pass(story, 3) }],
  ['before its first Node',          'there is a kubeconfig and nobody answers',  (story) => pass(story, 30)],
  ['beside its first Node',          'one control plane Machine is up',           (story) => pass(story, 35)],
  ['once it is available',           'everything is read and nothing changes',    (story) => story.available()],
  ['while it scales',                'a Machine is on its way',                   async (story) => { await story.patch('MachineDeployment', { spec: { replicas: 3 } }); await pass(story, 10) }],
  ['while its control plane rolls out', 'old and new Machines stand side by side', async (story) => { await story.available(); await story.patch('KubeadmControlPlane', { spec: { version: 'v1.36.1' } }); await pass(story, 60) }],
  ['while a Node is not ready',      'a bad word is no reason to take it back',   async (story) => { await pass(story, 180); await story.available(); await story.breakNode(await firstWorker(story), 'NotReady'); await pass(story, 10) }],
  ['while its connection is lost',   'what was read last is not read again',      async (story) => { await story.breakNode(await firstWorker(story), null); await story.available(); await story.annotate('Cluster', faults.connection, 'lost'); await pass(story, 120) }],
  ['while it is being deleted',      'half of it is gone',                        async (story) => { await story.annotate('Cluster', faults.connection, null); await pass(story, 60); await story.available(); await story.remove('Cluster'); await pass(story, 10) }],
]

describe('A controller that is started anew in the middle of the life of a cluster', () => {
  let story: RecordedStory
  before(async () => {
    story = await openRecordedStory()
  })
  after(() => story.close())

  for (const [when, because, until] of moments)
    it(`writes nothing ${when}: ${because}, and nothing has changed`, async () => {
      await until(story)
      await quiet(story)
      const since = story.record.writes.length
      await story.restartController()
      await quiet(story)
      const written = story.record.writes
        .slice(since)
        .map(({ object, turns }) => `${object} ${turns.map(({ type, to }) => `${type}=${to}`).join()}`)
      assert.deepEqual(written, [])
    })

  it('has nothing to take back in the end', async () => {
    await story.until('the Cluster is gone', async () => (await story.find('Cluster')) === undefined)
    await story.fleet.settled()
    assert.deepEqual(story.record.problems(), [])
    assert.equal(story.sent.changed(), story.record.writes.length)
    assert.deepEqual(story.fleet.errors, [])
  })
})

/** The clock stands still until everything that can be done has been done: lists over sockets take many turns of the event loop. */
async function quiet(story: RecordedStory): Promise<void> {
  for (let calm = 0; calm < 5; ) {
    const before = story.sent.writes.length + story.record.writes.length
    await story.fleet.timing.advance(1, 1)
    await story.fleet.settled()
    calm = before === story.sent.writes.length + story.record.writes.length ? calm + 1 : 0
  }
}
