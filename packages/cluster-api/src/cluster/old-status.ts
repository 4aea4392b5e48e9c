import {
  falseSeverityCondition,
  mirrorSeverity,
  type SeverityCondition,
  trueSeverityCondition,
} from '@sitrep/conditions'
import { clusterKind } from '../kinds.ts'
import { refIn } from '../model/references.ts'
import { legacyStatus } from '../model/stages.ts'
import { failureIn, lastFailure } from '../old-model/failure.ts'
import type { OldStatus } from '../old-model/layout.ts'
import { markOld, oldConditionsIn } from '../old-model/old-conditions.ts'
import { leftLines } from './facts/deletion.ts'
import type { ClusterFacts } from './facts/facts.ts'
import type { ClusterObserved } from './types.ts'

const summedUp = ['ControlPlaneReady', 'InfrastructureReady']

/** What the older API says of a Cluster, by its own rules. */
export function oldStatusOf(observed: ClusterObserved, facts: ClusterFacts): OldStatus {
  const { previous, namespace, name, clock } = observed
  const before = oldConditionsIn(previous)
  const marks = facts.awaitsReferences ? [] : marksOf(facts, before)
  const { infrastructure, controlPlane } = facts
  const failure = lastFailure([
    failureIn(legacyStatus(previous)),
    infrastructure.state === 'found' ? infrastructure.seen.failure : undefined,
    controlPlane.state === 'found' ? controlPlane.seen.failure : undefined,
  ])
  const ref = { ...clusterKind, namespace, name }
  return { ...failure, conditions: markOld(before, marks, { ref, types: summedUp, now: clock.now }) }
}

/** The one word that scripts read. Where nothing decides it stays. */
export function phaseOf({ before }: ClusterObserved, facts: ClusterFacts): string {
  const { deleting, initialization, hasEndpoint, infrastructure, controlPlane } = facts
  if (deleting) return 'Deleting'
  if (initialization.infrastructureProvisioned && hasEndpoint) return 'Provisioned'
  if (infrastructure.ref !== undefined || controlPlane.ref !== undefined) return 'Provisioning'
  return before.phase ?? 'Pending'
}

function marksOf(facts: ClusterFacts, before: readonly SeverityCondition[]): readonly SeverityCondition[] {
  return [
    ...infrastructureMarks(facts),
    ...controlPlaneMarks(facts),
    ...initializedMarks(facts, before),
    ...goneMarks(facts),
  ]
}

interface OldMirror {
  readonly target: string
  /** The reason while the provider has not done its part. */
  readonly waiting: string
  readonly done: boolean
}

function mirrored(
  facts: ClusterFacts,
  object: ClusterFacts['infrastructure'] | ClusterFacts['controlPlane'],
  { target, waiting, done }: OldMirror,
): readonly SeverityCondition[] {
  if (object.state !== 'found') return []
  const { oldReady } = object.seen
  const source = {
    ...refIn(facts.namespace, object.ref),
    conditions: oldReady === undefined ? [] : [oldReady],
  }
  const fallback = {
    holds: done && !facts.deleting,
    reason: facts.deleting ? 'Deleting' : waiting,
    severity: 'Info',
    message: '',
  } as const
  return [mirrorSeverity(source, target, fallback)?.condition ?? []].flat()
}

function infrastructureMarks(facts: ClusterFacts): readonly SeverityCondition[] {
  const { infrastructure, deleting, hasTopology } = facts
  const target = 'InfrastructureReady'
  if (infrastructure.ref === undefined) return deleting || hasTopology ? [] : [trueSeverityCondition(target)]
  if (infrastructure.state !== 'found' || infrastructure.seen.provisioned === 'malformed') return []
  const done = infrastructure.seen.provisioned === true
  return mirrored(facts, infrastructure, { target, waiting: 'WaitingForInfrastructure', done })
}

function controlPlaneMarks(facts: ClusterFacts): readonly SeverityCondition[] {
  const { controlPlane } = facts
  if (controlPlane.state !== 'found' || controlPlane.seen.initialized === 'malformed') return []
  const done = controlPlane.seen.initialized === true
  return mirrored(facts, controlPlane, {
    target: 'ControlPlaneReady',
    waiting: 'WaitingForControlPlane',
    done,
  })
}

function initializedMarks(
  facts: ClusterFacts,
  before: readonly SeverityCondition[],
): readonly SeverityCondition[] {
  const { controlPlane, deleting, hasTopology, controlPlaneMachines } = facts
  const type = 'ControlPlaneInitialized'
  if (before.some((condition) => condition.type === type && condition.status === 'True')) return []
  if (controlPlane.ref === undefined) {
    if (deleting || hasTopology) return []
    const started = controlPlaneMachines.some(
      ({ nodeName, deletion }) => nodeName !== undefined && deletion === undefined,
    )
    return [started ? trueSeverityCondition(type) : noNode]
  }
  if (
    controlPlane.state !== 'found' ||
    controlPlane.seen.deleting ||
    controlPlane.seen.initialized === 'malformed'
  )
    return []
  return [controlPlane.seen.initialized === true ? trueSeverityCondition(type) : notInitialized]
}

const noNode: SeverityCondition = falseSeverityCondition('ControlPlaneInitialized', {
  reason: 'MissingNodeRef',
  severity: 'Info',
  message: 'Waiting for the first control plane machine to have its status.nodeRef set',
})

const notInitialized: SeverityCondition = falseSeverityCondition('ControlPlaneInitialized', {
  reason: 'WaitingForControlPlaneProviderInitialized',
  severity: 'Info',
  message: 'Waiting for control plane provider to indicate the control plane has been initialized',
})

/** What a deletion has got rid of, in the order in which it goes. */
function goneMarks(facts: ClusterFacts): readonly SeverityCondition[] {
  const { deleting, okToDelete, listed, controlPlane, infrastructure } = facts
  if (!deleting || !okToDelete || !listed || leftLines(facts).length > 0) return []
  const gone = (type: string): SeverityCondition =>
    falseSeverityCondition(type, { reason: 'Deleted', severity: 'Info' })
  const marks = controlPlane.state === 'missing' ? [gone('ControlPlaneReady')] : []
  if (controlPlane.ref !== undefined && controlPlane.state !== 'missing') return marks
  return infrastructure.state === 'missing' ? [...marks, gone('InfrastructureReady')] : marks
}
