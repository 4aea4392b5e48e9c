import { type ConditionRules, type Rule, Unknown } from '@sitrep/conditions'
import type { MachineFacts } from '../machine-rules/facts.ts'
import { upToDate as released } from '../machine-rules/up-to-date.ts'

const isUnreadable = ({ machine: { infrastructure, config } }: MachineFacts): boolean =>
  !infrastructure.read || config?.read === false

const unreadable: Rule<MachineFacts> = [
  'what the Machine was made from cannot be read',
  isUnreadable,
  Unknown(
    'InternalError',
    'The infrastructure or bootstrap object of the Machine cannot be read, see the log for the error',
  ),
]

/** The document's UpToDate of a control plane Machine: it is what its control plane wants. */
export const upToDate: ConditionRules<MachineFacts> = {
  type: 'UpToDate',
  rows: [unreadable, ...released.rows],
}
