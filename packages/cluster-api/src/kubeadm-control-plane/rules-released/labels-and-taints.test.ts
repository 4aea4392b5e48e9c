import { describeTable, tableOf } from '@sitrep/conditions/testing'
import { found, missing, unreadable } from '@sitrep/status'
import type { ControlPlaneMachineFacts } from '../facts/machines.ts'
import { gateLines, nodesForbidden, words } from '../rules/gate.testing.ts'
import { arriving, leavingSince, node, observedMachine, pass } from '../testing.ts'
import type { MachineObserved } from '../types.ts'
import { releasedControlPlane } from './language.ts'

const role = 'node-role.kubernetes.io/control-plane'

const on = (
  more: Parameters<typeof node>[1],
  machine: Parameters<typeof observedMachine>[1] = {},
): Partial<ControlPlaneMachineFacts> => ({
  machine: observedMachine('a', { node: found(node('a', more)), ...machine }),
})

const bare = { labelled: false, tainted: false }
const deleting = { seen: leavingSince(60) }

/** A Node without the taint, whose Machine was configured like this. */
const untainted = (
  config: MachineObserved['config'],
  seen: Partial<MachineObserved['seen']> = {},
): Partial<ControlPlaneMachineFacts> => on({ tainted: false }, { config, seen })

const joinWith = (taints: unknown): MachineObserved['config'] =>
  found({ joinConfiguration: { controlPlane: {}, nodeRegistration: { taints } } })
const initWith = (taints: unknown): MachineObserved['config'] =>
  found({ initConfiguration: { nodeRegistration: { taints } } })
const due = { key: role, effect: 'NoSchedule' }
const noTaint = `Node a does not have the ${role}:NoSchedule taint`

// biome-ignore format: the table is the specification; its columns stay aligned
describeTable(
  'a control plane Machine, released:',
  {
    rules: tableOf(releasedControlPlane.machine, 'NodeKubeadmLabelsAndTaintsSet'),
    steady: { pass: pass(), machine: observedMachine('a') },
  },
  [
    ...gateLines(words.released),
    ['steady',                      {},                                                        'True Set',                 'the Node has both',                           ''],
    ['Nodes cannot be listed',      { pass: nodesForbidden },                                  'Unknown InspectionFailed', '"cannot look" is not "none"',                 'Failed to get the Node'],
    ['deleting, Node gone',         { machine: observedMachine('a', { ...deleting, node: missing }) }, 'False Deleting',   'there is nothing left to look at',            'Machine is deleting'],
    ['deleting, never had a Node',  { machine: arriving('a', leavingSince(60)) },              'False Deleting',           'there is nothing left to look at',            'Machine is deleting'],
    ['deleting, Node well',         on({}, deleting),                                          'True Set',                 'the Node is still looked at',                 ''],
    ['deleting, Node unreachable',  on({ unreachable: true }, deleting),                       'True Set',                 'labels do not fade',                          ''],
    ['no machine yet',              { machine: arriving('a', { providerID: '' }) },            'Unknown InspectionFailed', 'nothing has been provisioned',                'Waiting for DockerMachine to report spec.providerID'],
    ['no Node yet',                 { machine: arriving('a') },                                'Unknown InspectionFailed', 'it is there and has not joined',              'Waiting for a Node with spec.providerID docker:////a to exist'],
    ['Node gone',                   { machine: observedMachine('a', { node: missing }) },      'Unknown InspectionFailed', 'nobody knows what it had',                    'Node a does not exist'],
    ['Node unreachable',            on({ unreachable: true }),                                 'Unknown InspectionFailed', 'nobody hears from it',                        'Node a is unreachable'],
    ['Node silent',                 on({ readyUnknown: true, ready: false }),                  'True Set',                 'labels do not need a kubelet',                ''],
    ['no label',                    on({ labelled: false }),                                   'False NotSet',             'kubeadm sets it',                             `Node a does not have the ${role} label`],
    ['neither',                     on(bare),                                                  'False NotSet',             'both are told',                               `Node a does not have the ${role} label and the ${role}:NoSchedule taint`],
    ['neither, deleting',           on(bare, deleting),                                        'False NotSet',             'the Node is still looked at',                 `Node a does not have the ${role} label and the ${role}:NoSchedule taint`],
    ['no taint',                    on({ tainted: false }),                                    'False NotSet',             'kubeadm sets it unless told otherwise',       noTaint],
    ['no taint, joined without',    untainted(joinWith([])),                                   'True Set',                 'an empty list is a wish for none',            ''],
    ['no taint, joined with it',    untainted(joinWith([due])),                                'False NotSet',             'the list asks for it',                        noTaint],
    ['no taint, another effect',    untainted(joinWith([{ key: role, effect: 'NoExecute' }])), 'True Set',                 'that is another taint',                       ''],
    ['no taint, begun without',     untainted(initWith([])),                                   'True Set',                 'the first Machine is measured by its init',   ''],
    ['no taint, begun with it',     untainted(initWith([due])),                                'False NotSet',             'the list asks for it',                        noTaint],
    ['no taint, no config',         untainted(missing),                                        'True Set',                 'nobody says that it is due',                  ''],
    ['no taint, config unreadable', untainted(unreadable('forbidden')),                        'True Set',                 'nobody says that it is due',                  ''],
    ['no taint, asked for itself',  untainted(joinWith([]), { wantsTaint: true }),             'False NotSet',             'spec.taints of the Machine asks for it',      noTaint],
  ],
)
