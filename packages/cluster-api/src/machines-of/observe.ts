import { filterStretchesBy } from '@sitrep/conditions'
import {
  hasLabels,
  type LabelSelector,
  type Listing,
  type ListQuery,
  unreadable,
  type View,
  type World,
} from '@sitrep/status'
import { machineKind } from '../kinds.ts'
import { exactLabels, lookupKey } from './selector.ts'

/** Machines of a namespace that a selector means, whoever owns them. */
export function listMachines<Seen extends { readonly labels: Readonly<Record<string, string>> }>(
  world: World,
  { namespace, selector }: { readonly namespace: string; readonly selector: LabelSelector },
  view: View<Seen>,
): Listing<Seen> {
  const wanted = exactLabels(selector)
  if (wanted === undefined) return unreadable('the selector cannot be used for listing')
  const by = lookupKey(wanted)
  const query: ListQuery =
    by === undefined ? { ...machineKind, namespace } : { ...machineKind, namespace, by }
  const listing = world.list(query, view)
  if (!listing.read) return listing
  return { read: true, items: withLabels(listing.items, wanted) as readonly Seen[] }
}

type Labels = Readonly<Record<string, string>>

const withLabels = filterStretchesBy<{ readonly labels: Labels }, Labels>(JSON.stringify, hasLabels)
