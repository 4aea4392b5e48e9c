import type { Fields } from '@sitrep/status'
import { failureIn, type PassFacts, passSteps } from './facts.ts'

/**
 * What a pass saw and came to, as the status of a fact of kind `ExternalObservation`: from it the conditions follow without a pass of
 * one's own. What the object itself tells is left to the object.
 */
export function observationOf(facts: PassFacts, generation: number | undefined): Fields {
  const failed = passSteps.flatMap((step) => {
    const failure = failureIn(facts, step)
    return failure === undefined ? [] : [[step, failure] as const]
  })
  const { paused: _paused, policies: _policies, deleted: _deleted, finalizers: _held, ...told } = facts
  const { went, ...seen } = told
  return {
    ...(generation !== undefined && { generation }),
    well: passSteps.filter((step) => went[step] === 'well'),
    failed: Object.fromEntries(failed),
    ...seen,
  }
}
