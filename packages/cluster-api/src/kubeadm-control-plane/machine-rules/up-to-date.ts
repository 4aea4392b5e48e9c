import { type ConditionRules, False, keep, otherwise, True } from '@sitrep/conditions'
import { reasonsToReplace } from '../up-to-date/reasons.ts'
import type { MachineFacts } from './facts.ts'

const reasons = ({ pass, machine }: MachineFacts): readonly string[] => reasonsToReplace(machine, pass)
const bullets = (f: MachineFacts): string =>
  reasons(f)
    .map((reason) => `* ${reason}`)
    .join('\n')
const inPlace = ({ machine: { seen } }: MachineFacts): string =>
  `* ${seen.updatingMessage || 'In-place update in progress'}`
const otherKubelet = ({ machine: { seen } }: MachineFacts): boolean =>
  seen.kubeletVersion !== '' && seen.kubeletVersion !== seen.specVersion
const kubelet = ({ machine: { seen } }: MachineFacts): string =>
  `* Node.status.nodeInfo.kubeletVersion ${seen.kubeletVersion}, ${seen.specVersion} required`

/** Whether a Machine is what its control plane wants it to be. */
// biome-ignore format: the table is the specification; its columns stay aligned
export const upToDate: ConditionRules<MachineFacts> = {
  type: 'UpToDate',
  rows: [
    ['the pass ended before the Machines',             (f) => !f.pass.reached,                          keep],
    ['the control plane wants something else',         (f) => reasons(f).length > 0,                    False('NotUpToDate', bullets)],
    ['an in-place update is in progress',              (f) => f.machine.seen.updatingInPlace,           False('Updating', inPlace)],
    ['the kubelet has another version than is wanted', otherKubelet,                                    False('Updating', kubelet)],
    ['otherwise',                                      otherwise,                                       True('UpToDate')],
  ],
}
