import type { FieldError } from '../../errors/field-error.ts'
import { duplicate, forbiddenField, invalidValue, required } from '../../errors/field-errors.ts'
import type { Json, JsonObject } from '../../json/json.ts'
import { getOwn, isJsonArray, isJsonObject } from '../../json/own.ts'
import { quoteGo } from '../../json/quote.ts'
import type { CompiledSchema } from '../compiled-schema.ts'
import type { Correlation } from '../correlation.ts'
import { resolveFieldPath } from '../field-path.ts'
import { inGoOrder } from '../go-order.ts'
import type { ValidationRule } from '../schema.ts'
import type { Slices } from '../slices.ts'
import { CelError, CostExceededError } from './cel-error.ts'
import { fromJson, type ValueKind } from './from-json.ts'
import { Meter } from './meter.ts'
import { compileRules, type Rule } from './rule.ts'
import { type CelValue, Optional } from './values.ts'

const objectBudget = 10_000_000
const callLimit = 1_000_000
/** What is spent before others have their turn: some ten milliseconds. */
const sliceCost = 100_000
/** What it takes to begin with a rule, in the same terms. */
const costOfCall = 20
const maxMessageBytes = 5 * 1024

/** The object and what it was, as far as rules look at it. */
interface RuleSubject {
  readonly object: Json
  readonly old: Json | undefined
  readonly correlation: Correlation | undefined
  /** Where the object stands, '' for the whole. */
  readonly path: string
  readonly kind: ValueKind
  /** Told of what is wrong and not held against the object, because it was so before. */
  readonly forgive?: (error: FieldError) => void
}

/**
 * Evaluates every rule of the schema, wherever it stands, until the budget of the object is used up. Stops between two rules wherever
 * a good part of it is spent.
 */
export function* validateRules(schema: CompiledSchema, subject: RuleSubject): Slices<readonly FieldError[]> {
  const evaluation = new Evaluation(subject.forgive)
  const { object, old, correlation, path, kind } = subject
  yield* evaluation.visit({ schema, value: object, old, path, kind, correlation, ancestor: undefined })
  return evaluation.errors
}

interface Visit {
  readonly schema: CompiledSchema | undefined
  readonly value: Json
  readonly old: Json | undefined
  readonly path: string
  readonly kind: ValueKind
  readonly correlation: Correlation | undefined
  /** The nearest place around for which it is known what was there before. */
  readonly ancestor: Correlation | undefined
}

class Evaluation {
  readonly errors: FieldError[] = []
  readonly #forgive: RuleSubject['forgive']
  #budget = objectBudget
  /** What is left of the slice. */
  #slice = sliceCost

  constructor(forgive: RuleSubject['forgive']) {
    this.#forgive = forgive
  }

  *visit(visit: Visit): Slices<void> {
    const { schema, value } = visit
    if (this.#budget < 0 || value === null || !schema?.has('rules')) return
    yield* this.#evaluateAll(schema, visit)
    if (this.#budget < 0) return
    if (isJsonArray(value)) yield* this.#visitItems(schema, value, visit)
    else if (isJsonObject(value)) yield* this.#visitMembers(schema, value, visit)
  }

  *#visitItems(
    schema: CompiledSchema,
    items: readonly Json[],
    { path, correlation, ancestor }: Visit,
  ): Slices<void> {
    for (const [index, value] of items.entries()) {
      const item = correlation?.item(index)
      yield* this.visit({
        schema: schema.items,
        value,
        old: item?.old,
        path: `${path}[${index}]`,
        kind: kindOf(schema.items),
        correlation: item,
        ancestor: correlation ?? ancestor,
      })
    }
  }

  *#visitMembers(schema: CompiledSchema, object: JsonObject, visit: Visit): Slices<void> {
    const { path, old, correlation, ancestor } = visit
    for (const name of Object.keys(object).sort()) {
      const member = schema.member(name)
      if (!member) continue
      const named = schema.properties.has(name)
      // What apiVersion and kind were before cannot be seen: both objects have been converted to the same version.
      const hidden =
        visit.kind === 'resource' && ancestor === undefined && (name === 'apiVersion' || name === 'kind')
      yield* this.visit({
        schema: member,
        value: object[name] as Json,
        old:
          isJsonObject(old) && schema.source['x-kubernetes-map-type'] !== 'atomic'
            ? getOwn(old, name)
            : undefined,
        path: named ? (path === '' ? name : `${path}.${name}`) : `${path}[${name}]`,
        kind: kindOf(member),
        correlation: hidden ? undefined : correlation?.member(name),
        ancestor: hidden ? undefined : (correlation ?? ancestor),
      })
    }
  }

