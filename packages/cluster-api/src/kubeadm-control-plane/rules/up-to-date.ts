import { type ConditionRules, False, keep, otherwise, type Rule, True } from '@sitrep/conditions'
import type { ControlPlaneMachineFacts } from '../facts/machines.ts'
import { reasonsToReplace } from '../facts/reasons-to-replace.ts'

const reasons = ({ pass, machine }: ControlPlaneMachineFacts): readonly string[] =>
  reasonsToReplace(machine, pass)
const bullets = (f: ControlPlaneMachineFacts): string =>
  reasons(f)
    .map((reason) => `* ${reason}`)
    .join('\n')
const inPlace = ({ machine: { seen } }: ControlPlaneMachineFacts): string =>
  `* ${seen.updatingMessage || 'In-place update in progress'}`
const otherKubelet = ({ machine: { seen } }: ControlPlaneMachineFacts): boolean =>
  seen.kubeletVersion !== '' && seen.kubeletVersion !== seen.specVersion
const kubelet = ({ machine: { seen } }: ControlPlaneMachineFacts): string =>
  `* Node.status.nodeInfo.kubeletVersion ${seen.kubeletVersion}, ${seen.specVersion} required`

/** Whether a Machine is what its control plane wants it to be. `first` are the rows that come before all others. */
// biome-ignore format: the table is the specification; its columns stay aligned
export const upToDateRules = (first: readonly Rule<ControlPlaneMachineFacts>[] = []): ConditionRules<ControlPlaneMachineFacts> => ({
  type: 'UpToDate',
  rows: [
    ...first,
    ['the pass ended before the Machines',             (f) => !f.pass.reached,                          keep],
    ['the control plane wants something else',         (f) => reasons(f).length > 0,                    False('NotUpToDate', bullets)],
    ['an in-place update is in progress',              (f) => f.machine.seen.updatingInPlace,           False('Updating', inPlace)],
    ['the kubelet has another version than is wanted', otherKubelet,                                    False('Updating', kubelet)],
    ['otherwise',                                      otherwise,                                       True('UpToDate')],
  ],
})
