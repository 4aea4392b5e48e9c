import { getCondition, hasCondition } from '@sitrep/conditions'
import type { Clock, Version } from '@sitrep/status'
import { type Connection, judgeConnection, type Probe } from '../../connection/probe.ts'
import { lookAtLogs } from '../../machines-of/facts.ts'
import type {
  ClusterOfControlPlane,
  ControlPlaneObserved,
  ControlPlaneSpec,
  MachineObserved,
} from '../types.ts'
import { lookAtMembers, type Match, type MembersLook, matchMembers } from './etcd-members.ts'

/**
 * Whether the workload cluster may be looked into, and if not, what stands in the way: the pass ended before, something is not
 * there yet, or the connection is not what it should be.
 */
export type Gate =
  | 'not-reached'
  | 'no-infrastructure'
  | 'no-endpoint'
  | 'uninitialized'
  | Exclude<Connection, 'connected'>
  | 'no-client'
  | 'no-nodes'
  | 'open'

/** What one pass over a control plane starts from. */
export interface PassFacts {
  readonly observed: ControlPlaneObserved
  readonly spec: ControlPlaneSpec
  readonly version: Version
  readonly clock: Clock
  readonly cluster: ClusterOfControlPlane
  readonly deleting: boolean
  /** The Machines that it controls. */
  readonly machines: readonly MachineObserved[]
  readonly listed: boolean
  readonly probe: Probe
  /** Whether the Machines were looked at at all; otherwise all that is said on them stands. */
  readonly reached: boolean
  readonly gate: Gate
  readonly members: MembersLook
  readonly match: Match
  readonly templateMissing: boolean
  /** Nobody will make Machines from the template any more, so nothing is measured by it. */
  readonly templateIrrelevant: boolean
  /** Nothing where nobody looked for certificates in this pass. */
  readonly certificates: CertificatesLook | undefined
}

/** Whether the certificates of the cluster are there. */
export type CertificatesLook =
  | { readonly certificates: 'available' }
  | { readonly certificates: 'unclear' }
  | { readonly certificates: 'missing'; readonly purposes: readonly string[] }

/** What is known before the first step of a pass. */
export interface PassInput {
  readonly observed: ControlPlaneObserved
  readonly cluster: ClusterOfControlPlane
  readonly machines: readonly MachineObserved[]
  readonly listed: boolean
  readonly version: Version
  readonly clock: Clock
  readonly gracePeriodMs: number
  /** Whether a missing template or an unreadable certificate keeps everybody from looking further. */
  readonly obstacles: 'end-the-pass' | 'are-passed'
  /** Whether the first certificates count as soon as somebody is about to make them, or once they are there. */
  readonly firstCertificates: 'are-made' | 'must-exist'
}

/** Goes through the steps of a pass in order; the first that cannot be taken ends it. */
export function passFacts(input: PassInput): PassFacts {
  const { observed, cluster, machines, listed, version, clock } = input
  const { controlPlane, probe } = observed
  const steps = firstSteps(input)
  const gate = steps.ended ?? gateOf(input)
  const members =
    gate === 'open' && controlPlane.spec.etcdManaged ? lookAtMembers(machines, observed) : unknown
  return {
    observed,
    spec: controlPlane.spec,
    version,
    clock,
    cluster,
    deleting: controlPlane.deleting,
    machines,
    listed,
    probe,
    reached: steps.ended === undefined,
    gate,
    members,
    match: gate === 'open' ? matchMembers(members, machines, clock) : { matching: false, strangers: [] },
    templateMissing: steps.templateMissing,
    templateIrrelevant: controlPlane.deleting && isMissing(observed.template),
    certificates: steps.certificates,
  }
}

const unknown: MembersLook = { members: 'unclear' }

const isMissing = (template: ControlPlaneObserved['template']): boolean =>
  template?.read === true && template.item === undefined

interface FirstSteps {
  /** Where the pass ended before it came to the Machines. */
  readonly ended?: Extract<Gate, 'not-reached' | 'no-infrastructure' | 'no-endpoint'>
  readonly templateMissing: boolean
  readonly certificates: CertificatesLook | undefined
}

