import {
  aggregate,
  mergeStrategy,
  otherwise,
  type Rule,
  report,
  type SetDecision,
  True,
} from '@sitrep/conditions'
import { isControlPlaneMachine } from '../machines-of/control-plane-first.ts'
import { notSeen, type ReplicaFacts } from './facts.ts'

const strategy = mergeStrategy({
  reason: { issue: 'NotUpToDate', unknown: 'UpToDateUnknown', info: 'UpToDate' },
})

const merged = ({ machines }: ReplicaFacts): SetDecision =>
  aggregate(machines, 'UpToDate', { strategy, first: isControlPlaneMachine })

const words = {
  statuses: ['True', 'False', 'Unknown'],
  reasons: ['NotUpToDate', 'UpToDateUnknown', 'UpToDate'],
  message: 'the messages of the Machines, grouped',
} as const

// biome-ignore format: the table is the specification; its columns stay aligned
/** The document's UpToDate: all Machines are. One that has not said so makes it unknown, not false. */
export const upToDateRows: readonly Rule<ReplicaFacts>[] = [
  notSeen,
  ['there are no Machines',                                   (f) => f.machines.length === 0, True('NoReplicas')],
  ['otherwise, the UpToDate conditions of the Machines in one', otherwise,                    report(merged, words)],
]
