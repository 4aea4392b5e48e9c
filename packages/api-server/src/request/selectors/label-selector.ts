import { labelValue, qualifiedName } from '../../builtin/validation/name-rules.ts'
import type { FieldError } from '../../errors/field-error.ts'
import { invalidValue } from '../../errors/field-errors.ts'
import type { Labels } from '../../store/stored-object.ts'
import { type LabelToken, tokenizeLabels } from './label-tokens.ts'
import { assertSelectorLength, SelectorSyntaxError } from './selector-error.ts'

/** One demand on one label. `values` is sorted and free of repeats. */
export interface LabelRequirement {
  readonly key: string
  readonly operator: 'in' | 'notin' | 'exists' | '!' | 'gt' | 'lt'
  readonly values: readonly string[]
}

/** All demands must hold; none means everything matches. */
export type LabelSelector = readonly LabelRequirement[]

/** Reads the text form, `a=b,c in (d,e),!f`. Throws `SelectorSyntaxError` in kube-apiserver's words. */
export function parseLabelSelector(text: string): LabelSelector {
  assertSelectorLength(text)
  return new LabelParser(tokenizeLabels(text)).parse()
}

export function labelsMatch(selector: LabelSelector, labels: Labels): boolean {
  if (selector.length <= fewRequirements) return allHold(selector, labels)
  const { wanted, unwanted } = sortedOut(selector)
  // Each of many wants a label of its own, and objects have few.
  if (wanted.size > Object.keys(labels).length) return false
  for (const [key, requirements] of wanted)
    if (!Object.hasOwn(labels, key) || !allHold(requirements, labels)) return false
  for (const key of Object.keys(labels)) if (!allHold(unwanted.get(key) ?? [], labels)) return false
  return true
}

function allHold(requirements: readonly LabelRequirement[], labels: Labels): boolean {
  return requirements.every((requirement) => requirementHolds(requirement, labels))
}

const fewRequirements = 16

/** A long selector by the labels that it speaks of, with one requirement for all of a label that can be joined. */
interface SortedOut {
  /** Those that only an object with the label can meet. */
  readonly wanted: ReadonlyMap<string, readonly LabelRequirement[]>
  /** Those that every object without the label meets. */
  readonly unwanted: ReadonlyMap<string, readonly LabelRequirement[]>
}

// A selector is asked about every object of a list, and does not change.
const known = new WeakMap<LabelSelector, SortedOut>()

function sortedOut(selector: LabelSelector): SortedOut {
  const before = known.get(selector)
  if (before !== undefined) return before
  const byKey = Map.groupBy(selector, ({ key }) => key)
  const [wanted, unwanted] = [new Map<string, LabelRequirement[]>(), new Map<string, LabelRequirement[]>()]
  for (const [key, requirements] of byKey) {
    const [negative, positive] = [
      requirements.filter(isNegative),
      requirements.filter((each) => !isNegative(each)),
    ]
    if (positive.length > 0) wanted.set(key, distinct(positive))
    if (negative.length > 0) unwanted.set(key, distinct(negative))
  }
  const sorted = { wanted, unwanted }
  known.set(selector, sorted)
  return sorted
}

const isNegative = ({ operator }: LabelRequirement): boolean => operator === 'notin' || operator === '!'

/** What is asked several times of one label is asked once: what is not among several lists is not among all of them. */
function distinct(requirements: readonly LabelRequirement[]): LabelRequirement[] {
  const joined: LabelRequirement[] = []
  for (const [operator, alike] of Map.groupBy(requirements, (each) => each.operator)) {
    const [first] = alike
    if (first === undefined) continue
    joined.push({ ...first, operator, values: joinedValues(operator, alike) })
  }
  return joined
}

function joinedValues(
  operator: LabelRequirement['operator'],
  alike: readonly LabelRequirement[],
): readonly string[] {
  const lists = alike.map(({ values }) => values)
  switch (operator) {
    case 'notin':
      return [...new Set(lists.flat())].sort()
    case 'in':
      return lists.reduce((all, list) => {
        const also = new Set(list)
        return all.filter((value) => also.has(value))
      })
    case 'gt':
    case 'lt':
      return [lists.flat().reduce((bound, each) => tighter(operator, bound, each))]
    default:
      return []
  }
}

const tighter = (operator: 'gt' | 'lt', a: string, b: string): string =>
  compareIntegers(a, b) > 0 === (operator === 'gt') ? a : b

function requirementHolds({ key, operator, values }: LabelRequirement, labels: Labels): boolean {
  const value = Object.hasOwn(labels, key) ? labels[key] : undefined
  switch (operator) {
    case 'in':
      return value !== undefined && isAmong(values, value)
    case 'notin':
      return value === undefined || !isAmong(values, value)
    case 'exists':
      return value !== undefined
    case '!':
      return value === undefined
    case 'gt':
      return compareIntegers(value, values[0]) > 0
    case 'lt':
      return compareIntegers(value, values[0]) < 0
  }
}

