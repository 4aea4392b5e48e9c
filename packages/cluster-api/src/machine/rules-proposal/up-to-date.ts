import { type ConditionRules, False, otherwise, True, Unknown } from '@sitrep/conditions'
import type { Reading } from '@sitrep/status'
import type { MachineFacts } from '../facts/facts.ts'
import { bullets, hasOtherKubelet, kubeletText, reasonsToReplace } from '../facts/up-to-date.ts'

/** The owner that is looked for and not seen, or nothing. */
function unseenOwner({
  observed: { owner },
}: MachineFacts): { readonly text: string; readonly reading: Reading<unknown> } | undefined {
  if (owner.owner === 'none') return undefined
  const reading: Reading<unknown> = owner.owner === 'set' ? owner.set : owner.deployment
  const seen = reading.read && reading.item !== undefined
  const kind = owner.owner === 'set' ? 'MachineSet' : 'MachineDeployment'
  return seen ? undefined : { text: `${kind} ${owner.name}`, reading }
}

const isUnreadable = (f: MachineFacts): boolean => unseenOwner(f)?.reading.read === false
const isMissing = (f: MachineFacts): boolean => unseenOwner(f) !== undefined

/** Of a set that stands alone only what a Machine carries itself can be compared. */
function differencesFromSet({ machine: { spec }, observed: { owner } }: MachineFacts): readonly string[] {
  if (owner.owner !== 'set' || !owner.set.read || owner.set.item === undefined) return []
  const { version, failureDomain } = owner.set.item.template
  return [
    ...(spec.version === version ? [] : [`Version ${spec.version}, ${version} required`]),
    ...(failureDomain === '' || spec.failureDomain === failureDomain
      ? []
      : [`Failure domain ${spec.failureDomain}, ${failureDomain} required`]),
  ]
}

const differences = (f: MachineFacts): readonly string[] => [...reasonsToReplace(f), ...differencesFromSet(f)]

/** The document's UpToDate: the Machine is what its owner wants. Who has no owner is what it is meant to be. */
// biome-ignore format: the table is the specification; its columns stay aligned
export const upToDate: ConditionRules<MachineFacts> = {
  type: 'UpToDate',
  rows: [
    ['its owner cannot be read',                       isUnreadable,                      Unknown('InternalError', (f) => `${unseenOwner(f)?.text} cannot be read, see the log for the error`)],
    ['its owner does not exist',                       isMissing,                         Unknown('OwnerDoesNotExist', (f) => `${unseenOwner(f)?.text} does not exist`)],
    ['its owner wants something else',                 (f) => differences(f).length > 0,  False('NotUpToDate', (f) => bullets(differences(f)))],
    ['an in-place update is in progress',              (f) => f.updating,                 False('Updating', '* In-place update in progress')],
    ['the kubelet has another version than is wanted', hasOtherKubelet,                   False('Updating', kubeletText)],
    ['otherwise',                                      otherwise,                         True('UpToDate')],
  ],
}
