import type { Decision } from '@sitrep/conditions'
import type { Verdict } from '@sitrep/status'
import { finished, pausedOnly, untouched } from '../pass/verdict.ts'
import { decidePaused, isPaused } from '../paused/paused.ts'
import { poolCounters } from './counters.ts'
import { phaseOf } from './phase.ts'
import { bootstrapStep } from './steps/bootstrap.ts'
import { infrastructureStep } from './steps/infrastructure.ts'
import { nodeRefsStep } from './steps/node-refs.ts'
import type { MachinePoolObserved, MachinePoolStatus } from './types.ts'
import { upToDateOnMachines } from './up-to-date.ts'

/** Turns one observation of a MachinePool into the status that the released system writes: of all conditions only `Paused`. */
export function computeReleased(observed: MachinePoolObserved): Verdict<MachinePoolStatus> {
  const others = observed.saidOnMachines
  if (!observed.clusterFound) return { ...untouched(observed, [], 'there is no Cluster to be seen'), others }
  const paused = decidePaused(observed.paused)
  if (isPaused(observed.paused)) return { ...pausedOnly(observed, paused, []), others }
  return observed.deleting ? deleting(observed, paused) : reconciled(observed, paused)
}

function deleting(observed: MachinePoolObserved, paused: Decision): Verdict<MachinePoolStatus> {
  const { previous, generation, bootstrap, infrastructure, saidOnMachines } = observed
  const readable = bootstrap.read && infrastructure.read
  const gone = readable && bootstrap.item === undefined && infrastructure.item === undefined
  const hasNodes = (previous?.nodeRefs ?? []).length > 0
  const failed = !readable || (gone && hasNodes && !observed.nodeDeletionOver && !observed.connected)
  const fields = { phase: 'Deleting', ...(failed ? {} : { observedGeneration: generation }) }
  return { ...finished(observed, fields, [paused]), others: saidOnMachines }
}

function reconciled(observed: MachinePoolObserved, paused: Decision): Verdict<MachinePoolStatus> {
  const { previous, generation } = observed
  const bootstrap = bootstrapStep(observed)
  const infrastructure = infrastructureStep(observed)
  const { nodeRefs, legacy, failed } = nodeRefsStep(observed, infrastructure)
  const { replicas, nodesKnown } = infrastructure
  const seen = observed.infrastructure.read ? observed.infrastructure.item : undefined
  const initialization = {
    ...(bootstrap.created !== undefined && { bootstrapDataSecretCreated: bootstrap.created }),
    ...(infrastructure.provisioned !== undefined && {
      infrastructureProvisioned: infrastructure.provisioned,
    }),
  }
  const counted = seen !== undefined && seen.machineKind !== 'malformed'
  const anyFailed = bootstrap.failed || infrastructure.failed || failed || !observed.machines.read
  const verdict = finished(
    observed,
    {
      initialization,
      replicas,
      nodeRefs: nodeRefs.length === 0 ? undefined : nodeRefs,
      ...(counted ? poolCounters(observed, { replicas, nodeRefs, nodesKnown }) : {}),
      phase: phaseOf({ observed, initialization, hasNodes: nodeRefs.length > 0, legacy }),
      deprecated: { ...previous?.deprecated, v1beta1: { ...previous?.deprecated?.v1beta1, ...legacy } },
      ...(anyFailed ? {} : { observedGeneration: generation }),
    },
    [paused],
  )
  return { ...verdict, others: upToDateOnMachines(observed) }
}
