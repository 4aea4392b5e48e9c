import { isConnected } from '../../../connection/probe.ts'
import { annotations } from '../../../kinds.ts'
import { printTime, seconds } from '../../../time/longer-than.ts'
import type { DeletionTimes } from '../../types.ts'
import { rulesFor } from '../drain/drain-rule.ts'
import { type DrainLook, type DrainOutcome, lookAtDrain } from '../drain/outcome.ts'
import {
  type DeletionInput,
  hooksOf,
  isDrainAllowed,
  isNodeDeletionAllowed,
  isVolumeWaitAllowed,
  nodeInDeletion,
} from './gates.ts'
import { type AttachedVolumes, volumesLook } from './volumes.ts'

/** How far the deletion of a Machine has come and what it waits for. */
export type DeletionStage =
  | { readonly at: 'unclear' }
  | { readonly at: 'pre-drain-hook'; readonly hooks: readonly string[] }
  | { readonly at: 'drain-failed'; readonly why: string }
  | { readonly at: 'draining'; readonly outcome: DrainOutcome }
  | { readonly at: 'volumes-unclear' }
  | { readonly at: 'volumes'; readonly volumes: AttachedVolumes }
  | { readonly at: 'pre-terminate-hook'; readonly hooks: readonly string[] }
  | { readonly at: 'infrastructure' }
  | { readonly at: 'bootstrap' }
  | { readonly at: 'node-deletion-failed' }
  | { readonly at: 'completed' }

/** The stages at which something went wrong, so that the pass as a whole did. */
export const failedStages: readonly DeletionStage['at'][] = [
  'unclear',
  'drain-failed',
  'volumes-unclear',
  'node-deletion-failed',
]

/** What became of a step that is not always taken. */
export type StepState = 'skipped' | 'done' | 'pending'

/** One look at a deletion: where it stands, when its stages began, and what lies behind it. */
export interface DeletionLook {
  readonly stage: DeletionStage
  readonly times: DeletionTimes
  /** Whether the Node is to be drained and deleted. */
  readonly nodeAllowed: boolean
  /** Absent while the deletion has not come that far. */
  readonly drained?: StepState
  readonly detached?: StepState
}

/** Goes through the stages in order; each either holds the deletion back or lets it go on. */
export function lookAtDeletion(input: DeletionInput): DeletionLook {
  const { observed, clock } = input
  const before = observed.previous.deletion
  const allowed = isNodeDeletionAllowed(input)
  if (allowed === 'unclear') return { stage: { at: 'unclear' }, times: before, nodeAllowed: false }
  const look: NodeLook = allowed ? lookAtNode(input, before) : { times: before }
  const { stage, ...behind } = look
  if (stage !== undefined) return { ...behind, stage, nodeAllowed: allowed }
  const hooks = hooksOf(observed.machine, annotations.preTerminateHookPrefix)
  if (hooks.length > 0) {
    const since = before.waitForPreTerminateHookStartTime ?? printTime(clock.now)
    const times = { ...behind.times, waitForPreTerminateHookStartTime: since }
    return { ...behind, stage: { at: 'pre-terminate-hook', hooks }, times, nodeAllowed: allowed }
  }
  return { ...behind, stage: lastStages(input, allowed ? 'node' : 'no-node'), nodeAllowed: allowed }
}

type NodeLook = Pick<DeletionLook, 'times' | 'drained' | 'detached'> & { readonly stage?: DeletionStage }

function lookAtNode(input: DeletionInput, before: DeletionTimes): NodeLook {
  const { observed, clock } = input
  const hooks = hooksOf(observed.machine, annotations.preDrainHookPrefix)
  if (hooks.length > 0) {
    const times = {
      ...before,
      waitForPreDrainHookStartTime: before.waitForPreDrainHookStartTime ?? printTime(clock.now),
    }
    return { stage: { at: 'pre-drain-hook', hooks }, times }
  }
  const drain = lookAtDrainStep(input, before)
  return drain.stage === undefined ? { ...drain, ...lookAtVolumeStep(input, drain.times) } : drain
}

function lookAtDrainStep(input: DeletionInput, before: DeletionTimes): NodeLook {
  if (!isDrainAllowed(input)) return { times: before, drained: 'skipped' }
  const times = { ...before, nodeDrainStartTime: before.nodeDrainStartTime ?? printTime(input.clock.now) }
  const look = drainLook(input)
  switch (look.drain) {
    case 'failed':
      return { stage: { at: 'drain-failed', why: look.why }, times, drained: 'pending' }
    case 'under-way':
      return { stage: { at: 'draining', outcome: look.outcome }, times, drained: 'pending' }
    case 'completed':
      return { times, drained: 'done' }
  }
}

/** Looks at the drain of the Machine's Node. A Node that is gone is drained. */
function drainLook(input: DeletionInput): DrainLook {
  const { drain } = input.deletion
  const left = nodeInDeletion(input)
  if (drain === undefined || left?.node.read !== true)
    return { drain: 'failed', why: 'connection to the workload cluster is down' }
  const { pods, node } = left
  if (node.item === undefined) return { drain: 'completed' }
  if (!pods.read) return { drain: 'failed', why: pods.why }
  if (pods.items.length === 0) return { drain: 'completed' }
  const rules = rulesFor(input.observed.machine, drain)
  if (rules === undefined) return { drain: 'failed', why: 'a MachineDrainRule cannot be understood' }
  return lookAtDrain(pods.items, { rules, unreachable: node.item.unreachable, clock: input.clock })
}

function lookAtVolumeStep(input: DeletionInput, before: DeletionTimes): NodeLook {
  if (!isVolumeWaitAllowed(input)) return { times: before, detached: 'skipped' }
  const since = before.waitForNodeVolumeDetachStartTime ?? printTime(input.clock.now)
  const times = { ...before, waitForNodeVolumeDetachStartTime: since }
  const volumes = volumesLook(input)
  if (volumes === 'unclear') return { stage: { at: 'volumes-unclear' }, times, detached: 'pending' }
  if (volumes !== undefined) return { stage: { at: 'volumes', volumes }, times, detached: 'pending' }
  return { times, detached: 'done' }
}

function lastStages({ observed, clock }: DeletionInput, goal: 'node' | 'no-node'): DeletionStage {
  const { machine, infrastructure, bootstrap } = observed
  // What cannot be read may still be there.
  if (!infrastructure.read || infrastructure.item !== undefined) return { at: 'infrastructure' }
  if (bootstrap !== undefined && (!bootstrap.read || bootstrap.item !== undefined)) return { at: 'bootstrap' }
  if (goal === 'node' && !isConnected(observed.probe)) {
    const timeout = machine.spec.timeouts.nodeDeletion
    const givenUp = timeout > 0 && clock.passed(machine.deletionTimestamp, timeout * seconds)
    if (!givenUp) return { at: 'node-deletion-failed' }
  }
  return { at: 'completed' }
}
