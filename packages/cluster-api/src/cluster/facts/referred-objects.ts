import type { Reading } from '@sitrep/status'
import type { ContractRef } from '../../model/references.ts'
import type {
  ClusterInitialization,
  ClusterObserved,
  ControlPlaneForCluster,
  FailureDomain,
  InfrastructureForCluster,
} from '../types.ts'

/** An object that a Cluster refers to. `unseen` covers what cannot be read, what is another's and what nobody has looked for. */
export type ReferredObject<Seen> =
  | { readonly state: 'found'; readonly ref: ContractRef; readonly seen: Seen }
  | { readonly state: 'missing'; readonly ref: ContractRef }
  | { readonly state: 'unseen'; readonly ref: ContractRef | undefined }

/** What the looks at infrastructure and control plane brought. */
export interface ReferredFacts {
  readonly infrastructure: ReferredObject<InfrastructureForCluster>
  readonly controlPlane: ReferredObject<ControlPlaneForCluster>
  /** A topology has yet to make one of the two references, and until then nothing is looked at. */
  readonly awaitsReferences: boolean
  readonly initialization: ClusterInitialization
  readonly failureDomains: readonly FailureDomain[] | undefined
  readonly hasEndpoint: boolean
  /** A look failed, so the generation does not count as observed. */
  readonly failed: boolean
}

/** Takes over what the providers say of the first provisioning. What was once true stays true. */
export function referredFacts(
  observed: ClusterObserved,
  { waitsForReferences }: { readonly waitsForReferences: boolean },
): ReferredFacts {
  const { infrastructureRef, controlPlaneRef, hasEndpoint, before } = observed
  if (waitsForReferences && awaitsReferences(observed)) {
    return {
      infrastructure: { state: 'unseen', ref: infrastructureRef },
      controlPlane: { state: 'unseen', ref: controlPlaneRef },
      awaitsReferences: true,
      initialization: before.initialization,
      failureDomains: before.failureDomains,
      hasEndpoint,
      failed: false,
    }
  }
  const infrastructure = referred(observed, infrastructureRef, observed.infrastructure)
  const controlPlane = referred(observed, controlPlaneRef, observed.controlPlane)
  const first = infrastructureStep(observed, infrastructure)
  const second = controlPlaneStep(observed, controlPlane)
  return {
    infrastructure,
    controlPlane,
    awaitsReferences: false,
    initialization: {
      ...before.initialization,
      ...(first.done !== undefined && { infrastructureProvisioned: first.done }),
      ...(second.done !== undefined && { controlPlaneInitialized: second.done }),
    },
    failureDomains: failureDomainsOf(infrastructure, first) ?? before.failureDomains,
    hasEndpoint: hasEndpoint || first.hasEndpoint || second.hasEndpoint,
    failed: first.failed || second.failed,
  }
}

function awaitsReferences(observed: ClusterObserved): boolean {
  const { deleting, topology, infrastructureRef, controlPlaneRef } = observed
  if (deleting || topology === undefined) return false
  return infrastructureRef === undefined || controlPlaneRef === undefined
}

function referred<Seen extends { readonly controller: string | undefined }>(
  { topology, uid }: ClusterObserved,
  ref: ContractRef | undefined,
  reading: Reading<Seen>,
): ReferredObject<Seen> {
  if (ref === undefined || !reading.read) return { state: 'unseen', ref }
  const seen = reading.item
  if (seen === undefined) return { state: 'missing', ref }
  // With a topology the Cluster must be the controller, so what somebody else controls is as good as unreadable.
  const taken = topology !== undefined && seen.controller !== undefined && seen.controller !== uid
  return taken ? { state: 'unseen', ref } : { state: 'found', ref, seen }
}

interface HalfStep {
  readonly done: boolean | undefined
  readonly hasEndpoint: boolean
  readonly failed: boolean
}

function infrastructureStep(
  { before, deleting, topology }: ClusterObserved,
  infrastructure: ReferredFacts['infrastructure'],
): HalfStep {
  const done = before.initialization.infrastructureProvisioned
  // Without infrastructure of its own, and without a topology that would make some, there is nothing to wait for.
  if (infrastructure.ref === undefined) return step(deleting || topology !== undefined ? done : true)
  if (infrastructure.state === 'unseen') return failed(done)
  if (infrastructure.state === 'missing') return !deleting && done === true ? failed(done) : step(done)
  return takenOver(infrastructure.seen, infrastructure.seen.provisioned, done)
}

function controlPlaneStep(
  { before, deleting }: ClusterObserved,
  controlPlane: ReferredFacts['controlPlane'],
): HalfStep {
  const done = before.initialization.controlPlaneInitialized
  if (controlPlane.ref === undefined) return step(done)
  if (controlPlane.state === 'unseen') return failed(done)
  if (controlPlane.state === 'missing') return !deleting && done === true ? failed(done) : step(done)
  return takenOver(controlPlane.seen, controlPlane.seen.initialized, done)
}

function takenOver(
  { deleting, hasEndpoint }: { readonly deleting: boolean; readonly hasEndpoint: boolean },
  says: InfrastructureForCluster['provisioned'],
  done: boolean | undefined,
): HalfStep {
  if (says === 'malformed') return failed(done)
  if (deleting || (says !== true && done !== true)) return step(done)
  return { ...step(true), hasEndpoint }
}

const step = (done: boolean | undefined): HalfStep => ({ done, hasEndpoint: false, failed: false })
const failed = (done: boolean | undefined): HalfStep => ({ done, hasEndpoint: false, failed: true })

function failureDomainsOf(
  infrastructure: ReferredFacts['infrastructure'],
  { done, failed }: HalfStep,
): readonly FailureDomain[] | undefined {
  if (infrastructure.state !== 'found' || infrastructure.seen.deleting) return undefined
  return failed || done !== true ? undefined : infrastructure.seen.failureDomains
}
