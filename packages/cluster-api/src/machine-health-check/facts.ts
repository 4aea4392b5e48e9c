import type { Instant } from '@sitrep/conditions'
import type { Clock } from '@sitrep/status'
import { selects } from '@sitrep/status'
import { printDuration } from '../time/duration.ts'
import { later, longerThan, seconds } from '../time/longer-than.ts'
import type {
  ClusterForHealthCheck,
  ConditionSeen,
  HealthCheckObserved,
  HealthCheckSeen,
  HealthCheckSpec,
  Target,
  UnhealthyCondition,
} from './types.ts'

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

/** A Machine and what it is measured by. */
export interface CheckInput {
  readonly target: Target
  readonly cluster: ClusterForHealthCheck
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

/** A Machine after a look at it. */
export interface Look {
  readonly target: Target
  readonly finding: Finding
  /** Of several health checks that look at a Machine one speaks for all. */
  readonly speaks: boolean
}

interface LookInput {
  readonly observed: HealthCheckObserved
  readonly cluster: ClusterForHealthCheck
  readonly clock: Clock
}

/** Looks at a Machine for one health check; what another one finds wrong with it counts as well. */
export function lookAt(target: Target, { observed, cluster, clock }: LookInput): Look {
  const own = checkTarget({ target, cluster, clock, spec: observed.spec })
  const others = otherChecks(observed, target)
  const speaks = !others.some(({ name }) => name < observed.name)
  const worst = others
    .map(({ spec }) => checkTarget({ target, cluster, clock, spec }))
    .find(({ health }) => health === 'failed')
  return { target, speaks, finding: own.health === 'failed' || worst === undefined ? own : worst }
}

function otherChecks(
  { checks, name, spec }: HealthCheckObserved,
  { seen }: Target,
): readonly HealthCheckSeen[] {
  if (!checks.read) return []
  return checks.items.filter(
    (other) =>
      other.name !== name &&
      !other.paused &&
      other.spec.clusterName === spec.clusterName &&
      selects(other.spec.selector, seen),
  )
}

/** Whether sick Machines may be replaced: too many of them are no accident, and replacing them would not help. */
export type Allowance =
  | { readonly allowed: boolean; readonly remaining: number }
  /** The limit cannot be understood. */
  | { readonly allowed: 'unclear' }

/** Reads the limit and compares: the range comes before the number. */
export function allowanceOf(spec: HealthCheckSpec, expected: number, healthy: number): Allowance {
  const unhealthy = expected - healthy
  if (spec.unhealthyRange !== undefined) {
    const [, low, high] = /^\[(\d+)-(\d+)\]$/.exec(spec.unhealthyRange) ?? []
    if (low === undefined || high === undefined || Number(high) < Number(low)) return { allowed: 'unclear' }
    return {
      allowed: unhealthy >= Number(low) && unhealthy <= Number(high),
      remaining: Number(high) - unhealthy,
    }
  }
  const [, amount, percent] = /^(\d+)(%?)$/.exec(spec.maxUnhealthy) ?? []
  if (amount === undefined) return { allowed: 'unclear' }
  const limit = percent === '%' ? Math.floor((Number(amount) * expected) / 100) : Number(amount)
  return { allowed: unhealthy <= limit, remaining: limit - unhealthy }
}

/** What is asked about a health check once all its Machines were looked at. */
export interface AllowanceFacts {
  readonly allowance: Allowance
  readonly spec: HealthCheckSpec
  readonly total: number
  readonly failed: number
}

/** What is asked about one Machine once it was looked at. */
export interface TargetFacts {
  readonly target: Target
  readonly finding: Finding
  /** It failed, and its health check lets it be replaced. */
  readonly toBeReplaced: boolean
  readonly templateMissing: boolean
  readonly templateName: string
}
