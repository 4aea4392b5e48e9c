import { at, fields, list, text } from '@sitrep/status'
import type { Abilities } from '../abilities.ts'
import { filterFaults, readValues, valueFaults } from '../http-route/read-rules.ts'
import { expressionFaults, type ReadRules, readBackends, readFilters, unknownValue } from '../route/parse.ts'
import type { RuleFault } from '../route/types.ts'
import type { RoutingMatch } from '../routing/types.ts'

/** Reads the rules of a GRPCRoute. Services and methods are what paths are to HTTP: `/<service>/<method>`. */
export const readGrpcRules =
  ({ filters: known }: Abilities): ReadRules =>
  (spec, namespace) =>
    list(at(spec, 'rules')).map((rule, index) => {
      const filters = readFilters(rule, namespace)
      const backends = readBackends(rule, namespace, (entry) => readFilters(entry, namespace))
      const given = list(at(rule, 'matches'))
      const matches = (given.length === 0 ? [{}] : given).map(readMatch)
      return {
        index,
        name: text(at(rule, 'name')),
        faults: [
          ...given.flatMap(methodFaults),
          ...matches.flatMap(({ headers }) => headers.flatMap((header) => valueFaults('header', header))),
          ...[filters, ...backends.map((backend) => backend.filters)].flatMap((each) =>
            filterFaults(each, known.GRPCRoute),
          ),
        ],
        matches,
        filters,
        backends,
        timeouts: undefined,
        retry: undefined,
      }
    })

function readMatch(match: unknown): RoutingMatch {
  const { method, headers } = fields(match)
  return {
    path: pathOf(fields(method)),
    method: 'POST',
    headers: readValues(headers, (name) => name.toLowerCase()),
    queryParams: [],
  }
}

function pathOf(given: Readonly<Record<string, unknown>>): RoutingMatch['path'] {
  const [service, method] = [text(given['service']), text(given['method'])]
  if (service === undefined && method === undefined) return { type: 'PathPrefix', value: '/' }
  if (given['type'] === 'RegularExpression')
    return { type: 'RegularExpression', value: `/${service ?? anyPart}/${method ?? anyPart}` }
  if (method === undefined) return { type: 'PathPrefix', value: `/${service}/` }
  if (service === undefined) return { type: 'RegularExpression', value: `/${anyPart}/${literal(method)}` }
  return { type: 'Exact', value: `/${service}/${method}` }
}

const anyPart = '[^/]+'

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

function methodFaults(match: unknown): readonly RuleFault[] {
  const { type, service, method } = fields(at(match, 'method'))
  if (type === undefined || type === 'Exact') return []
  if (type !== 'RegularExpression') return [unknownValue('The method match', type)]
  return [
    ...expressionFaults('The service', text(service) ?? ''),
    ...expressionFaults('The method', text(method) ?? ''),
  ]
}
