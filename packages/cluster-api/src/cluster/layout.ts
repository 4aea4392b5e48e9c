import { compact, type Fields } from '@sitrep/status'
import type { WrittenStatus } from '../crds/schema.ts'
import { allOrNone, filled, underDeprecated } from '../old-model/layout.ts'
import { unlessEmpty } from '../pass/computed.ts'
import { controlPlaneCounters, workerCounters } from './facts/released-counters.ts'
import type { ClusterOutcome } from './language.ts'
import { phaseOf } from './old-status.ts'
import type { clusterSchema } from './schema.ts'
import type { Counters, ReplicaStatus } from './types.ts'

function always({ observed, facts }: ClusterOutcome): Fields {
  return {
    failureDomains: facts.failureDomains?.length ? facts.failureDomains : undefined,
    ...(facts.failed ? {} : { observedGeneration: observed.generation }),
  }
}

/** As released in v1beta2. Counters that cannot be taken stay as they were; what somebody else keeps beside them stays. */
export function writeReleased(outcome: ClusterOutcome): WrittenStatus<typeof clusterSchema, 'released'> {
  const { observed, facts, old } = outcome
  const { controlPlane, workers } = observed.before
  return {
    ...always(outcome),
    phase: phaseOf(observed, facts),
    initialization: unlessEmpty(compact<Fields>({ ...facts.initialization })),
    controlPlane: counters(controlPlane, controlPlaneCounters(facts, controlPlane)),
    workers: counters(workers, workerCounters(facts, workers)),
    deprecated: underDeprecated(old),
    backCompatibility: undefined,
  }
}

const counters = (before: ReplicaStatus, now: Counters): Fields =>
  compact<Fields>({ ...before, ...now, versions: unlessEmpty(now.versions) })

/** As the document lays out its second stage. Counters that cannot be taken are not there. */
export function writeProposal(outcome: ClusterOutcome): WrittenStatus<typeof clusterSchema, 'proposal'> {
  const { observed, facts, old } = outcome
  const { infrastructureProvisioned, controlPlaneInitialized } = facts.initialization
  return {
    ...always(outcome),
    initialization: allOrNone({
      infrastructureProvisioned: infrastructureProvisioned === true,
      controlPlaneInitialized: controlPlaneInitialized === true,
    }),
    controlPlane: half(facts.counts.controlPlane),
    workers: half(facts.counts.workers),
    phase: undefined,
    backCompatibility: filled({ ...old, phase: phaseOf(observed, facts) }),
    deprecated: undefined,
  }
}

function half(counters: Counters = {}): Fields | undefined {
  const { versions: _notInTheDocument, ...counts } = counters
  const said = compact<Fields>({ ...counts, unavailableReplicas: unavailable(counters) })
  return Object.keys(said).length === 0 ? undefined : said
}

/** The document names this counter without saying what it counts: what is wanted and not available. */
function unavailable({ desiredReplicas, availableReplicas }: Counters): number | undefined {
  if (desiredReplicas === undefined || availableReplicas === undefined) return undefined
  return Math.max(0, desiredReplicas - availableReplicas)
}
