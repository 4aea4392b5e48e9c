import { eksAnywhereGroup } from '../../kinds.ts'
import { providerOf } from '../../providers.ts'
import type { ClusterObserved, LinkSeen } from '../types.ts'
import { type Fault, type Finding, notFound, told } from './fault.ts'

/** The first linked object that does not exist. */
export function missingLink({ links }: ClusterObserved): Finding {
  for (const link of links) {
    if (!link.found.read) return { unread: link.found.why }
    if (link.found.item !== undefined) continue
    const group = link.counted ? eksAnywhereGroup : ''
    return told(
      'MissingDependentObjects',
      `Dependent cluster objects don't exist: ${notFound(link.kind, link.name, group)}`,
    )
  }
  return undefined
}

/** The sum of the generations of all linked objects: whether any of them has changed is told by it. */
export function generationsOf(links: readonly LinkSeen[]): number {
  const generations = links.map(({ found, counted }) =>
    found.read && counted ? (found.item?.generation ?? 0) : 0,
  )
  return generations.reduce((sum, generation) => sum + generation, 0)
}

/** What the controllers of linked objects have found in them, where the Cluster waits for their word. */
export function refusedLink({ spec, links }: ClusterObserved): Fault | 'not-judged-yet' | undefined {
  const provider = providerOf(spec.datacenter.kind)
  if (provider === undefined || provider.judged === 'nobody') return undefined
  const kind = provider.judged === 'datacenter' ? spec.datacenter.kind : provider.machineKind
  for (const link of links) {
    if (link.kind !== kind || !link.found.read || link.found.item === undefined) continue
    const { valid, failureMessage } = link.found.item
    if (valid) continue
    if (failureMessage === undefined) return 'not-judged-yet'
    const reason = provider.judged === 'datacenter' ? 'DatacenterConfigInvalid' : 'MachineConfigInvalid'
    return told(reason, `Invalid ${link.name} ${kind}: ${failureMessage}`, 'stop')
  }
  return undefined
}
