import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type QuietMoment, recordedLife, replay, type Saying, statusWrites } from './replay.testing.ts'

const quietMs = 2_000

/**
 * The genuine MachineSet looks at its preflight checks again only every fifteen seconds: here its control plane has had a version for ten
 * seconds, and it still says that it is provisioning.
 */
const stale = { at: '2026-11-15T04:06:51.584Z', object: 'MachineSet life-md-a-z95n5' }

const isStale = ({ at, object }: QuietMoment): boolean => at === stale.at && object === stale.object

describe('The recorded life of a cluster under genuine controllers, replayed', () => {
  const events = recordedLife()
  const { told, quiet } = replay(events, quietMs)
  const since = (sayings: readonly Saying[], { at, ours }: QuietMoment): number =>
    sayings.findLast((saying) => saying.at <= Date.parse(at) && saying.words === ours)?.at ?? Number.NaN

  it('ends every quiet stretch with the words that the genuine controllers settled on', () => {
    assert.ok(quiet.length > 20)
    for (const moment of quiet.filter((each) => !isStale(each)))
      assert.equal(moment.ours, moment.genuine, `${moment.object} at ${moment.at}`)
  })

  it('says so where the genuine words are behind what is there', () => {
    const moment = quiet.find(isStale)
    assert.match(moment?.genuine ?? '', /preflight check failed/)
    assert.doesNotMatch(moment?.ours ?? '', /preflight check failed/)
  })

  it('never says later what both sides settled on', (t) => {
    const leads = quiet
      .filter((moment) => !isStale(moment))
      .map((moment) => {
        const { genuine = [], ours = [] } = told.get(moment.object) ?? {}
        return since(genuine, moment) - since(ours, moment)
      })
      .sort((a, b) => a - b)
    assert.ok((leads[0] ?? Number.NaN) >= 0, `ours is ${-(leads[0] ?? 0)} ms behind`)
    const [middle = 0, most = 0] = [leads[Math.floor(leads.length / 2)], leads.at(-1)]
    t.diagnostic(
      `settled words are there ${middle} ms before the genuine ones in the middle, ${most} ms at most`,
    )
    const count = (side: 'genuine' | 'ours'): number =>
      [...told.values()].reduce((sum, each) => sum + each[side].length, 0)
    t.diagnostic(
      `status writes: genuine ${statusWrites(events)}, ${count('genuine')} of them with news; ours ${count('ours')}`,
    )
  })
})
