import { parseArgs } from 'node:util'
import { type Figures, recordResult } from '../../proof/record.ts'
import { chanceOf } from '../chance.ts'
import type { SoakPart } from '../parts.ts'
import { killingOf, nobody, playKilling } from './kill/play.ts'
import { playSeed, playUndisturbed, type SeedOutcome } from './run.ts'
import { playSockets } from './socket/play.ts'
import { stories } from './story.ts'

const shownDifferences = 10

/** Plays a story under seeded faults, and asks whether everything is said in the end that is said without them. */
export const faults: SoakPart = {
  name: 'faults',
  summary: 'Faults between controllers and server from seeds: every status ends as in an undisturbed run',
  usage: 'faults [--seeds N] [--from SEED] [--minutes M] [--story one|three | --kill | --sockets]',

  async run(args) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        seeds: { type: 'string', default: '20' },
        from: { type: 'string', default: '1' },
        minutes: { type: 'string', default: 'Infinity' },
        story: { type: 'string', default: 'three' },
        kill: { type: 'boolean', default: false },
        sockets: { type: 'boolean', default: false },
      },
    })
    const [first, count] = [Number(values.from), Number(values.seeds)]
    const seeds = seedsWithin({ first, count, minutes: Number(values.minutes) })
    if (values.kill) return driveAll(seeds, killing)
    if (values.sockets) return driveAll(seeds, breakingSockets)
    return disturbAll(seeds, values.story === 'one' ? 'one' : 'three')
  },
}

/** One seed after the other; once the time is over no further one begins. */
function* seedsWithin({ first, count, minutes }: Record<'first' | 'count' | 'minutes', number>): Seeds {
  const end = performance.now() + minutes * 60_000
  for (let at = 0; at < count && performance.now() < end; at++) yield first + at
}

type Seeds = Iterable<number>

async function disturbAll(seeds: Seeds, name: keyof typeof stories): Promise<boolean> {
  const expected = await playUndisturbed(stories[name])
  const failed: number[] = []
  let [played, hits] = [0, 0]
  for (const seed of seeds) {
    played++
    const outcome = await playSeed(stories[name], seed, expected)
    hits += sum(outcome.hits) + outcome.disturbance.blows.length
    if (outcome.differences.length === 0) continue
    failed.push(seed)
    tellFailure(outcome, name)
  }
  recordResult(`faults, story ${name}`, {
    seeds: played,
    'faults injected': hits,
    ...endedDifferently(failed),
  })
  return failed.length === 0
}

/** What one seed of a run by the real clock brought. */
interface Driven {
  readonly differences: readonly string[]
  /** How much happened. */
  readonly figures: Figures
}

interface DrivenRun {
  readonly part: string
  readonly option: string
  readonly play: (seed: number) => Promise<Driven>
}

async function driveAll(seeds: Seeds, open: () => Promise<DrivenRun>): Promise<boolean> {
  const { part, option, play } = await open()
  const failed: number[] = []
  const totals: Record<string, number> = {}
  let played = 0
  for (const seed of seeds) {
    played++
    const { differences, figures } = await play(seed)
    for (const [what, count] of Object.entries(figures)) totals[what] = (totals[what] ?? 0) + Number(count)
    if (differences.length === 0) continue
    failed.push(seed)
    console.log(
      `Seed ${seed} ended differently. Again: npm run soak -- faults ${option} --from ${seed} --seeds 1`,
    )
    tellDifferences(differences)
  }
  recordResult(part, { seeds: played, ...totals, ...endedDifferently(failed) })
  return failed.length === 0
}

/** Kills processes, and starts them again on the same data. */
async function killing(): Promise<DrivenRun> {
  const { statuses } = await playKilling(nobody)
  return {
    part: 'faults, processes killed',
    option: '--kill',
    play: async (seed) => {
      const plan = killingOf(chanceOf(seed))
      const { differences, acknowledged } = await playKilling(plan, statuses)
      return {
        differences,
        figures: {
          'processes killed with kill -9': plan.kills.length,
          'writes acknowledged meanwhile, all looked for in the end': acknowledged,
        },
      }
    },
  }
}

/** Breaks and holds up connections, those to workload clusters too. */
async function breakingSockets(): Promise<DrivenRun> {
  const { statuses } = await playSockets(undefined)
  return {
    part: 'faults, sockets',
    option: '--sockets',
    play: async (seed) => {
      const { differences, hits } = await playSockets(chanceOf(seed), statuses)
      return { differences, figures: { 'connections hit': hits } }
    },
  }
}

const endedDifferently = (failed: readonly number[]): Figures => ({
  'seeds that ended differently': failed.length === 0 ? 0 : failed.join(', '),
})

function tellFailure({ seed, disturbance, hits, differences }: SeedOutcome, story: string): void {
  console.log(
    `Seed ${seed} ended differently. Again: npm run soak -- faults --story ${story} --from ${seed} --seeds 1`,
  )
  tellDifferences(differences)
  console.log(`  under ${JSON.stringify(disturbance)}`)
  console.log(`  with ${[...hits].map(([what, times]) => `${times} × ${what}`).join(', ')}`)
}

function tellDifferences(differences: readonly string[]): void {
  for (const line of differences.slice(0, shownDifferences)) console.log(`  ${line}`)
  if (differences.length > shownDifferences)
    console.log(`  and ${differences.length - shownDifferences} more`)
}

const sum = (hits: ReadonlyMap<string, number>): number => [...hits.values()].reduce((a, b) => a + b, 0)
