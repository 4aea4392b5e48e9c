import { forbiddenField, invalidValue, notSupported, required } from '../../errors/field-errors.ts'
import type { Json, JsonObject } from '../../json/json.ts'
import { repeatedPositions } from '../../schema/repeated-positions.ts'
import { validateLabels } from '../metadata-rules.ts'
import { validateLabelSelector } from './label-selector.ts'
import { between, type NameRule, portName } from './name-rules.ts'
import { isSet, listOf, memberOf, numberOf, objectOf, objectsOf, textOf } from './read.ts'
import type { StructRule } from './struct-rules.ts'

/** The building blocks of the tables of rules. Each speaks about one field of a struct. */

/** Not absent and not empty. */
export function mandatory(field: string, detail = ''): StructRule {
  return (struct, path) => (isEmpty(struct, field) ? [required(`${path}${field}`, detail)] : [])
}

function isEmpty(struct: JsonObject, field: string): boolean {
  const value = memberOf(struct, field)
  return value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}

/**
 * A text that follows a rule of names; an absent one is fine. An empty one is not absent: it was given through a
 * pointer, for reading drops every other.
 */
export function named(field: string, rule: NameRule): StructRule {
  return (struct, path) => {
    const text = memberOf(struct, field)
    if (typeof text !== 'string') return []
    return rule(text).map((problem) => invalidValue(`${path}${field}`, text, problem))
  }
}

/** As `named`, for a field that may be empty too. */
export function namedOrEmpty(field: string, rule: NameRule): StructRule {
  const check = named(field, rule)
  return (struct, path, ...rest) => (textOf(struct, field) === '' ? [] : check(struct, path, ...rest))
}

/** A text that must be there and follow a rule of names. */
export function mandatoryName(field: string, rule: NameRule): StructRule {
  return unlessEmpty(mandatory(field), named(field, rule))
}

/** The second speaks only where the first has nothing to say: an empty field is told once. */
function unlessEmpty(first: StructRule, second: StructRule): StructRule {
  return (struct, path, ...rest) => {
    const errors = first(struct, path, ...rest)
    return errors.length > 0 ? errors : second(struct, path, ...rest)
  }
}

/** One of the listed words, in the order in which kube-apiserver lists them; absent is fine, empty is not (see `named`). */
export function choice(field: string, supported: readonly string[]): StructRule {
  return (struct, path) => {
    const text = memberOf(struct, field)
    if (typeof text !== 'string' || supported.includes(text)) return []
    return [notSupported(`${path}${field}`, text, supported)]
  }
}

export function mandatoryChoice(field: string, supported: readonly string[]): StructRule {
  return unlessEmpty(mandatory(field), choice(field, supported))
}

/** The field must be one of the words even when it is empty, which is then shown as a wrong value. */
export function strictChoice(field: string, supported: readonly string[]): StructRule {
  return (struct, path) => {
    const text = textOf(struct, field)
    return supported.includes(text) ? [] : [notSupported(`${path}${field}`, text, supported)]
  }
}

export function notNegative(...fields: readonly string[]): StructRule {
  return (struct, path) =>
    fields.flatMap((field) => {
      const value = numberOf(struct, field)
      if (value === undefined || value >= 0) return []
      return [invalidValue(`${path}${field}`, value, 'must be greater than or equal to 0')]
    })
}

/** A whole number from `low` to `high`; absent is fine. */
export function inRange(field: string, low: number, high: number): StructRule {
  return (struct, path) => {
    const value = numberOf(struct, field)
    if (value === undefined || (value >= low && value <= high)) return []
    return [invalidValue(`${path}${field}`, value, between(low, high))]
  }
}

/** A port number that must be there; zero counts as absent. */
export function mandatoryPort(field: string): StructRule {
  return (struct, path) =>
    numberOf(struct, field) ? port(field)(struct, path) : [required(`${path}${field}`)]
}

/** A port number; zero counts as absent. */
export function port(field: string): StructRule {
  return (struct, path) => (numberOf(struct, field) ? inRange(field, 1, 65_535)(struct, path) : [])
}

/** The number or the name of a port, which must be there. */
export function portOrName(field: string): StructRule {
  return (struct, path) => {
    const value = memberOf(struct, field) ?? 0
    const problems =
      typeof value === 'string'
        ? portName(value)
        : Number(value) >= 1 && Number(value) <= 65_535
          ? []
          : [between(1, 65_535)]
    return problems.map((problem) => invalidValue(`${path}${field}`, value, problem))
  }
}

/** A map of labels. */
export function labels(field: string): StructRule {
  return (struct, path) => validateLabels(memberOf(struct, field), `${path}${field}`)
}

/** A LabelSelector; absent is fine. */
export function labelSelector(field: string): StructRule {
  return (struct, path) => validateLabelSelector(objectOf(struct, field), `${path}${field}`)
}

/** No two items of a list share a key. An empty key is not counted. */
export function uniqueItems(field: string, key: string): StructRule {
  return (struct, path) =>
    repeats(objectsOf(struct, field).map((item) => textOf(item, key))).map(([index, text]) => ({
      reason: 'FieldValueDuplicate' as const,
      field: `${path}${field}[${index}].${key}`,
      message: `Duplicate value: ${JSON.stringify(text)}`,
      value: text,
    }))
}

/** Positions of texts that stood earlier in the list. */
export function repeats(texts: readonly string[]): readonly (readonly [number, string])[] {
  return [...repeatedPositions(texts)]
    .map((index) => [index, texts[index] ?? ''] as const)
    .filter(([, text]) => text !== '')
}

/** Members that may not be there. */
export function absent(field: string, detail: string): StructRule {
  return (struct, path) => (isSet(struct, field) ? [forbiddenField(`${path}${field}`, detail)] : [])
}

/** Every text of a list follows a rule of names. */
export function eachNamed(field: string, rule: NameRule): StructRule {
  return (struct, path) =>
    listOf(struct, field).flatMap((item, index) =>
      typeof item === 'string'
        ? rule(item).map((problem) => invalidValue(`${path}${field}[${index}]`, item, problem))
        : [],
    )
}

/** Every text of a list is one of the words. */
export function eachChoice(field: string, supported: readonly string[]): StructRule {
  return (struct, path) =>
    listOf(struct, field).flatMap((item: Json, index) =>
      typeof item === 'string' && !supported.includes(item)
        ? [notSupported(`${path}${field}[${index}]`, item, supported)]
        : [],
    )
}

/** A rule for a member that is a struct; absent is fine. */
export function inside(field: string, ...rules: readonly StructRule[]): StructRule {
  return (struct, path) => {
    const inner = objectOf(struct, field)
    return inner === undefined ? [] : rules.flatMap((rule) => rule(inner, `${path}${field}.`))
  }
}

export function both(...rules: readonly StructRule[]): StructRule {
  return (struct, path) => rules.flatMap((rule) => rule(struct, path))
}

/** The rules hold only where the claim does. */
export function where(claim: (struct: JsonObject) => boolean, ...rules: readonly StructRule[]): StructRule {
  return (struct, path) => (claim(struct) ? rules.flatMap((rule) => rule(struct, path)) : [])
}
