import { at, type Fields, fields, list, text } from '@sitrep/status'
import { readRule, readValues } from '../route/observe/spec.ts'
import type { ReadRules } from '../route/types.ts'
import type { RoutingMatch } from '../routing/types.ts'

/** What the API server fills in where no rule is given: everything, and nowhere to go. */
const onlyRule = [{}]

/** Reads the rules of an HTTPRoute. */
export const readHttpRules: ReadRules = (spec, namespace) => {
  const rules = at(spec, 'rules')
  return (rules === undefined ? onlyRule : list(rules)).map((rule, index) => ({
    ...readRule(rule, { index, namespace, readMatch }),
    timeouts: optional(at(rule, 'timeouts')),
    retry: optional(at(rule, 'retry')),
  }))
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
