import { isTrue } from '@sitrep/conditions'
import { seconds } from '../../time/longer-than.ts'
import { staysHealthyWithOneMore } from './etcd-quorum.ts'
import { healthConditions, type JudgedMachine, podConditions } from './machines.ts'
import { goesOn, type PassFacts } from './pass.ts'
import { reasonsToReplace } from './reasons-to-replace.ts'
import { scaleDownCandidate } from './scale-down-candidate.ts'

/** What keeps a control plane from creating or deleting a Machine now. */
export interface Preflight {
  /** The version that everybody waits for to reach the control plane. */
  readonly awaitedVersion?: string
  readonly certificatesMissing?: true
  readonly componentsUnhealthy?: true
  readonly etcdUnhealthy?: true
}

/** What the checks are made from. */
export interface PreflightInput {
  readonly pass: PassFacts
  readonly judged: readonly JudgedMachine[]
  /** The conditions of the control plane as far as they have been decided. */
  readonly controlPlane: Parameters<typeof isTrue>[0]
}

const passed: Preflight = {}

/** Asks only where a Machine is to be created or deleted, and only if the pass comes that far. */
export function preflightChecks(input: PreflightInput): Preflight {
  const { pass, judged } = input
  const desired = pass.spec.replicas
  if (pass.deleting || desired === undefined || judged.length === 0 || endsBefore(input)) return passed
  const outdated = outdatedMachines(input)
  // Nobody knows how to go about a rollout of any other kind, so nothing is created or deleted.
  if (outdated.length > 0 && !pass.spec.rollingUpdate) return passed
  if (judged.length < desired) return check(input, undefined)
  if (judged.length <= desired) return passed
  const { failureDomains } = pass.cluster
  return check(
    input,
    scaleDownCandidate({
      machines: judged,
      outdated,
      failureDomains,
      healthTypes: healthConditions(pass.spec),
    }),
  )
}

function outdatedMachines({ pass, judged }: PreflightInput): readonly JudgedMachine[] {
  const names = pass.machines
    .filter((machine) => reasonsToReplace(machine, pass).length > 0)
    .map(({ seen }) => seen.name)
  return judged.filter(({ name, deletion }) => deletion === undefined && names.includes(name))
}

/** Whether the pass has something else to do before it creates or deletes Machines, or could not go on. */
export function endsBefore({ pass, judged, controlPlane }: PreflightInput): boolean {
  if (!pass.reached || !goesOn(pass)) return true
  if (judged.some(({ deletion, updatingInPlace }) => deletion !== undefined || updatingInPlace)) return true
  return hasMemberToRemove(pass, isTrue(controlPlane, 'EtcdClusterHealthy'))
}

/** A member without a Machine is removed, unless it may belong to a Machine that is just coming up. */
function hasMemberToRemove({ spec, members, machines, clock }: PassFacts, healthy: boolean): boolean {
  if (!spec.etcdManaged || members.members !== 'known' || healthy) return false
  const expected = new Set(machines.map(({ seen }) => seen.nodeName))
  const strangers = members.list.filter(({ name }) => !expected.has(name))
  if (strangers.length === 0 || expected.has(undefined)) return false
  const fresh = machines.some(({ seen, node }) => {
    const createdAt = node?.read === true ? node.item?.createdAt : undefined
    return seen.deletion === undefined && createdAt !== undefined && !clock.passed(createdAt, 20 * seconds)
  })
  return !(fresh && strangers.some(({ name }) => name === ''))
}

/** The checks in order: of the first ones one that fails stands alone. `leaving` is the Machine that would go, nobody when one would come. */
function check(input: PreflightInput, leaving: JudgedMachine | undefined): Preflight {
  const { pass, judged, controlPlane } = input
  const desired = pass.spec.replicas ?? 0
  const growing = judged.length < desired
  const awaitedVersion = awaitedTopologyVersion(pass)
  if (awaitedVersion !== undefined) return { awaitedVersion }
  if (growing && !isTrue(controlPlane, 'CertificatesAvailable')) return { certificatesMissing: true }
  const health = healthOf(
    pass,
    judged.filter(({ name }) => name !== leaving?.name),
  )
  const replacing = pass.observed.controlPlane.remediationInProgress !== undefined && growing
  return replacing && !isPassed(health) ? replacementHealth(pass, judged) : health
}

const isPassed = (result: Preflight): boolean => Object.keys(result).length === 0

function awaitedTopologyVersion({ cluster, spec }: PassFacts): string | undefined {
  const { topologyVersion, upgradeStep } = cluster
  if (topologyVersion === undefined || topologyVersion === spec.version || upgradeStep === spec.version)
    return undefined
  return upgradeStep ?? topologyVersion
}

function healthOf({ spec }: PassFacts, machines: readonly JudgedMachine[]): Preflight {
  const isWell = ({ conditions, nodeName }: JudgedMachine, types: readonly string[]): boolean =>
    nodeName !== undefined && types.every((type) => isTrue(conditions, type))
  const components = podConditions(spec)
  return {
    ...(!machines.every((machine) => isWell(machine, components)) && { componentsUnhealthy: true }),
    ...(spec.etcdManaged &&
      !machines.every((machine) => isWell(machine, ['EtcdMemberHealthy'])) && { etcdUnhealthy: true }),
  }
}

/** While a broken Machine is being replaced, less is asked for: one Machine must be well and etcd must not lose its quorum. */
function replacementHealth({ spec, members }: PassFacts, machines: readonly JudgedMachine[]): Preflight {
  const components = podConditions(spec)
  const standing = machines.some(({ conditions }) => components.every((type) => isTrue(conditions, type)))
  const known = members.members === 'known' ? members.list : []
  const losesQuorum = spec.etcdManaged && known.length > 0 && !staysHealthyWithOneMore(known, machines)
  return { ...(!standing && { componentsUnhealthy: true }), ...(losesQuorum && { etcdUnhealthy: true }) }
}

/** What stands in the way, a bullet each. */
export function preflightBullets({
  awaitedVersion,
  certificatesMissing,
  componentsUnhealthy,
  etcdUnhealthy,
}: Preflight): readonly string[] {
  return [
    ...(awaitedVersion === undefined
      ? []
      : [`* waiting for a version upgrade to ${awaitedVersion} to be propagated`]),
    ...(certificatesMissing ? ['* cluster certificates are missing or unknown'] : []),
    ...(componentsUnhealthy ? ['* waiting for control plane components to become healthy'] : []),
    ...(etcdUnhealthy ? ['* waiting for etcd cluster to become healthy'] : []),
  ]
}