/** Looks in the middle first: a list of thousands of values is compared with each of thousands of objects. */
function isAmong(sorted: readonly string[], value: string): boolean {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] as string) < value) low = middle + 1
    else high = middle
  }
  return sorted[low] === value
}

/** Zero where either side is not an integer: neither `>` nor `<` holds then. */
function compareIntegers(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined || !isInt64(a) || !isInt64(b)) return 0
  const difference = BigInt(a) - BigInt(b)
  if (difference === 0n) return 0
  return difference > 0n ? 1 : -1
}

function isInt64(text: string): boolean {
  return /^[+-]?\d{1,18}$/.test(text)
}

const binaryOperators = ['in', 'notin', '=', '==', '!=', 'gt', 'lt']
const operators: Readonly<Record<string, LabelRequirement['operator']>> = {
  in: 'in',
  notin: 'notin',
  '=': 'in',
  '==': 'in',
  '!=': 'notin',
  '>': 'gt',
  '<': 'lt',
}

class LabelParser {
  readonly #tokens: readonly LabelToken[]
  #at = 0

  constructor(tokens: readonly LabelToken[]) {
    this.#tokens = tokens
  }

  parse(): LabelSelector {
    const requirements: LabelRequirement[] = []
    for (;;) {
      const token = this.#peek()
      if (token.type === 'end') return requirements
      if (token.type !== 'word' && token.text !== '!') {
        throw found(token, "expected: !, identifier, or 'end of string'")
      }
      requirements.push(this.#requirement())
      const separator = this.#next()
      if (separator.type === 'end') return requirements
      if (separator.text !== ',') throw found(separator, "expected: ',' or 'end of string'")
      const following = this.#peek()
      if (following.type !== 'word' && following.text !== '!')
        throw found(following, "expected: identifier after ','")
    }
  }

  #requirement(): LabelRequirement {
    try {
      return this.#keyAndRest()
    } catch (error) {
      if (!(error instanceof SelectorSyntaxError)) throw error
      throw new SelectorSyntaxError(`unable to parse requirement: ${error.message}`)
    }
  }

  #keyAndRest(): LabelRequirement {
    let token = this.#next()
    const negated = token.text === '!'
    if (negated) token = this.#next()
    if (token.type !== 'word') throw found(token, 'expected: identifier')
    const key = token.text
    refuse(qualifiedName(key).map((why) => invalidValue('<nil>', key, why)))
    const { type, text } = this.#peek()
    if (type === 'end' || text === ',') return { key, operator: negated ? '!' : 'exists', values: [] }
    const operator = this.#operator()
    const values =
      operator.text === 'in' || operator.text === 'notin' ? this.#valueSet() : [this.#exactValue()]
    return checked({ key, operator: operators[operator.text] ?? 'in', values: [...new Set(values)].sort() })
  }

  #operator(): LabelToken {
    const token = this.#next()
    if (operators[token.text] === undefined) throw found(token, `expected: ${binaryOperators.join(', ')}`)
    return token
  }

  #valueSet(): string[] {
    const open = this.#next()
    if (open.text !== '(') throw new SelectorSyntaxError(`found '${open.text}' expected: '('`)
    const first = this.#peek()
    if (first.type !== 'word' && first.text !== ',' && first.text !== ')') {
      throw found(first, "expected: ',', ')' or identifier")
    }
    const values: string[] = []
    let expectsValue = true
    for (;;) {
      const token = this.#next()
      if (token.text === ')' || token.text === ',') {
        if (expectsValue) values.push('')
        if (token.text === ')') return values
        expectsValue = true
      } else if (token.type === 'word' && expectsValue) {
        values.push(token.text)
        expectsValue = false
      } else throw found(token, expectsValue ? "expected: ',', or identifier" : "expected: ',' or ')'")
    }
  }

  #exactValue(): string {
    const token = this.#peek()
    if (token.type === 'end' || token.text === ',') return ''
    this.#at++
    if (token.type !== 'word') throw found(token, 'expected: identifier')
    return token.text
  }

  #peek(): LabelToken {
    return this.#tokens[this.#at] ?? { type: 'end', text: '' }
  }

  #next(): LabelToken {
    const token = this.#peek()
    this.#at++
    return token
  }
}

function checked(requirement: LabelRequirement): LabelRequirement {
  const { operator, values } = requirement
  const numeric = operator === 'gt' || operator === 'lt'
  refuse(
    values.flatMap((value, index) => [
      ...(numeric && !isInt64(value)
        ? [invalidValue(`values[${index}]`, value, "for 'Gt', 'Lt' operators, the value must be an integer")]
        : []),
      ...labelValue(value).map((why) => invalidValue(`values[${index}][${requirement.key}]`, value, why)),
    ]),
  )
  return requirement
}

function refuse(errors: readonly FieldError[]): void {
  if (errors.length === 0) return
  const texts = errors.map(({ field, message }) => `${field}: ${message}`)
  throw new SelectorSyntaxError(texts.length === 1 ? `${texts[0]}` : `[${texts.join(', ')}]`)
}

function found({ text }: LabelToken, expected: string): SelectorSyntaxError {
  return new SelectorSyntaxError(`found '${text}', ${expected}`)
}
