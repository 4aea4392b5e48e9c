import { compareStories, type Difference } from './compare.ts'
import { normalise } from './normalise.ts'
import { type Recorded, type Story, tell } from './story.ts'
import type { Target } from './target.ts'

/** What came of telling stories to two servers. */
export interface Comparison {
  readonly differences: readonly Difference[]
  /** How many answers were compared. */
  readonly answers: number
}

// The genuine server waits two seconds before it serves a fresh definition; stories side by side share that wait.
const sideBySide = 6

/** Tells every story to both servers and compares what they answered. */
export async function tellBoth(
  stories: readonly Story[],
  ours: Target,
  genuine: Target,
): Promise<Comparison> {
  const waiting = [...stories]
  const differences: Difference[] = []
  let answers = 0
  const worker = async (): Promise<void> => {
    for (let story = waiting.shift(); story !== undefined; story = waiting.shift()) {
      const [left, right] = await Promise.all([told(story, ours), told(story, genuine)])
      differences.push(...compareStories(story.name, left, right))
      answers += right.length
    }
  }
  await Promise.all(Array.from({ length: sideBySide }, worker))
  return { differences, answers }
}

async function told(story: Story, target: Target): Promise<readonly Recorded[]> {
  return normalise(await tell(story, target), Date.now())
}
