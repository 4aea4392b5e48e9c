import type { RoutingMatch, ValueMatch } from '@sitrep/gateway-api'
import { isName, word } from './text.ts'

/** Gives every condition one name, however often it is asked. */
export interface Conditions {
  /** The names of all that a match asks beyond an exact path or a prefix; nothing where no request can fit. */
  readonly namesFor: (match: RoutingMatch) => readonly string[] | undefined
  /** The lines that say what they mean. */
  readonly lines: () => readonly string[]
}

export function createConditions(): Conditions {
  const known = new Map<string, string>()
  const nameOf = (test: string): string => {
    const name = known.get(test) ?? `c${known.size}`
    known.set(test, name)
    return name
  }
  return {
    namesFor: ({ path, method, headers, queryParams }) => {
      if (![...headers, ...queryParams].every(({ name }) => isName(name))) return undefined
      const tests = [
        ...(path.type === 'RegularExpression' ? [`path -m reg -- ${whole(path.value)}`] : []),
        ...(method === undefined ? [] : [`method -m str -- ${word(method)}`]),
        ...headers.map((header) => `'req.fhdr(${header.name})' ${valueTest(header)}`),
        ...queryParams.map(
          (parameter) => `'url_param(${parameter.name}),url_dec(1)' ${valueTest(parameter)}`,
        ),
      ]
      return [...new Set(tests)].map(nameOf)
    },
    lines: () => [...known].map(([test, name]) => `acl ${name} ${test}`),
  }
}

const valueTest = ({ type, value }: ValueMatch): string =>
  type === 'RegularExpression' ? `-m reg -- ${whole(value)}` : `-m str -- ${word(value)}`

// An expression is about the whole text, as in the built-in proxy.
const whole = (expression: string): string => word(`^(?:${expression})$`)
