import type { FailureDomain } from '../observe/infrastructure-seen.ts'
import type { ClusterInitialization, ClusterObserved } from '../types.ts'

/** What the looks at infrastructure and control plane brought. */
export interface InitializationStep {
  readonly initialization: ClusterInitialization
  readonly failureDomains: readonly FailureDomain[] | undefined
  readonly hasEndpoint: boolean
  /** A look failed, so the generation does not count as observed. */
  readonly failed: boolean
}

interface HalfStep {
  readonly done: boolean | undefined
  readonly hasEndpoint: boolean
  readonly failed: boolean
}

/** Takes over what the providers say of the first provisioning. What was once true stays true. */
export function initializationStep(observed: ClusterObserved): InitializationStep {
  const { hasEndpoint } = observed
  const before = observed.before.initialization
  if (observed.awaitsReferences) {
    return {
      initialization: before,
      failureDomains: observed.before.failureDomains,
      hasEndpoint,
      failed: false,
    }
  }
  const infrastructure = infrastructureStep(observed, before.infrastructureProvisioned)
  const controlPlane = controlPlaneStep(observed, before.controlPlaneInitialized)
  return {
    initialization: {
      ...before,
      ...(infrastructure.done !== undefined && { infrastructureProvisioned: infrastructure.done }),
      ...(controlPlane.done !== undefined && { controlPlaneInitialized: controlPlane.done }),
    },
    failureDomains: failureDomainsOf(observed, infrastructure),
    hasEndpoint: hasEndpoint || infrastructure.hasEndpoint || controlPlane.hasEndpoint,
    failed: infrastructure.failed || controlPlane.failed,
  }
}

function infrastructureStep(observed: ClusterObserved, done: boolean | undefined): HalfStep {
  const { infrastructure, infrastructureRef, deleting, topology } = observed
  // Without infrastructure of its own, and without a topology that would make some, there is nothing to wait for.
  if (infrastructureRef === undefined) return step(deleting || topology !== undefined ? done : true)
  if (!infrastructure.read) return failed(done)
  if (infrastructure.item === undefined) return !deleting && done === true ? failed(done) : step(done)
  const { provisioned, deleting: goes, hasEndpoint } = infrastructure.item
  if (provisioned === 'malformed') return failed(done)
  if (goes || (provisioned !== true && done !== true)) return step(done)
  return { ...step(true), hasEndpoint }
}

function controlPlaneStep(observed: ClusterObserved, done: boolean | undefined): HalfStep {
  const { controlPlane, controlPlaneRef, deleting } = observed
  if (controlPlaneRef === undefined) return step(done)
  if (!controlPlane.read) return failed(done)
  if (controlPlane.item === undefined) return !deleting && done === true ? failed(done) : step(done)
  const { initialized, deleting: goes, hasEndpoint } = controlPlane.item
  if (initialized === 'malformed') return failed(done)
  if (goes || (initialized !== true && done !== true)) return step(done)
  return { ...step(true), hasEndpoint }
}

const step = (done: boolean | undefined): HalfStep => ({ done, hasEndpoint: false, failed: false })
const failed = (done: boolean | undefined): HalfStep => ({ done, hasEndpoint: false, failed: true })

function failureDomainsOf(
  { infrastructure, before }: ClusterObserved,
  { done, failed }: HalfStep,
): readonly FailureDomain[] | undefined {
  const seen = infrastructure.read ? infrastructure.item : undefined
  if (seen === undefined || seen.deleting || failed || done !== true) return before.failureDomains
  return seen.failureDomains
}
