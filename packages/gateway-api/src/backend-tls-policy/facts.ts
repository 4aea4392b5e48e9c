import { backendTlsPolicyKind } from '../kinds.ts'
import { resolveAuthorities } from '../listener/facts/references.ts'
import { byAge, nameText } from '../model/names.ts'
import type { ReferenceFault, ResolvedReferences } from '../references/types.ts'
import type { PolicyObserved, PolicyTarget } from './types.ts'

export type PolicyFault = ReferenceFault<'InvalidKind' | 'InvalidCACertificateRef'>

/** What the rules ask about a BackendTLSPolicy. */
export interface PolicyFacts {
  readonly at: string
  /** Targets that do not exist, or have no such port. */
  readonly missingTargets: readonly string[]
  readonly targets: number
  /** Older policies that have all of its targets already. */
  readonly lostTo: readonly string[]
  readonly wellKnownAuthorities: string | undefined
  readonly authorities: ResolvedReferences<PolicyFault>
  /** Why something could not be read. */
  readonly unreadable: readonly string[]
}

/** Reduces a policy to what the rules ask. */
export function policyFacts(observed: PolicyObserved, at: string): PolicyFacts {
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
