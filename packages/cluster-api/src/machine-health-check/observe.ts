import { getCondition } from '@sitrep/conditions'
import {
  at,
  type Fields,
  fields,
  type KubeObject,
  type Listing,
  list,
  number,
  type ObjectRef,
  parseSelector,
  type Reading,
  refOf,
  selects,
  text,
  unreadable,
  type View,
  type World,
} from '@sitrep/status'
import { readProbe } from '../connection/observe.ts'
import { isConnected, type Probe } from '../connection/probe.ts'
import { annotations, clusterKind, labels, machineHealthCheckKind, machineKind, nodeKind } from '../kinds.ts'
import { conditionList, conditionsOf } from '../model/conditions.ts'
import { contractRef, refIn } from '../model/references.ts'
import { observePrevious, ownOldTypes } from '../old-model/observe.ts'
import { hasPausedAnnotation, isClusterPaused } from '../pass/paused.ts'
import { parseDuration } from '../time/duration.ts'
import type {
  ClusterForHealthCheck,
  ConditionSeen,
  HealthCheckObserved,
  HealthCheckSeen,
  HealthCheckSpec,
  Target,
  TargetSeen,
  UnhealthyCondition,
} from './types.ts'

const existence: View<true> = { name: 'existence', of: () => true }

const clusterForHealthCheck: View<ClusterForHealthCheck> = {
  name: 'clusterForHealthCheck',
  of: (object) => {
    const all = seenConditions(object)
    return {
      paused: isClusterPaused(object),
      controlPlaneInitialized: all.find(({ type }) => type === 'ControlPlaneInitialized'),
      infrastructureReady: all.find(({ type }) => type === 'InfrastructureReady') ?? provisioned(object),
    }
  },
}

/** The document gives a Cluster no such condition; that its infrastructure was provisioned once says the same here. */
function provisioned({ status }: KubeObject): ConditionSeen | undefined {
  if (at(status, 'initialization', 'infrastructureProvisioned') !== true) return undefined
  return { type: 'InfrastructureReady', status: 'True', reason: '', lastTransitionTime: undefined }
}

const spokenTypes = [
  'HealthCheckSucceeded',
  'OwnerRemediated',
  'ExternallyRemediated',
  'ExternalRemediationRequestAvailable',
]

// What a health check says itself must not wake it again.
const machineForHealthCheck: View<TargetSeen> = {
  name: 'machineForHealthCheck',
  of: (object) => {
    const { metadata, status } = object
    const own = metadata.annotations ?? {}
    return {
      ref: refOf(object),
      generation: metadata.generation ?? 0,
      labels: metadata.labels ?? {},
      createdAt: metadata.creationTimestamp,
      deleting: metadata.deletionTimestamp !== undefined,
      controlPlane: Object.hasOwn(metadata.labels ?? {}, labels.controlPlane),
      marked: Object.hasOwn(own, annotations.remediateMachine),
      skipped: Object.hasOwn(own, annotations.skipRemediation) || hasPausedAnnotation(object),
      nodeName: text(at(status, 'nodeRef', 'name')),
      conditions: seenConditions(object).filter(({ type }) => !spokenTypes.includes(type)),
    }
  },
}

const remediationStatus: View<string | undefined> = {
  name: 'remediationStatus',
  of: (object) => getCondition(conditionsOf(object), 'OwnerRemediated')?.status,
}

const nodeForHealthCheck: View<readonly ConditionSeen[]> = {
  name: 'nodeForHealthCheck',
  of: (object) => seenConditions(object),
}

const otherHealthCheck: View<HealthCheckSeen> = {
  name: 'otherHealthCheck',
  of: (object) => ({
    name: object.metadata.name,
    paused: hasPausedAnnotation(object),
    spec: healthCheckSpec(object),
  }),
}

/** Heartbeats are left out: they move all the time and decide nothing. */
function seenConditions({ status }: KubeObject): readonly ConditionSeen[] {
  return list(at(status, 'conditions')).map((condition) => ({
    type: text(at(condition, 'type')) ?? '',
    status: text(at(condition, 'status')) ?? '',
    reason: text(at(condition, 'reason')) ?? '',
    lastTransitionTime: text(at(condition, 'lastTransitionTime')),
  }))
}

const oldTypes = ownOldTypes('RemediationAllowed')

