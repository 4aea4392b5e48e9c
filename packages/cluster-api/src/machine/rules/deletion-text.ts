import { delayText } from '../../deletion-delay/delay-cause.ts'
import { delayCausesOf, isStale } from '../../deletion-delay/deletion-progress.ts'
import { causesOf } from '../drain/outcome.ts'
import type { MachineFacts } from '../facts.ts'

/** A deletion in a few words, the same for all Machines that are equally far; long ones say what they may be waiting for. */
export function deletionText({ machine, deletion, clock }: MachineFacts, reason: string): string {
  const since = machine.deletionTimestamp
  if (since === undefined || !isStale({ since }, clock))
    return `Machine deletion in progress, stage: ${reason}`
  const stage = deletion?.stage
  const drainSince = deletion?.times.nodeDrainStartTime
  const causes =
    stage?.at === 'draining' && drainSince !== undefined
      ? delayCausesOf({ since, drain: { since: drainSince, causes: causesOf(stage.outcome) } }, clock)
      : []
  return `Machine deletion in progress since more than 15m, stage: ${reason}${delayText(causes)}`
}
