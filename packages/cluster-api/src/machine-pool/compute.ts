import { decide } from '@sitrep/conditions'
import type { ConditionsOnOther, Verdict } from '@sitrep/status'
import { decideAll, finished, pausedOnly, type StatusFields, typesOf, untouched } from '../pass/verdict.ts'
import { isPaused, pausedRulesOf } from '../paused/paused.ts'
import { poolCounters } from './counters.ts'
import { factsOf } from './facts.ts'
import type { MachinePoolLanguage } from './language.ts'
import { oldStatusOf } from './old-status.ts'
import type { MachinePoolOutcome, PoolSteps } from './outcome.ts'
import { phaseOf } from './phase.ts'
import { bootstrapStep } from './steps/bootstrap.ts'
import { infrastructureStep } from './steps/infrastructure.ts'
import { nodeRefsStep } from './steps/node-refs.ts'
import type { MachinePoolObserved } from './types.ts'
import { upToDateOnMachines } from './up-to-date.ts'

/** Turns one observation of a MachinePool into its status, in one language. */
export function computeMachinePool(
  language: MachinePoolLanguage,
): (observed: MachinePoolObserved) => Verdict<StatusFields> {
  const { tables, write, needsCluster } = language
  const types = typesOf(tables)
  return (observed) => {
    const others = observed.saidOnMachines
    if (needsCluster && !observed.clusterFound) {
      return { ...untouched(observed, types, 'there is no Cluster to be seen'), others }
    }
    const paused = decide(pausedRulesOf(language), observed.paused)
    if (isPaused(observed.paused)) return { ...pausedOnly(observed, paused, types), others }
    const outcome = observed.deleting ? deleting(observed) : reconciled(observed, language)
    const facts = factsOf(outcome)
    const verdict = finished(observed, write(outcome), [paused, ...decideAll(tables, facts)])
    return { ...verdict, others: spoken(observed) }
  }
}

const spoken = (observed: MachinePoolObserved): readonly ConditionsOnOther[] =>
  observed.deleting ? observed.saidOnMachines : upToDateOnMachines(observed)

function deleting(observed: MachinePoolObserved): MachinePoolOutcome {
  const { bootstrap, infrastructure, before } = observed
  const readable = bootstrap.read && infrastructure.read
  const gone = readable && bootstrap.item === undefined && infrastructure.item === undefined
  const waitsForNodes = before.nodeRefs.length > 0 && !observed.nodeDeletionOver
  const failed = !readable || (gone && waitsForNodes && !observed.connected)
  return { observed, steps: undefined, old: oldStatusOf(observed, undefined), phase: 'Deleting', failed }
}

function reconciled(
  observed: MachinePoolObserved,
  { isProvisioned }: MachinePoolLanguage,
): MachinePoolOutcome {
  const bootstrap = bootstrapStep(observed)
  const infrastructure = infrastructureStep(observed, isProvisioned(observed))
  const nodes = nodeRefsStep(observed, infrastructure)
  const { replicas, nodesKnown, provisioned } = infrastructure
  const { nodeRefs, old } = nodes
  const seen = observed.infrastructure.read ? observed.infrastructure.item : undefined
  const countable = seen !== undefined && seen.machineKind !== 'malformed'
  const counts = countable ? poolCounters(observed, { replicas, nodeRefs, nodesKnown }) : undefined
  const steps: PoolSteps = { bootstrap, infrastructure, nodes, counts }
  return {
    observed,
    steps,
    old: oldStatusOf(observed, steps),
    phase: phaseOf({
      observed,
      bootstrapped: bootstrap.created,
      provisioned,
      hasNodes: nodeRefs.length > 0,
      old,
    }),
    failed: bootstrap.failed || infrastructure.failed || nodes.failed || !observed.machines.read,
  }
}