  *#evaluateAll(schema: CompiledSchema, visit: Visit): Slices<void> {
    for (const { rule, error, written } of compileRules(schema, visit.kind)) {
      if (error !== undefined || !rule) {
        this.#report(visit, typeOf(schema), `rule compile error: ${error ?? describe(written)}`)
        continue
      }
      const optional = written.optionalOldSelf === true
      if (rule.transition && visit.old === undefined && !optional) continue
      const before = this.#budget
      this.#evaluate(rule, schema, visit)
      if (this.#budget < 0) return
      this.#slice -= before - this.#budget + costOfCall
      if (this.#slice > 0) continue
      this.#slice = sliceCost
      yield
    }
  }

  #evaluate(rule: Rule, schema: CompiledSchema, visit: Visit): void {
    const meter = new Meter(callLimit)
    let holds: CelValue
    let values: readonly CelValue[] = []
    try {
      values = variablesOf(rule, schema, visit)
      holds = rule.program.run(values, meter)
    } catch (error) {
      this.#charge(meter, visit, schema)
      if (this.#budget >= 0) this.#failed(error, rule, { schema, visit })
      return
    }
    this.#charge(meter, visit, schema)
    if (this.#budget < 0 || holds === true) return
    const message = this.#messageOf(rule, values, { schema, visit })
    if (message !== undefined) this.#violated(rule, message, { schema, visit })
  }

  #charge({ spent }: Meter, visit: Visit, schema: CompiledSchema): void {
    this.#budget -= spent
    if (this.#budget >= 0) return
    this.#report(
      visit,
      typeOf(schema),
      'validation failed due to running out of cost budget, no further validation rules will be run',
    )
  }

  #failed(error: unknown, { written }: Rule, { schema, visit }: Place): void {
    const text = describe(written)
    if (error instanceof CostExceededError) {
      this.#budget = -1
      this.#report(
        visit,
        typeOf(schema),
        `'${error.message}': no further validation rules will be run due to call cost exceeds limit for rule: ${text}`,
      )
    } else if (error instanceof CelError) {
      const overload = error.message.startsWith('no such overload')
      this.#report(
        visit,
        typeOf(schema),
        overload
          ? `'${error.message}': call arguments did not match a supported operator, function or macro signature for rule: ${text}`
          : `${error.message} evaluating rule: ${text}`,
      )
    } else throw error
  }

  /** The rule's own message, or `undefined` when computing it used up the budget. */
  #messageOf(
    { message, written }: Rule,
    values: readonly CelValue[],
    { schema, visit }: Place,
  ): string | undefined {
    const fallback = written.message ? written.message.trim() : `failed rule: ${written.rule.trim()}`
    if (!message) return fallback
    const meter = new Meter(callLimit)
    try {
      const text = message.run(values, meter)
      this.#budget -= meter.spent
      return typeof text === 'string' ? (usable(text) ?? fallback) : fallback
    } catch (error) {
      this.#budget -= meter.spent
      if (error instanceof CelError) return fallback
      if (!(error instanceof CostExceededError)) throw error
      this.#budget = -1
      const words =
        'no further validation rules will be run due to call cost exceeds limit for messageExpression'
      this.#report(visit, typeOf(schema), `${words}: ${quoteGo(written.messageExpression ?? '')}`)
      return undefined
    }
  }

  #violated({ written, transition }: Rule, detail: string, { schema, visit }: Place): void {
    const path = fieldOf(visit.path, written, schema)
    const error = fieldError(path, detail, { written, value: shownValue(visit.value) })
    // A rule that compares with the old value has seen the change; for the others an unchanged value is forgiven.
    if (!transition && (visit.correlation ?? visit.ancestor)?.unchanged) this.#forgive?.(error)
    else this.errors.push(error)
  }

  #report({ path }: Visit, value: Json, detail: string): void {
    this.errors.push(invalidValue(path === '' ? '<nil>' : path, value, detail))
  }
}

interface Place {
  readonly schema: CompiledSchema
  readonly visit: Visit
}

function variablesOf(rule: Rule, schema: CompiledSchema, { value, old, kind }: Visit): readonly CelValue[] {
  const self = fromJson(value, schema, kind)
  if (!rule.transition) return [self]
  const before = old === undefined || old === null ? undefined : fromJson(old, schema, kind)
  return [self, rule.written.optionalOldSelf === true ? new Optional(before) : (before ?? null)]
}

function kindOf(schema: CompiledSchema | undefined): ValueKind {
  return schema?.embedded ? 'resource' : 'part'
}

function typeOf({ source }: CompiledSchema): string {
  return source.type ?? ''
}

function describe({ rule, message }: ValidationRule): string {
  return (message || rule).trim()
}

function usable(text: string): string | undefined {
  const trimmed = text.trim()
  return trimmed === '' || trimmed.includes('\n') || Buffer.byteLength(trimmed) > maxMessageBytes
    ? undefined
    : trimmed
}

function fieldOf(path: string, { fieldPath = '' }: ValidationRule, schema: CompiledSchema): string {
  if (fieldPath === '') return path === '' ? '<nil>' : path
  const resolved = resolveFieldPath(schema.source, fieldPath)
  if ('error' in resolved) return path
  if (path === '') return resolved.path
  return `${path}.${resolved.path}`
}

/** Scalars are shown, objects and lists are not. */
function shownValue(value: Json): Json | undefined {
  return typeof value === 'object' ? undefined : value
}

interface Violation {
  readonly written: ValidationRule
  readonly value: Json | undefined
}

function fieldError(field: string, detail: string, { written, value }: Violation): FieldError {
  switch (written.reason) {
    case 'FieldValueForbidden':
      return forbiddenField(field, detail)
    case 'FieldValueRequired':
      return required(field, detail)
    case 'FieldValueDuplicate':
      return value === undefined
        ? { reason: 'FieldValueDuplicate', field, message: 'Duplicate value' }
        : duplicate(field, inGoOrder(value))
    default:
      return value === undefined
        ? { reason: 'FieldValueInvalid', field, message: `Invalid value: ${detail}` }
        : invalidValue(field, inGoOrder(value), detail)
  }
}
