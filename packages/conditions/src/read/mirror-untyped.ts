import type { SetDecision } from '../decision.ts'
import { type MirrorOptions, mirror } from '../mirror.ts'
import type { ConditionedObject } from '../source.ts'
import { textAt } from './layout.ts'
import { type ReadOptions, readConditions } from './read-conditions.ts'

/** Mirrors a condition of an object of any kind. Throws the ConditionsError of its reading where that fails. */
export function mirrorUntyped(
  source: unknown,
  type: string,
  options: MirrorOptions & ReadOptions = {},
): SetDecision {
  const reading = readConditions(source, options)
  if (!reading.read) throw reading.error
  return mirror({ ...namedAs(source), conditions: reading.items }, type, options)
}

function namedAs(source: unknown): ConditionedObject {
  const namespace = textAt(source, ['metadata', 'namespace'])
  return {
    kind: textAt(source, ['kind']),
    ...(namespace && { namespace }),
    name: textAt(source, ['metadata', 'name']),
  }
}
