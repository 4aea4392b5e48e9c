import { at, type Fields, fields, list, text } from '@sitrep/status'
import type { Abilities } from '../abilities.ts'
import { expressionFaults, type ReadRules, readBackends, readFilters, unknownValue } from '../route/parse.ts'
import type { FilterSpec, RuleFault } from '../route/types.ts'
import type { RoutingMatch, ValueMatch } from '../routing/types.ts'

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'CONNECT', 'OPTIONS', 'TRACE', 'PATCH']
const pathTypes = ['Exact', 'PathPrefix', 'RegularExpression'] as const

/** What the API server fills in where no rule is given: everything, and nowhere to go. */
const onlyRule = [{}]

/** Reads the rules of an HTTPRoute. */
export const readHttpRules =
  ({ filters: known }: Abilities): ReadRules =>
  (spec, namespace) => {
    const rules = at(spec, 'rules')
    return (rules === undefined ? onlyRule : list(rules)).map((rule, index) => {
      const filters = readFilters(rule, namespace)
      const backends = readBackends(rule, namespace, (entry) => readFilters(entry, namespace))
      const given = list(at(rule, 'matches'))
      const matches = (given.length === 0 ? [{}] : given).map(readMatch)
      return {
        index,
        name: text(at(rule, 'name')),
        faults: [
          ...matches.flatMap(matchFaults),
          ...[filters, ...backends.map((backend) => backend.filters)].flatMap((each) =>
            filterFaults(each, known.HTTPRoute),
          ),
        ],
        matches,
        filters,
        backends,
        timeouts: optional(at(rule, 'timeouts')),
        retry: optional(at(rule, 'retry')),
      }
    })
  }

const optional = (value: unknown): Fields | undefined => (value === undefined ? undefined : fields(value))

function readMatch(match: unknown): RoutingMatch {
  const { path, method, headers, queryParams } = fields(match)
  return {
    path: {
      type: (text(at(path, 'type')) ?? 'PathPrefix') as RoutingMatch['path']['type'],
      value: text(at(path, 'value')) ?? '/',
    },
    ...(text(method) !== undefined && { method: String(method) }),
    headers: readValues(headers, (name) => name.toLowerCase()),
    queryParams: readValues(queryParams, (name) => name),
  }
}

/** Values that must be there, by name. Of a name that comes twice the first counts. */
export function readValues(value: unknown, plain: (name: string) => string): readonly ValueMatch[] {
  const found = new Map<string, ValueMatch>()
  for (const entry of list(value).map(fields)) {
    const name = plain(text(entry['name']) ?? '')
    if (found.has(name)) continue
    found.set(name, { type: text(entry['type']) ?? 'Exact', name, value: text(entry['value']) ?? '' })
  }
  return [...found.values()]
}

function matchFaults({ path, method, headers, queryParams }: RoutingMatch): readonly RuleFault[] {
  return [
    ...(pathTypes.includes(path.type) ? [] : [unknownValue('The path match', path.type)]),
    ...(path.type === 'RegularExpression' ? expressionFaults('The path', path.value) : []),
    ...(method === undefined || methods.includes(method) ? [] : [unknownValue('The method', method)]),
    ...headers.flatMap((header) => valueFaults('header', header)),
    ...queryParams.flatMap((parameter) => valueFaults('query parameter', parameter)),
  ]
}

/** What is wrong with a value that must be there. */
export function valueFaults(what: string, { type, name, value }: ValueMatch): readonly RuleFault[] {
  if (type === 'RegularExpression') return expressionFaults(`The ${what} ${name}`, value)
  return type === 'Exact' ? [] : [unknownValue(`The match of ${what} ${name},`, type)]
}

/** What is wrong with filters that stand together. */
export function filterFaults(filters: readonly FilterSpec[], known: readonly string[]): readonly RuleFault[] {
  const types = filters.map(({ type }) => type)
  const unknown = types.filter((type) => type !== 'ExtensionRef' && !known.includes(type))
  const contradict = types.includes('RequestRedirect') && types.includes('URLRewrite')
  return [...unknown.map((type) => unknownValue('The filter', type)), ...(contradict ? [incompatible] : [])]
}

const incompatible: RuleFault = {
  reason: 'IncompatibleFilters',
  message: 'RequestRedirect and URLRewrite cannot stand in one rule',
}
