import { at, fields, list, text } from '@sitrep/status'
import { readRule, readValues } from '../route/observe/spec.ts'
import type { ReadRules } from '../route/types.ts'
import type { RoutingMatch } from '../routing/types.ts'

/** Reads the rules of a GRPCRoute. Services and methods are what paths are to HTTP: `/<service>/<method>`. */
export const readGrpcRules: ReadRules = (spec, namespace) =>
  list(at(spec, 'rules')).map((rule, index) => ({
    ...readRule(rule, { index, namespace, readMatch }),
    methods: list(at(rule, 'matches')).map((match) => fields(at(match, 'method'))),
  }))

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
