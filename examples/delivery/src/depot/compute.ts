import { choose, decide, inList, setConditions } from '@sitrep/conditions'
import { type Abstention, abstain, type Computed, formatEntry, type KubeObject } from '@sitrep/status'
import { loadingPlanKind } from '../kinds.ts'
import { depotFacts } from './facts.ts'
import { accepted, dispatch, open, ready } from './rules.ts'
import type { DepotObserved, DepotStatus } from './types.ts'

/** Turns one observation of a Depot into its status and its loading plan. Of the Depots of others nothing is said. */
export function computeDepot(observed: DepotObserved): Computed<DepotStatus> | Abstention {
  if (!observed.ours) return abstain()
  const facts = depotFacts(observed)
  const stamp = { generation: observed.generation, now: observed.now }
  const own = [decide(accepted, facts), decide(ready, facts)]
  const gates = observed.gates.map((gate) => {
    const decision = inList(formatEntry('gates', gate.name), decide(open, gate))
    const before = observed.previous?.gates?.find(({ name }) => name === gate.name)
    return {
      decision,
      entry: { name: gate.name, conditions: setConditions(before?.conditions, [decision], stamp) },
    }
  })
  const chosen = choose(dispatch, facts)
  return {
    status: {
      ...(observed.generation !== undefined && { observedGeneration: observed.generation }),
      // A count that could not be taken is absent, not zero.
      ...(facts.listed && { parcels: facts.parcels }),
      gates: gates.map(({ entry }) => entry),
      conditions: setConditions(observed.previous?.conditions, own, stamp),
    },
    decided: [...own, ...gates.map(({ decision }) => decision)],
    chosen: [chosen],
    derived: [loadingPlan(observed, chosen.outcome.action)],
  }
}

const loadingPlan = ({ namespace, name, parcels }: DepotObserved, action: string): KubeObject => ({
  apiVersion: `${loadingPlanKind.group}/v1alpha1`,
  kind: loadingPlanKind.kind,
  metadata: { namespace, name },
  status: { action, parcels: parcels.read ? parcels.items.map((parcel) => parcel.name) : [] },
})
