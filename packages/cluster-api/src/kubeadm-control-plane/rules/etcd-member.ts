import { type ConditionRules, False, keep, otherwise, True, Unknown } from '@sitrep/conditions'
import { type MembersLook, memberOf } from '../facts/etcd-members.ts'
import { awaited, type ControlPlaneMachineFacts, hasNoNodeYet, isDeleting } from '../facts/machines.ts'
import type { EtcdMember } from '../types.ts'
import { type GateTexts, gateRows, unlistedNodes } from './gate.ts'

const look =
  (members: MembersLook['members']) =>
  ({ pass }: ControlPlaneMachineFacts): boolean =>
    pass.members.members === members

const member = ({ pass, machine }: ControlPlaneMachineFacts): EtcdMember | undefined =>
  pass.members.members === 'known' ? memberOf(pass.members.list, machine) : undefined

const isLeftOut = (f: ControlPlaneMachineFacts): boolean =>
  look('known')(f) && !hasNoNodeYet(f) && member(f) === undefined
const alarms = (f: ControlPlaneMachineFacts): readonly string[] => member(f)?.alarms ?? []
const failure = ({ pass }: ControlPlaneMachineFacts): string =>
  pass.members.members === 'failed' ? pass.members.text : ''
const leftOut = ({ machine }: ControlPlaneMachineFacts): string =>
  `Etcd doesn't have an etcd member for Node ${machine.seen.nodeName}`
const unasked = ({ machine: { seen } }: ControlPlaneMachineFacts): string =>
  `Etcd reports the cluster is composed by [], but the etcd member hosted on Machine ${seen.name} (${seen.nodeName}) is not included`

/** Whether the member of etcd on a Machine is well. */
// biome-ignore format: the table is the specification; its columns stay aligned
export const etcdMemberRules = (texts: GateTexts): ConditionRules<ControlPlaneMachineFacts> => ({
  type: 'EtcdMemberHealthy',
  rows: [
    ...gateRows('EtcdClusterHealthy', texts),
    unlistedNodes('Failed to get the Node hosting the etcd member'),
    ['etcd knows no member on the Node',            isLeftOut,                            False('NotHealthy', leftOut)],
    ['the Machine is being deleted',                isDeleting,                           False('Deleting', 'Machine is deleting')],
    ['the Machine has no Node yet',                 hasNoNodeYet,                         Unknown('InspectionFailed', awaited)],
    ['etcd does not answer',                        look('failed'),                       Unknown('InspectionFailed', failure)],
    ['etcd has no leader, or nobody has looked',    look('unclear'),                      keep],
    ['no Node is left through which to ask etcd',   look('nobody-to-ask'),                False('NotHealthy', unasked)],
    ['the member is still learning',                (f) => member(f)?.learner === true,   False('NotHealthy', 'Waiting for learner etcd member to be promoted')],
    ['the member raises alarms',                    (f) => alarms(f).length > 0,          False('NotHealthy', (f) => `Etcd reports alarms: ${alarms(f).join(', ')}`)],
    ['otherwise',                                   otherwise,                            True('Healthy')],
  ],
})
