import { expressionStories } from './generated/expressions.ts'
import { randomApplies } from './generated/random-applies.ts'
import { randomBuiltIns } from './generated/random-built-in.ts'
import { randomLists } from './generated/random-lists.ts'
import { randomObjects } from './generated/random-objects.ts'
import { randomPatches } from './generated/random-patches.ts'
import { accessStories } from './stories/access.ts'
import { applyStories } from './stories/apply.ts'
import { badInputStories } from './stories/bad-input.ts'
import { builtInStories } from './stories/built-in.ts'
import { crudStories } from './stories/crud.ts'
import { customStories } from './stories/custom.ts'
import { definitionStories } from './stories/definitions.ts'
import { deleteStories } from './stories/deletes.ts'
import { discoveryStories } from './stories/discovery.ts'
import { lifecycleStories } from './stories/lifecycle.ts'
import { listStories } from './stories/lists.ts'
import { openapiStories } from './stories/openapi.ts'
import { patchStories } from './stories/patches.ts'
import { subresourceStories } from './stories/subresources.ts'
import { validationStories } from './stories/validation.ts'
import { watchStories } from './stories/watches.ts'
import { webhookStories } from './stories/webhooks.ts'
import type { Story } from './story.ts'

/** Stories that somebody thought of, in the order of reading. */
const written: readonly Story[] = [
  ...discoveryStories,
  ...crudStories,
  ...listStories,
  ...watchStories,
  ...patchStories,
  ...applyStories,
  ...validationStories,
  ...deleteStories,
  ...lifecycleStories,
  ...subresourceStories,
  ...definitionStories,
  ...customStories,
  ...accessStories,
  ...badInputStories,
  ...openapiStories,
  ...webhookStories,
  ...builtInStories,
  ...expressionStories,
]

/** All stories; each has a namespace of its own and may run beside the others. Another seed makes up others. */
export function allStories(seed: number): readonly Story[] {
  return [...written, ...madeUp(seed)]
}

function madeUp(seed: number): readonly Story[] {
  return [randomApplies, randomPatches, randomObjects, randomLists, randomBuiltIns].flatMap((make) =>
    make(seed),
  )
}
