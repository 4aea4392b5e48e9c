import { isFields, wholeNumber } from './foreign/value.ts'
import { type Signal, signal } from './signal.ts'
import type { Subject } from './subject.ts'

/** Whether a report about one generation is about the object's own; nothing where the object has none. */
export function generationSense(
  observed: number,
  generation: number | undefined,
): 'current' | 'outdated' | undefined {
  if (generation === undefined) return undefined
  return observed === generation ? 'current' : 'outdated'
}

/** What the status says about the generation that it was made for. */
export function generationSignals({ status, generation }: Subject): readonly Signal[] {
  return [...observed(status['observedGeneration'], generation), ...reconciled(status, generation)]
}

function observed(value: unknown, generation: number | undefined): readonly Signal[] {
  const seen = wholeNumber(value)
  // A hash in place of a number, as some controllers write, cannot be compared.
  if (seen === undefined || generation === undefined) return []
  const text = typeof value === 'string'
  if (text && seen > generation) return []
  const path = 'status.observedGeneration'
  const outdated = generationSense(seen, generation) === 'outdated'
  const says = outdated
    ? seen < generation
      ? `the status is about generation ${seen}, the object is at generation ${generation}`
      : `the status is about generation ${seen}, which this object, at generation ${generation}, never had`
    : `the status is about the present generation ${generation}`
  return [
    signal({
      path,
      value: String(value),
      says,
      sense: 'neutral',
      of: 'whole',
      ...(outdated && { outdated }),
    }),
  ]
}

// EKS Anywhere counts apart what it has carried out: seen is not yet done.
function reconciled(status: unknown, generation: number | undefined): readonly Signal[] {
  const done = wholeNumber(isFields(status) ? status['reconciledGeneration'] : undefined)
  if (done === undefined || generation === undefined || done >= generation) return []
  const says = `generation ${done} is carried out, the object is at generation ${generation}`
  return [
    signal({
      path: 'status.reconciledGeneration',
      value: String(done),
      says,
      sense: 'progress',
      of: 'whole',
    }),
  ]
}
