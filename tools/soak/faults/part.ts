import { parseArgs } from 'node:util'
import type { SoakPart } from '../parts.ts'
import { playSeed, playUndisturbed, type SeedOutcome } from './run.ts'
import { stories } from './story.ts'

const shownDifferences = 10

/** Plays a story under seeded faults, and asks whether everything is said in the end that is said without them. */
export const faults: SoakPart = {
  name: 'faults',
  summary: 'Faults between controllers and server from seeds: every status ends as in an undisturbed run',
  usage: 'faults [--seeds N] [--from SEED] [--story one|three]',

  async run(args) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        seeds: { type: 'string', default: '20' },
        from: { type: 'string', default: '1' },
        story: { type: 'string', default: 'three' },
      },
    })
    const name = values.story === 'one' ? 'one' : 'three'
    const [first, count] = [Number(values.from), Number(values.seeds)]
    const expected = await playUndisturbed(stories[name])
    const failed: number[] = []
    let hits = 0
    for (let seed = first; seed < first + count; seed++) {
      const outcome = await playSeed(stories[name], seed, expected)
      hits += sum(outcome.hits) + outcome.disturbance.blows.length
      if (outcome.differences.length === 0) continue
      failed.push(seed)
      tellFailure(outcome, name)
    }
    console.log(`${count} seeds, ${hits} faults, ${failed.length} seeds ended differently`)
    return failed.length === 0
  },
}

function tellFailure({ seed, disturbance, hits, differences }: SeedOutcome, story: string): void {
  console.log(
    `Seed ${seed} ended differently. Again: npm run soak -- faults --story ${story} --from ${seed} --seeds 1`,
  )
  for (const line of differences.slice(0, shownDifferences)) console.log(`  ${line}`)
  if (differences.length > shownDifferences)
    console.log(`  and ${differences.length - shownDifferences} more`)
  console.log(`  under ${JSON.stringify(disturbance)}`)
  console.log(`  with ${[...hits].map(([what, times]) => `${times} × ${what}`).join(', ')}`)
}

const sum = (hits: ReadonlyMap<string, number>): number => [...hits.values()].reduce((a, b) => a + b, 0)
