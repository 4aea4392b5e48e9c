import type { Json, JsonObject } from '../../json/json.ts'
import { getOwn, isJsonArray, isJsonObject } from '../../json/own.ts'
import { textOf } from '../../resources/metadata.ts'
import { CelError, CostExceededError } from '../../schema/cel/cel-error.ts'
import { Meter } from '../../schema/cel/meter.ts'
import { compileExpression, type Program } from '../../schema/cel/program.ts'
import { dyn } from '../../schema/cel/types.ts'
import { ArrayList, type CelValue, EntryMap } from '../../schema/cel/values.ts'

/** A further condition under which a webhook is asked. */
export interface MatchCondition {
  readonly name: string
  readonly program: Program | { readonly error: string }
}

/** What conditions can speak of. */
export interface ConditionFacts {
  readonly object: Json | undefined
  readonly oldObject: Json | undefined
  /** The request of the AdmissionReview that would be sent. */
  readonly request: JsonObject
}

const variables = [
  ['object', dyn],
  ['oldObject', dyn],
  ['request', dyn],
] as const

// What kube-apiserver lets all conditions of one webhook cost together.
const costLimit = 2_500_000

export function readMatchCondition(condition: JsonObject): MatchCondition {
  return {
    name: textOf(condition, 'name'),
    program: compileExpression(textOf(condition, 'expression'), variables),
  }
}

/** `true` when all hold, `false` when one does not; the mistake of the first that cannot be told when none is false. */
export function evaluateConditions(
  conditions: readonly MatchCondition[],
  facts: ConditionFacts,
): boolean | { readonly mistake: string } {
  const values = [facts.object ?? null, facts.oldObject ?? null, facts.request].map(fromUntyped)
  const meter = new Meter(costLimit)
  const outcomes = conditions.map((condition) => evaluate(condition, values, meter))
  if (outcomes.includes(false)) return false
  return outcomes.find((outcome) => typeof outcome === 'object') ?? true
}

function evaluate(
  { name, program }: MatchCondition,
  values: readonly CelValue[],
  meter: Meter,
): boolean | { readonly mistake: string } {
  if ('error' in program)
    return { mistake: `compilation of condition ${JSON.stringify(name)} failed: ${program.error}` }
  try {
    const value = program.run(values, meter)
    return typeof value === 'boolean' ? value : { mistake: `expression '${name}' resulted in no boolean` }
  } catch (error) {
    if (!(error instanceof CelError || error instanceof CostExceededError)) throw error
    return { mistake: `expression '${name}' resulted in error: ${error.message}` }
  }
}

/** JSON without a schema: a number is an int where it is whole. */
function fromUntyped(value: Json): CelValue {
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : value
  if (isJsonArray(value)) return new ArrayList(value.map(fromUntyped))
  if (!isJsonObject(value)) return value
  return new EntryMap(Object.keys(value).map((key) => [key, fromUntyped(getOwn(value, key) ?? null)]))
}
