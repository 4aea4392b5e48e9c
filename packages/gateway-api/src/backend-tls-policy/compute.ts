import { type Condition, decide, inList } from '@sitrep/conditions'
import {
  type Abstention,
  abstain,
  type Fields,
  fields,
  formatEntry,
  list,
  text,
  type Verdict,
} from '@sitrep/status'
import { backendTlsPolicyKind, gatewayKind } from '../kinds.ts'
import { resolveAuthorities } from '../listener/faults.ts'
import { parentKey } from '../lists.ts'
import { byAge } from '../model/age.ts'
import { nameText } from '../model/names.ts'
import { stamped } from '../model/stamp.ts'
import type { Setup } from '../setup.ts'
import { type PolicyFacts, type PolicyFault, policyAccepted, policyResolvedRefs } from './rules.ts'
import type { PolicyObserved, PolicyStatus, PolicyTarget } from './types.ts'

/** As many ancestors as the API takes, those of other controllers among them. */
const ancestorLimit = 16

/** Turns one observation of a BackendTLSPolicy into its status: an entry for every Gateway of ours that sends traffic to a target. */
export const computePolicy =
  ({ ours }: Setup) =>
  (observed: PolicyObserved): Verdict<PolicyStatus> | Abstention => {
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
  const facts = factsOf(observed, at)
  const decisions = [policyAccepted, policyResolvedRefs].map((table) => inList(at, decide(table, facts)))
  const { conditions, decided } = stamped(
    previousConditions(observed, controllerName, key),
    decisions,
    observed,
  )
  const entry: Fields = { ancestorRef, controllerName, conditions }
  return { entry, decided }
}

function previousConditions(
  { previous, self }: PolicyObserved,
  controllerName: string,
  key: string,
): readonly Condition[] {
  const entry = list(previous?.ancestors)
    .map(fields)
    .find(
      (each) =>
        text(each['controllerName']) === controllerName &&
        `${controllerName}|${parentKey(fields(each['ancestorRef']), self.namespace)}` === key,
    )
  return list(entry?.['conditions']) as readonly Condition[]
}

function factsOf(observed: PolicyObserved, at: string): PolicyFacts {
  const { self, targets, rivals } = observed
  const resolved = resolveAuthorities(
    { mode: '', authorities: observed.authorities },
    { ...backendTlsPolicyKind, namespace: self.namespace },
  )
  const older = rivals.read ? rivals.items.filter((rival) => byAge(rival, self) < 0) : []
  const rivalsOfTarget = (target: PolicyTarget) =>
    older.filter((rival) =>
      rival.targets.some((each) => each.service === target.service && each.section === target.section),
    )
  const lost = targets.map(rivalsOfTarget)
  return {
    at,
    targets: targets.length,
    missingTargets: targets.flatMap((target) => (isMissing(target) ? [targetText(target)] : [])),
    lostTo: lost.every((each) => each.length > 0) ? lost.flat().map((rival) => nameText(rival)) : [],
    wellKnownAuthorities: observed.wellKnownAuthorities,
    authorities: {
      ...resolved,
      faults: resolved.faults.map(
        ({ reason, ...fault }): PolicyFault => ({
          ...fault,
          reason: reason === 'InvalidCACertificateKind' ? 'InvalidKind' : 'InvalidCACertificateRef',
        }),
      ),
    },
    unreadable: [
      ...(rivals.read ? [] : [rivals.why]),
      ...targets.flatMap(({ ports }) => (ports?.read === false ? [ports.why] : [])),
    ],
  }
}

const isMissing = ({ ports, section }: PolicyTarget): boolean =>
  ports?.read === true &&
  (ports.item === undefined || (section !== undefined && !ports.item.includes(section)))

const targetText = ({ service, section }: PolicyTarget): string =>
  section === undefined ? `Service ${service}` : `port ${section} of Service ${service}`