function firstSteps(input: PassInput): FirstSteps {
  const { observed, cluster, machines, obstacles } = input
  const none = { templateMissing: false, certificates: undefined }
  if (observed.controlPlane.deleting) return machines.length === 0 ? { ...none, ended: 'not-reached' } : none
  const { template } = observed
  const templateMissing = isMissing(template)
  const strict = obstacles === 'end-the-pass'
  if (strict && (templateMissing || template?.read === false)) {
    return { ended: 'not-reached', templateMissing, certificates: undefined }
  }
  if (!cluster.infrastructureProvisioned)
    return { templateMissing, certificates: undefined, ended: 'no-infrastructure' }
  const certificates = lookAtCertificates(input)
  if (strict && certificates.certificates === 'unclear')
    return { ended: 'not-reached', templateMissing, certificates }
  return { ...(cluster.hasEndpoint ? {} : { ended: 'no-endpoint' }), templateMissing, certificates }
}

/** Until the control plane was initialized, whoever runs it makes missing certificates; afterwards they are missed. */
function lookAtCertificates({ observed, firstCertificates }: PassInput): CertificatesLook {
  const { certificates, previous } = observed
  const unclear = certificates.some(
    ({ state, external }) =>
      state === 'unreadable' || state === 'malformed' || (external && state === 'missing'),
  )
  if (unclear) return { certificates: 'unclear' }
  const initialized = getCondition(previous.conditions, 'Initialized')?.status === 'True'
  const missing = certificates.filter(({ state }) => state === 'missing').map(({ purpose }) => purpose)
  const made = firstCertificates === 'are-made' && !initialized
  if (made || missing.length === 0) return { certificates: 'available' }
  return { certificates: 'missing', purposes: missing }
}

function gateOf({ observed, machines, clock, gracePeriodMs }: PassInput): Gate {
  const { previous, probe, nodes } = observed
  const initialized = getCondition(previous.conditions, 'Initialized')
  if (!previous.initialized || initialized?.status !== 'True') return 'uninitialized'
  const initializedAt = initialized.lastTransitionTime
  const connection = judgeConnection({ probe, initializedAt, gracePeriodMs, clock })
  if (connection !== 'connected') return connection
  if (hasNoClient(observed, machines)) return 'no-client'
  if (nodes.read) return 'open'
  // Where probes fail as well it is the connection, and that is given time.
  return probe.consecutiveFailures > 0 ? 'interrupted' : 'no-nodes'
}

/**
 * Whether nobody can talk to a managed etcd, for want of something that it would let in. A look that took place shows that somebody
 * could, unless it was said already that nobody can: then it is older than that.
 */
function hasNoClient(
  { controlPlane, certificates, etcd, etcdKeyless, previous }: ControlPlaneObserved,
  machines: readonly unknown[],
): boolean {
  if (!controlPlane.spec.etcdManaged) return false
  if (etcdKeyless) return true
  const unusable = certificates.some(
    ({ purpose, state }) => purpose === 'etcd' && (state === 'missing' || state === 'malformed'),
  )
  if (!unusable || !etcd.read) return false
  return isNoClientSaid(previous.conditions) || (machines.length > 0 && etcd.item === undefined)
}

function isNoClientSaid(conditions: ControlPlaneObserved['previous']['conditions']): boolean {
  const said = getCondition(conditions, 'EtcdClusterHealthy')
  return said?.reason === 'InspectionFailed' && said.message === lookAtLogs
}

/** Whether a pass that has come to the Machines goes on behind the gate; what could not be looked at is told and does not stop it. */
export const goesOn = ({ gate }: PassFacts): boolean =>
  gate === 'open' || gate === 'uninitialized' || gate === 'no-nodes'

/** Whether a condition of the control plane was said before; where it was not, those it rests on are said anew as well. */
export const isUnsaid = ({ observed }: PassFacts, type: string): boolean =>
  !hasCondition(observed.previous.conditions, type)

/** Facts that know whether the workload cluster may be looked into. */
export interface GateFacts {
  readonly pass: PassFacts
}

/** Why the Nodes cannot be listed. */
export const nodesError = ({ pass: { observed } }: GateFacts): string =>
  observed.nodes.read ? '' : observed.nodes.why
