import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { chance } from '../../plan/chance.ts'
import { type Rollout, rolloutStep, type SetSize, type Strategy } from './rollout.ts'

const rolling = (maxSurge: number | string, maxUnavailable: number | string): Strategy => ({
  type: 'RollingUpdate',
  maxSurge,
  maxUnavailable,
})
const onDelete: Strategy = { type: 'OnDelete' }

/** `new 1/1` is a set of that many replicas, of which so many are available. */
function sized(name: string, text: string): SetSize {
  const [replicas = 0, available = replicas, machines = replicas] = text.split('/').map(Number)
  return { name, replicas, machines, available }
}

type Case = [
  name: string,
  given: [desired: number, strategy: Strategy, current: string, old: string],
  says: string,
  because: string,
]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['nothing old, too few',     [3, rolling(1, 0),      '1/1', '0/0'],   'new 3 old 0', 'without a rollout the set follows the spec'],
  ['nothing old, too many',    [1, rolling(1, 0),      '3/3', '0/0'],   'new 1 old 0', 'it follows downwards as well'],
  ['begins with surge',        [3, rolling(1, 0),      '0/0', '3/3'],   'new 1 old 3', 'one more than desired may be there, none less'],
  ['the new one is not up',    [3, rolling(1, 0),      '1/0', '3/3'],   'new 1 old 3', 'an old one would be missing'],
  ['the new one is up',        [3, rolling(1, 0),      '1/1', '3/3'],   'new 1 old 2', 'one old one has been replaced'],
  ['an old one has gone',      [3, rolling(1, 0),      '1/1', '2/2'],   'new 2 old 2', 'there is room for the next'],
  ['begins without surge',     [3, rolling(0, 1),      '0/0', '3/3'],   'new 0 old 2', 'one may be missing, none more may be there'],
  ['both ways at once',        [4, rolling(1, 1),      '0/0', '4/4'],   'new 1 old 3', 'both limits are used'],
  ['a share surges upwards',   [4, rolling('30%', 0),  '0/0', '4/4'],   'new 2 old 4', '30% of four is rounded up to two'],
  ['a share misses downwards', [4, rolling(0, '30%'),  '0/0', '4/4'],   'new 0 old 3', '30% of four is rounded down to one'],
  ['neither way',              [2, rolling(0, '10%'),  '0/0', '2/2'],   'new 0 old 1', 'with no room at all nothing could ever move'],
  ['broken old ones',          [3, rolling(1, 0),      '0/0', '3/1'],   'new 1 old 3', 'not even broken ones go before there is somebody else'],
  ['broken old ones, surged',  [3, rolling(1, 0),      '1/1', '3/1'],   'new 1 old 2', 'the broken one goes first'],
  ['scaled up meanwhile',      [5, rolling(1, 0),      '1/1', '3/3'],   'new 3 old 3', 'the new set takes all that is missing'],
  ['scaled down meanwhile',    [1, rolling(1, 0),      '2/2', '2/2'],   'new 1 old 0', 'the old ones are not needed any more'],
  ['on delete, none deleted',  [3, onDelete,           '0/0', '3/3'],   'new 0 old 3', 'nobody deleted anything'],
  ['on delete, one deleted',   [3, onDelete,           '0/0', '3/2/2'], 'new 1 old 2', 'what was deleted is made anew'],
]

describe('A step of a rollout', () => {
  for (const [name, [desired, strategy, current, old], says, because] of cases) {
    it(`${name}: ${says}, because ${because}`, () => {
      const step = rolloutStep({
        desired,
        strategy,
        current: sized('new', current),
        others: [sized('old', old)],
      })
      assert.equal(`new ${step.get('new')} old ${step.get('old') ?? 0}`, says)
    })
  }

  it('keeps to its limits and comes to an end, whatever the numbers', () => {
    for (let run = 0; run < 300; run++) {
      const pick = (what: string, below: number): number => Math.floor(chance(run, what) * below)
      const desired = 1 + pick('desired', 8)
      const [surge, unavailable] = [pick('surge', 4), pick('unavailable', 4)]
      rollOut(desired, rolling(surge, unavailable), (sizes) => {
        const least = desired - Math.min(desired, surge === 0 && unavailable === 0 ? 1 : unavailable)
        const replicas = sizes.reduce((sum, size) => sum + size.replicas, 0)
        const available = sizes.reduce((sum, size) => sum + Math.min(size.available, size.replicas), 0)
        assert.ok(replicas <= desired + surge, `run ${run}: ${replicas} of ${desired} + ${surge}`)
        assert.ok(available >= least, `run ${run}: ${available} available, ${least} wanted`)
      })
    }
  })
})

/** Every step is taken, and then one more new Machine comes up. */
function rollOut(desired: number, strategy: Strategy, check: (sizes: readonly SetSize[]) => void): void {
  let current = sized('new', '0/0')
  let old = sized('old', `${desired}/${desired}`)
  for (let steps = 0; steps < 10 * desired + 20; steps++) {
    const given: Rollout = { desired, strategy, current, others: [old] }
    const step = rolloutStep(given)
    const [next, left] = [step.get('new') ?? 0, step.get('old') ?? 0]
    current = { ...current, replicas: next, available: Math.min(next, current.available) }
    old = { ...old, replicas: left, machines: left, available: Math.min(left, old.available) }
    check([current, old])
    current = { ...current, available: Math.min(current.replicas, current.available + 1) }
    if (old.replicas === 0 && current.available === desired) return
  }
  assert.fail(`a rollout of ${desired} by ${JSON.stringify(strategy)} never ends`)
}
