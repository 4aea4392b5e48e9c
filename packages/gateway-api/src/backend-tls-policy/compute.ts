import { decide, inList } from '@sitrep/conditions'
import {
  type Abstention,
  abstain,
  type Computed,
  type Fields,
  fields,
  formatEntry,
  list,
  text,
} from '@sitrep/status'
import { gatewayKind } from '../kinds.ts'
import { entryWith, parentKey } from '../lists.ts'
import { stamped } from '../model/stamp.ts'
import type { Setup } from '../setup.ts'
import { policyFacts } from './facts.ts'
import { policyAccepted, policyResolvedRefs } from './rules.ts'
import type { PolicyObserved, PolicyStatus } from './types.ts'

/** As many ancestors as the API takes, those of other controllers among them. */
const ancestorLimit = 16

/** Turns one observation of a BackendTLSPolicy into its status: an entry for every Gateway of ours that sends traffic to a target. */
export const computePolicy =
  ({ ours }: Setup) =>
  (observed: PolicyObserved): Computed<PolicyStatus> | Abstention => {
    const foreign = list(observed.previous?.ancestors)
      .map(fields)
      .filter((entry) => !ours.has(text(entry['controllerName']) ?? ''))
    const gateways = observed.gateways.slice(0, Math.max(0, ancestorLimit - foreign.length))
    if (gateways.length === 0) return abstain()
    const judged = gateways.map(({ gateway, controllerName }) => judge(observed, gateway, controllerName))
    return {
      status: { ancestors: judged.map(({ entry }) => entry) },
      decided: judged.flatMap(({ decided }) => decided),
    }
  }

function judge(observed: PolicyObserved, gateway: string, controllerName: string) {
  const [namespace = '', name = ''] = gateway.split('/')
  const ancestorRef = { ...gatewayKind, namespace, name }
  const key = `${controllerName}|${parentKey(ancestorRef, observed.self.namespace)}`
  const at = formatEntry('ancestors', key)
  const facts = policyFacts(observed, at)
  const decisions = [policyAccepted, policyResolvedRefs].map((table) => inList(at, decide(table, facts)))
  const before = entryWith(key, observed.previous?.ancestors, {
    about: 'ancestorRef',
    namespace: observed.self.namespace,
  })
  const { conditions, decided } = stamped(before?.['conditions'], decisions, observed)
  const entry: Fields = { ancestorRef, controllerName, conditions }
  return { entry, decided }
}
