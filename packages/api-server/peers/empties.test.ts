import { describe, it } from 'node:test'
import { missingKubernetes } from '../../../tools/peers/kubernetes.ts'
import { randomEmpties } from './generated/random-empties.ts'
import { openGenuine } from './genuine.ts'
import { openOurs } from './ours.ts'
import { assertAlike, chosenSeed } from './replay.ts'
import type { Target } from './target.ts'

const file = 'packages/api-server/peers/empties.test.ts'

describe('sent empty maps, empty lists and nulls, beside genuine Kubernetes', () => {
  it('our server stores, owns and refuses the same, whether they are applied, patched or put', {
    skip: missingKubernetes() ?? false,
  }, async (test) => {
    const { seed, count } = chosenSeed({ seed: 0, count: 24 })
    const stories = randomEmpties(seed, count)
    const open = (): Promise<[Target, Target]> => Promise.all([openOurs(), openGenuine()])
    await assertAlike(test, { stories, open, file })
  })
})
