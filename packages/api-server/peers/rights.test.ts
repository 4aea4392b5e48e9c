import { describe, it } from 'node:test'
import { missingKubernetes } from '../../../tools/peers/kubernetes.ts'
import { randomRights } from './generated/random-rights.ts'
import { openGenuine } from './genuine.ts'
import { openOurs } from './ours.ts'
import { assertAlike, chosenSeed } from './replay.ts'
import type { Target } from './target.ts'

const file = 'packages/api-server/peers/rights.test.ts'

describe('given random roles and bindings, beside genuine Kubernetes', () => {
  it('everybody may do the same, is told the same about it, and may grant the same', {
    skip: missingKubernetes() ?? false,
  }, async (test) => {
    const { seed, count } = chosenSeed({ seed: 1, count: 6 })
    const stories = randomRights(seed, count)
    const open = (): Promise<[Target, Target]> =>
      Promise.all([openOurs(), openGenuine(['clusterrole-aggregation-controller'])])
    await assertAlike(test, { stories, open, file })
  })
})