/** Picks all that a health check is decided from. */
export function observeHealthCheck(object: KubeObject, world: World<Fields>): HealthCheckObserved {
  const { metadata } = object
  const namespace = metadata.namespace ?? ''
  const spec = healthCheckSpec(object)
  const probe = readProbe(world, namespace, spec.clusterName)
  const previousStatus = fields(observePrevious(world, { ...oldTypes, ref: refOf(object) }))
  const cluster = world.get({ ...clusterKind, namespace, name: spec.clusterName }, clusterForHealthCheck)
  return {
    now: world.now,
    name: metadata.name,
    generation: metadata.generation ?? 0,
    annotated: hasPausedAnnotation(object),
    spec,
    previousStatus,
    conditions: conditionList(previousStatus['conditions']),
    cluster,
    probe,
    targets: observeTargets(world, { namespace, spec, nodes: nodesOf(cluster, probe) }),
    checks: world.list(
      { ...machineHealthCheckKind, namespace, by: { index: 'clusterName', key: spec.clusterName } },
      otherHealthCheck,
    ),
    template: spec.template && world.get(refIn(namespace, spec.template), existence),
  }
}

/** Whether Nodes can be looked at: nobody asks for them before there is a control plane. */
type Nodes = 'none-yet' | 'connected' | 'not-connected'

function nodesOf(cluster: Reading<ClusterForHealthCheck>, probe: Probe): Nodes {
  const initialized = cluster.read && cluster.item?.controlPlaneInitialized?.status === 'True'
  if (!initialized) return 'none-yet'
  return isConnected(probe) ? 'connected' : 'not-connected'
}

interface Reach {
  readonly namespace: string
  readonly spec: HealthCheckSpec
  readonly nodes: Nodes
}

function observeTargets(world: World<Fields>, reach: Reach): Listing<Target> {
  const { namespace, spec } = reach
  const by = { label: labels.clusterName, value: spec.clusterName }
  const machines = world.list({ ...machineKind, namespace, by }, machineForHealthCheck)
  if (!machines.read) return machines
  const selected = machines.items.filter((seen) => !seen.skipped && selects(spec.selector, seen))
  return { read: true, items: selected.map((seen) => observeTarget(world, reach, seen)) }
}

function observeTarget(world: World<Fields>, { namespace, spec, nodes }: Reach, seen: TargetSeen): Target {
  const cluster = `${namespace}/${spec.clusterName}`
  const reported = world.get({ ...seen.ref, layer: 'reported' }, remediationStatus)
  return {
    seen,
    before: world.previousOn(seen.ref),
    ownerRemediated: reported.read ? reported.item : undefined,
    node:
      seen.nodeName === undefined || nodes === 'none-yet'
        ? undefined
        : nodes === 'connected'
          ? world.get({ ...nodeKind, cluster, name: seen.nodeName }, nodeForHealthCheck)
          : unreadable('the workload cluster is not connected'),
    request: spec.template && world.get(requestRef(namespace, spec.template, seen), existence),
  }
}

/** A request is named like its Machine and its kind like the template, without the suffix. */
function requestRef(
  namespace: string,
  template: NonNullable<HealthCheckSpec['template']>,
  { ref }: TargetSeen,
): ObjectRef {
  return { group: template.group, kind: template.kind.replace(/Template$/, ''), namespace, name: ref.name }
}

const defaultStartupSeconds = 600

/** Reads the spec of a MachineHealthCheck in either layout, whatever is there. */
function healthCheckSpec({ spec }: KubeObject): HealthCheckSpec {
  const checks = at(spec, 'checks')
  const trigger = at(spec, 'remediation', 'triggerIf')
  const startup = text(at(spec, 'nodeStartupTimeout'))
  return {
    clusterName: text(at(spec, 'clusterName')) ?? '',
    selector: parseSelector(at(spec, 'selector')),
    nodeStartupSeconds:
      number(at(checks, 'nodeStartupTimeoutSeconds')) ??
      (startup === undefined ? defaultStartupSeconds : parseDuration(startup)),
    machineConditions: list(
      at(checks, 'unhealthyMachineConditions') ?? at(spec, 'unhealthyMachineConditions'),
    ).map(unhealthy),
    nodeConditions: list(at(checks, 'unhealthyNodeConditions') ?? at(spec, 'unhealthyConditions')).map(
      unhealthy,
    ),
    maxUnhealthy: String(at(trigger, 'unhealthyLessThanOrEqualTo') ?? at(spec, 'maxUnhealthy') ?? '100%'),
    unhealthyRange: text(at(trigger, 'unhealthyInRange')) ?? text(at(spec, 'unhealthyRange')),
    template: contractRef(at(spec, 'remediation', 'templateRef') ?? at(spec, 'remediationTemplate')),
  }
}

function unhealthy(condition: unknown): UnhealthyCondition {
  return {
    type: text(at(condition, 'type')) ?? '',
    status: text(at(condition, 'status')) ?? '',
    seconds: number(at(condition, 'timeoutSeconds')) ?? parseDuration(text(at(condition, 'timeout')) ?? ''),
  }
}
