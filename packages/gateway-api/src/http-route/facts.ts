import { httpMethods } from '../crds/filters.ts'
import { expressionFaults, filterFaults, unknownValue, valueFaults } from '../route/facts/rule-faults.ts'
import type { RuleFault, RuleFaults } from '../route/types.ts'
import type { RoutingMatch } from '../routing/types.ts'

const pathTypes = ['Exact', 'PathPrefix', 'RegularExpression']

/** Why a rule of an HTTPRoute cannot be used. */
export const httpRuleFaults: RuleFaults = (rule, { filters }) => [
  ...rule.matches.flatMap(matchFaults),
  ...filterFaults(rule, filters.HTTPRoute),
]

function matchFaults({ path, method, headers, queryParams }: RoutingMatch): readonly RuleFault[] {
  return [
    ...(pathTypes.includes(path.type) ? [] : [unknownValue('The path match', path.type)]),
    ...(path.type === 'RegularExpression' ? expressionFaults('The path', path.value) : []),
    ...(method === undefined || httpMethods.includes(method) ? [] : [unknownValue('The method', method)]),
    ...headers.flatMap((header) => valueFaults('header', header)),
    ...queryParams.flatMap((parameter) => valueFaults('query parameter', parameter)),
  ]
}
