import { type ConditionRules, False, keep, otherwise, True } from '@sitrep/conditions'
import type { MachineFacts } from '../facts/facts.ts'
import { bullets, hasOtherKubelet, kubeletText, reasonsToReplace } from '../facts/up-to-date.ts'

const outdated = (f: MachineFacts): boolean => reasonsToReplace(f).length > 0

// biome-ignore format: the table is the specification; its columns stay aligned
export const upToDate: ConditionRules<MachineFacts> = {
  type: 'UpToDate',
  rows: [
    ['no MachineDeployment made the Machine',          (f) => f.observed.owner.owner !== 'deployment', keep],
    ['the MachineDeployment wants something else',     outdated,                                       False('NotUpToDate', (f) => bullets(reasonsToReplace(f)))],
    ['an in-place update is in progress',              (f) => f.updating,                              False('Updating', '* In-place update in progress')],
    ['the kubelet has another version than is wanted', hasOtherKubelet,                                False('Updating', kubeletText)],
    ['otherwise',                                      otherwise,                                      True('UpToDate')],
  ],
}
