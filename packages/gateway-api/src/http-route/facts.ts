import { list } from '@sitrep/status'
import type { Abilities } from '../abilities.ts'
import { httpMethods } from '../crds/filters.ts'
import { expressionFaults, filterFaults, unknownValue, valueFaults } from '../route/facts/rule-faults.ts'
import type { RuleFault, RuleFaults, RuleSpec } from '../route/types.ts'
import type { RoutingMatch } from '../routing/types.ts'

const pathTypes = ['Exact', 'PathPrefix', 'RegularExpression']

/** Why a rule of an HTTPRoute cannot be used. */
export const httpRuleFaults: RuleFaults = (rule, { filters, retry }) => [
  ...rule.matches.flatMap(matchFaults),
  ...filterFaults(rule, filters.HTTPRoute),
  ...retryFaults(rule, retry),
]

// Retries that were not asked for in this way would be others than those that were.
function retryFaults({ retry, timeouts }: RuleSpec, able: Abilities['retry']): readonly RuleFault[] {
  if (retry === undefined || able === undefined) return []
  const code = list(retry['codes']).find((each) => !able.codes.includes(Number(each)))
  const { request } = timeouts ?? {}
  return [
    ...(code === undefined ? [] : [unknownValue('Retrying after the code', code)]),
    ...(retry['backoff'] === undefined || able.backoff
      ? []
      : [unknownValue('The backoff of retries', retry['backoff'])]),
    ...(request === undefined || able.withinRequestTimeout
      ? []
      : [unknownValue('Retrying within the request timeout', request)]),
  ]
}

function matchFaults({ path, method, headers, queryParams }: RoutingMatch): readonly RuleFault[] {
  return [
    ...(pathTypes.includes(path.type) ? [] : [unknownValue('The path match', path.type)]),
    ...(path.type === 'RegularExpression' ? expressionFaults('The path', path.value) : []),
    ...(method === undefined || httpMethods.includes(method) ? [] : [unknownValue('The method', method)]),
    ...headers.flatMap((header) => valueFaults('header', header)),
    ...queryParams.flatMap((parameter) => valueFaults('query parameter', parameter)),
  ]
}
