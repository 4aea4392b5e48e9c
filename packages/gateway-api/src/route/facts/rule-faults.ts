import type { ValueMatch } from '../../routing/types.ts'
import type { RuleFault, RuleSpec } from '../types.ts'

/** A fault where something is written that is not known. */
export const unknownValue = (what: string, value: unknown): RuleFault => ({
  reason: 'UnsupportedValue',
  message: `${what} ${JSON.stringify(value)} is not supported`,
})

/** A fault where a regular expression cannot be read. */
export function expressionFaults(what: string, expression: string): readonly RuleFault[] {
  const written = `${what} ${JSON.stringify(expression)}`
  const fault = (message: string): readonly RuleFault[] => [{ reason: 'UnsupportedValue', message }]
  // Proxies match in time that grows with the text alone, and so know neither of the two.
  if (looksAroundOrBack.test(expression))
    return fault(`${written} looks around or back, which is not supported`)
  try {
    new RegExp(scriptExpression(expression))
    return []
  } catch {
    return fault(`${written} is no regular expression that can be read`)
  }
}

const looksAroundOrBack =
  /^(?:[^\\([]|\\[^1-9k]|\[(?:[^\]\\]|\\.)*\]|\((?!\?<?[=!]))*(?:\\[1-9k]|\(\?<?[=!])/s

/** A regular expression in the dialect of JavaScript: named groups are written without the P that other dialects have. */
export const scriptExpression = (expression: string): string => expression.replaceAll('(?P<', '(?<')

/** What is wrong with a value that must be there. */
export function valueFaults(what: string, { type, name, value }: ValueMatch): readonly RuleFault[] {
  if (type === 'RegularExpression') return expressionFaults(`The ${what} ${name}`, value)
  return type === 'Exact' ? [] : [unknownValue(`The match of ${what} ${name},`, type)]
}

/** What is wrong with the filters of a rule and of its backends, of those that stand together. */
export const filterFaults = (
  { filters, backends }: RuleSpec,
  known: readonly string[],
): readonly RuleFault[] =>
  [filters, ...backends.map((backend) => backend.filters)].flatMap((together) => {
    const types = together.map(({ type }) => type)
    const unknown = types.filter((type) => type !== 'ExtensionRef' && !known.includes(type))
    const contradict = types.includes('RequestRedirect') && types.includes('URLRewrite')
    return [...unknown.map((type) => unknownValue('The filter', type)), ...(contradict ? [incompatible] : [])]
  })

const incompatible: RuleFault = {
  reason: 'IncompatibleFilters',
  message: 'RequestRedirect and URLRewrite cannot stand in one rule',
}
