import { type ConditionRules, False, otherwise, True, Unknown } from '@sitrep/conditions'
import { at, type Fields, list } from '@sitrep/status'
import { isForJoin } from '../facts/kubeadm-config.ts'
import {
  awaited,
  type ControlPlaneMachineFacts,
  hasNoNodeYet,
  isDeleting,
  nodeGone,
  nodeOf,
  nodeUnreachable,
} from '../facts/machines.ts'
import { type GateTexts, gateRows, unlistedNodes } from '../rules/gate.ts'
import { controlPlaneRole, controlPlaneTaint } from '../types.ts'

/** Kubeadm sets the taint unless it is told which ones to set. */
function isTaintDue({ machine: { seen, config } }: ControlPlaneMachineFacts): boolean {
  if (seen.wantsTaint) return true
  if (config?.read !== true || config.item === undefined) return false
  const taints = registeredTaints(config.item)
  return taints === undefined || list(taints).some(isControlPlaneTaint)
}

const isControlPlaneTaint = (taint: unknown): boolean =>
  at(taint, 'key') === controlPlaneTaint.key && at(taint, 'effect') === controlPlaneTaint.effect

function registeredTaints(config: Fields): unknown {
  return at(
    config,
    isForJoin(config) ? 'joinConfiguration' : 'initConfiguration',
    'nodeRegistration',
    'taints',
  )
}

function lacks(f: ControlPlaneMachineFacts): readonly string[] {
  const node = nodeOf(f)
  return [
    ...(node?.labelled === true ? [] : [`the ${controlPlaneRole} label`]),
    ...(node?.tainted !== true && isTaintDue(f) ? [`the ${controlPlaneRole}:NoSchedule taint`] : []),
  ]
}

const stays = (f: ControlPlaneMachineFacts): boolean => !isDeleting(f)
const missing = (f: ControlPlaneMachineFacts): string =>
  `Node ${f.machine.seen.nodeName} does not have ${lacks(f).join(' and ')}`

/** Whether the Node of a Machine carries what tells others that it is of the control plane. */
// biome-ignore format: the table is the specification; its columns stay aligned
export const labelsAndTaintsRules = (texts: GateTexts): ConditionRules<ControlPlaneMachineFacts> => ({
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
