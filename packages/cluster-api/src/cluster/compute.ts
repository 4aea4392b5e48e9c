import { decide, setConditions } from '@sitrep/conditions'
import type { Verdict } from '@sitrep/status'
import { finished, pausedOnly, stoppedEarly } from '../pass/verdict.ts'
import { decidePaused, isPaused } from '../paused/paused.ts'
import { type Counters, controlPlaneCounters } from './counters-control-plane.ts'
import { workerCounters } from './counters-workers.ts'
import { awaitsTopology, factsOf } from './facts.ts'
import { phaseOf } from './phase.ts'
import { available } from './rules-released/available.ts'
import { releasedRules } from './rules-released/rules.ts'
import { initializationStep } from './steps/initialization.ts'
import type { AvailabilityGate, ClusterObserved, ClusterStatus, ReplicaStatus } from './types.ts'

const releasedTypes = [...releasedRules.map(({ type }) => type), available.type]

/** Turns one observation of a Cluster into the status that the released system writes. */
export function computeReleased(observed: ClusterObserved): Verdict<ClusterStatus> {
  const paused = decidePaused(observed.paused)
  if (isPaused(observed.paused)) return pausedOnly(observed, paused, releasedTypes)
  const { previous, topology, clock, generation } = observed
  const gates = gatesOf(observed)
  if (gates === undefined) return stoppedEarly(observed, paused, releasedTypes)
  const step = initializationStep(observed)
  const facts = factsOf(observed, step)
  const decided = [paused, ...releasedRules.map((table) => decide(table, facts))]
  const conditions = setConditions(previous?.conditions, decided, { generation, now: clock.now })
  const { deleting } = observed
  const last = decide(available, { conditions, deleting, hasTopology: topology !== undefined, gates })
  const failed = step.failed || (!facts.listed && !awaitsTopology(observed))
  return finished(
    observed,
    {
      phase: phaseOf(observed, step),
      initialization: step.initialization,
      failureDomains: step.failureDomains,
      controlPlane: counted(previous?.controlPlane, controlPlaneCounters(facts, previous?.controlPlane)),
      workers: counted(previous?.workers, workerCounters(facts, observed.name, previous?.workers)),
      ...(failed ? {} : { observedGeneration: generation }),
    },
    [...decided, last],
  )
}

/** The gates that count: the Cluster's own, else those of its class. Nothing where the class cannot be found. */
function gatesOf({ topology, gates }: ClusterObserved): readonly AvailabilityGate[] | undefined {
  if (topology === undefined) return gates ?? []
  const { classGates } = topology
  if (!classGates.read || classGates.item === undefined) return undefined
  return gates ?? classGates.item
}

/** Counters replace each other one by one; what somebody else keeps beside them stays. */
function counted(previous: ReplicaStatus | undefined, counters: Counters): ReplicaStatus {
  const status: Record<string, unknown> = { ...previous, ...counters }
  for (const name of Object.keys(status)) if (status[name] === undefined) delete status[name]
  return status
}
