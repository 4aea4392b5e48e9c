import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Difference } from './compare.ts'
import { placeOf } from './differences.ts'
import type { Story } from './story.ts'
import type { Target } from './target.ts'
import { type Comparison, tellBoth } from './tell-both.ts'

/** Which stories to make up: the first seed, and how many from there on. */
export interface Chosen {
  readonly seed: number
  readonly count: number
}

/** `SITREP_SEED=7` tells one story, `SITREP_SEED=7+200` two hundred from there on; without it the usual ones. */
export function chosenSeed(usual: Chosen): Chosen {
  const said = /^(\d+)(?:\+(\d+))?$/.exec(process.env['SITREP_SEED'] ?? '')
  return said === null ? usual : { seed: Number(said[1]), count: Number(said[2] ?? 1) }
}

interface Comparing {
  readonly stories: readonly Story[]
  /** Fresh servers; they are closed when the stories have been told. */
  readonly open: () => Promise<readonly [ours: Target, genuine: Target]>
  /** The test that asks, to tell how to tell a story again. */
  readonly file: string
}

/**
 * Tells made-up stories, whose names end with their seeds, to both servers; fails on any difference, and says how to see
 * it again. Some answers depend on whether two writes fall into one second: only what differs twice is a difference.
 */
export async function assertAlike(test: TestContext, { stories, open, file }: Comparing): Promise<void> {
  const first = await compare(stories, open)
  const suspects = new Set(first.differences.map(({ story }) => story))
  test.diagnostic(
    `${stories.length} stories, ${first.answers} answers compared, ${suspects.size} stories differ`,
  )
  if (suspects.size === 0) return
  const { differences } = await compare(
    stories.filter(({ name }) => suspects.has(name)),
    open,
  )
  const bad = new Set(differences.map(({ story }) => /\d+$/.exec(story)?.[0] ?? story))
  const again = [...bad].map((seed) => `SITREP_SEED=${seed} npm run test:peers -- ${file}`)
  const told = differences.slice(0, 40).map(tellDifference)
  assert.deepEqual({ told, again }, { told: [], again: [] })
}

async function compare(stories: readonly Story[], open: Comparing['open']): Promise<Comparison> {
  const [ours, genuine] = await open()
  try {
    return await tellBoth(stories, ours, genuine)
  } finally {
    await ours.close()
    await genuine.close()
  }
}

/** One line about a difference. */
export function tellDifference(difference: Difference): string {
  const text = (value: unknown): string => JSON.stringify(value)?.slice(0, 300) ?? 'absent'
  return `${placeOf(difference)} (${difference.request}): ours ${text(difference.ours)}, genuine ${text(difference.genuine)}`
}
