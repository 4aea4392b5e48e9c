import { type Fields, text } from '@sitrep/status'
import { expressionFaults, filterFaults, unknownValue, valueFaults } from '../route/facts/rule-faults.ts'
import type { RuleFault, RuleFaults } from '../route/types.ts'

/** Why a rule of a GRPCRoute cannot be used. */
export const grpcRuleFaults: RuleFaults = (rule, { filters }) => [
  ...(rule.methods ?? []).flatMap(methodFaults),
  ...rule.matches.flatMap(({ headers }) => headers.flatMap((header) => valueFaults('header', header))),
  ...filterFaults(rule, filters.GRPCRoute),
]

function methodFaults({ type, service, method }: Fields): readonly RuleFault[] {
  if (type === undefined || type === 'Exact') return []
  if (type !== 'RegularExpression') return [unknownValue('The method match', type)]
  return [
    ...expressionFaults('The service', text(service) ?? ''),
    ...expressionFaults('The method', text(method) ?? ''),
  ]
}
