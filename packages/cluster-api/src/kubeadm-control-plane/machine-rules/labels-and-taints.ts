import { type ConditionRules, False, otherwise, True, Unknown } from '@sitrep/conditions'
import { at, type Fields, list } from '@sitrep/status'
import { controlPlaneRole, isControlPlaneTaint } from '../observe/machine-seen.ts'
import { type GateTexts, gateRows, unlistedNodes } from '../rules/gate.ts'
import { isForJoin } from '../up-to-date/kubeadm-config.ts'
import {
  awaited,
  hasNoNodeYet,
  isDeleting,
  type MachineFacts,
  nodeGone,
  nodeOf,
  nodeUnreachable,
} from './facts.ts'

/** Kubeadm sets the taint unless it is told which ones to set. */
function isTaintDue({ machine: { seen, config } }: MachineFacts): boolean {
  if (seen.wantsTaint) return true
  if (config?.read !== true || config.item === undefined) return false
  const taints = registeredTaints(config.item)
  return taints === undefined || list(taints).some(isControlPlaneTaint)
}

function registeredTaints(config: Fields): unknown {
  return at(
    config,
    isForJoin(config) ? 'joinConfiguration' : 'initConfiguration',
    'nodeRegistration',
    'taints',
  )
}

function lacks(f: MachineFacts): readonly string[] {
  const node = nodeOf(f)
  return [
    ...(node?.labelled === true ? [] : [`the ${controlPlaneRole} label`]),
    ...(node?.tainted !== true && isTaintDue(f) ? [`the ${controlPlaneRole}:NoSchedule taint`] : []),
  ]
}

const stays = (f: MachineFacts): boolean => !isDeleting(f)
const missing = (f: MachineFacts): string =>
  `Node ${f.machine.seen.nodeName} does not have ${lacks(f).join(' and ')}`

/** Whether the Node of a Machine carries what tells others that it is of the control plane. */
// biome-ignore format: the table is the specification; its columns stay aligned
export const labelsAndTaintsRules = (texts: GateTexts): ConditionRules<MachineFacts> => ({
  type: 'NodeKubeadmLabelsAndTaintsSet',
  rows: [
    ...gateRows('ControlPlaneComponentsHealthy', texts),
    unlistedNodes('Failed to get the Node'),
    ['the Machine is being deleted and its Node is gone', (f) => isDeleting(f) && nodeOf(f) === undefined,       False('Deleting', 'Machine is deleting')],
    ['the Machine has no Node yet',                       (f) => stays(f) && hasNoNodeYet(f),                    Unknown('InspectionFailed', awaited)],
    ['the Node is gone',                                  (f) => stays(f) && nodeOf(f) === undefined,            Unknown('InspectionFailed', nodeGone)],
    ['nobody reaches the Node',                           (f) => stays(f) && nodeOf(f)?.unreachable === true,    Unknown('InspectionFailed', nodeUnreachable)],
    ['the label or the taint is missing',                 (f) => lacks(f).length > 0,                            False('NotSet', missing)],
    ['otherwise',                                         otherwise,                                             True('Set')],
  ],
})
