import type { Instant } from '@sitrep/conditions'
import type { Clock } from '@sitrep/status'
import { printDuration } from '../time/duration.ts'
import { later, longerThan, seconds } from '../time/longer-than.ts'
import type { HealthCheckSpec, UnhealthyCondition } from './spec.ts'
import type { ClusterSeen, ConditionSeen, Target } from './types.ts'

/** What one look at a Machine and its Node gives. */
export type Finding =
  | { readonly health: 'failed'; readonly reason: string; readonly message: string }
  /** Nobody can judge it yet, or trouble has begun that may still pass: what was said stands. */
  | { readonly health: 'undecided' }
  | { readonly health: 'good' }

interface Check {
  readonly messages: readonly string[]
  /** Something is wrong, but not for long enough. */
  readonly pending: boolean
}

export interface CheckInput {
  readonly target: Target
  readonly cluster: ClusterSeen
  readonly spec: HealthCheckSpec
  readonly clock: Clock
}

const marked: Finding = {
  health: 'failed',
  reason: 'HasRemediateAnnotation',
  message: 'Health check failed: marked for remediation via cluster.x-k8s.io/remediate-machine annotation',
}

/** Looks at a Machine the way its health check wants. */
export function checkTarget(input: CheckInput): Finding {
  const { target, cluster } = input
  if (target.seen.marked) return marked
  const initialized = cluster.controlPlaneInitialized?.status === 'True'
  // Nobody is to blame before there is a cluster to join; only the first control plane Machine can be.
  if ((!initialized && !target.seen.controlPlane) || cluster.infrastructureReady?.status !== 'True') {
    return { health: 'undecided' }
  }
  const { machine, node } = { machine: machineCheck(input), node: nodeCheck(input) }
  const messages = [...machine.messages, ...node.messages]
  if (messages.length > 0) {
    const reason = machine.messages.length > 0 ? 'UnhealthyMachine' : node.reason
    const lines = messages.map((message) => `  * ${message}`).join('\n')
    return { health: 'failed', reason, message: `Health check failed:\n${lines}` }
  }
  const hasNode = target.node?.read === true && target.node.item !== undefined
  const settled = !machine.pending && !node.pending && hasNode && !target.seen.deleting
  return { health: settled ? 'good' : 'undecided' }
}

const machineCheck = ({ target, spec, clock }: CheckInput): Check =>
  checkConditions(spec.machineConditions, target.seen.conditions, { on: 'Machine', clock })

function checkConditions(
  unhealthy: readonly UnhealthyCondition[],
  conditions: readonly ConditionSeen[],
  { on, clock }: { readonly on: 'Machine' | 'Node'; readonly clock: Clock },
): Check {
  const messages: string[] = []
  let pending = false
  for (const { type, status, seconds: limit } of unhealthy) {
    const condition = conditions.find((candidate) => candidate.type === type)
    if (condition?.status !== status) continue
    const since = condition.lastTransitionTime
    if (since === undefined || longerThan(clock, since, limit * seconds)) {
      const told = `is reporting status ${status} with reason ${condition.reason}`
      messages.push(`Condition ${type} on ${on} ${told} for more than ${printDuration(limit)}`)
    } else pending = true
  }
  return { messages, pending }
}

function nodeCheck(input: CheckInput): Check & { readonly reason: string } {
  const { target, spec, clock } = input
  const { node, seen } = target
  if (node?.read === true && node.item === undefined) {
    return { reason: 'NodeDeleted', messages: [`Node ${seen.nodeName} has been deleted`], pending: false }
  }
  if (node?.read === true && node.item !== undefined) {
    return {
      reason: 'UnhealthyNode',
      ...checkConditions(spec.nodeConditions, node.item, { on: 'Node', clock }),
    }
  }
  const limit = spec.nodeStartupSeconds
  if (limit === 0) return { reason: '', messages: [], pending: false }
  const over = longerThan(clock, startOf(input), limit * seconds)
  const message = `Node failed to report startup in ${printDuration(limit)}`
  return { reason: 'NodeStartupTimeout', messages: over ? [message] : [], pending: !over }
}

/** Since when a Machine could have had a Node. */
function startOf({ target: { seen }, cluster }: CheckInput): Instant | undefined {
  const machineReady = seen.conditions.find(({ type }) => type === 'InfrastructureReady')
  const begun = [cluster.controlPlaneInitialized, cluster.infrastructureReady, machineReady]
  return begun.reduce<Instant | undefined>(
    (latest, condition) =>
      condition?.status === 'True' ? later(latest, condition.lastTransitionTime) : latest,
    seen.createdAt,
  )
}
