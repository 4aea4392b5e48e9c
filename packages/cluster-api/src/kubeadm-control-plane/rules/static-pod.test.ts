import { describeTable, tableOf } from '@sitrep/conditions/testing'
import { found, listed, missing, unreadable } from '@sitrep/status'
import type { ControlPlaneMachineFacts } from '../facts/machines.ts'
import { proposalControlPlane } from '../rules-proposal/language.ts'
import { releasedControlPlane } from '../rules-released/language.ts'
import { arriving, leavingSince, node, observedMachine, pass, pod } from '../testing.ts'
import { type ContainerSeen, components, type StaticPod } from '../types.ts'
import { gateLines, nodesForbidden, words } from './gate.testing.ts'

const steady: ControlPlaneMachineFacts = { pass: pass(), machine: observedMachine('a') }

const onNode = (more: Parameters<typeof node>[1]): Partial<ControlPlaneMachineFacts> => ({
  machine: observedMachine('a', { node: found(node('a', more)) }),
})

const container = (more: Partial<ContainerSeen>): ContainerSeen => ({
  waiting: undefined,
  terminated: undefined,
  crashed: false,
  ...more,
})

const languages = { released: releasedControlPlane, proposal: proposalControlPlane }

for (const profile of ['released', 'proposal'] as const) {
  const { machine, machineEtcd } = languages[profile]
  for (const { name, condition } of components) {
    const withPod = (more: Partial<StaticPod>): Partial<ControlPlaneMachineFacts> => ({
      machine: observedMachine('a', { pods: listed(pod(name, 'a', more)) }),
    })
    const withContainers = (
      ...containers: readonly Partial<ContainerSeen>[]
    ): Partial<ControlPlaneMachineFacts> => withPod({ ready: false, containers: containers.map(container) })
    const rules = tableOf([...machine, ...machineEtcd], condition)

    // biome-ignore format: the table is the specification; its columns stay aligned
    describeTable(`a control plane Machine, ${profile}:`, { rules, steady }, [
      ...gateLines(words[profile]),
      ['steady',                     {},                                                                        'True Running',             'the Pod runs and is ready',                   ''],
      ['Nodes cannot be listed',     { pass: nodesForbidden },                                                  'Unknown InspectionFailed', '"cannot look" is not "none"',                 'Failed to get the Node hosting the Pod: nodes is forbidden'],
      ['the same, deleting',         { pass: nodesForbidden, machine: observedMachine('a', { seen: leavingSince(60) }) }, 'Unknown InspectionFailed', 'the Nodes are asked about first',   'Failed to get the Node hosting the Pod: nodes is forbidden'],
      ['Machine deleting',           { machine: observedMachine('a', { seen: leavingSince(60) }) },             'False Deleting',           'nobody wants it to be well any more',         'Machine is deleting'],
      ['no machine yet',             { machine: arriving('a', { providerID: '' }) },                            'Unknown InspectionFailed', 'nothing has been provisioned',                'Waiting for DockerMachine to report spec.providerID'],
      ['no Node yet',                { machine: arriving('a') },                                                'Unknown InspectionFailed', 'it is there and has not joined',              'Waiting for a Node with spec.providerID docker:////a to exist'],
      ['Node gone',                  { machine: observedMachine('a', { node: missing }) },                      'Unknown InspectionFailed', 'nobody knows what runs there',                'Node a does not exist'],
      ['Node unreachable',           onNode({ unreachable: true }),                                             'Unknown InspectionFailed', 'its Pods are what they last were',            'Node a is unreachable'],
      ['Node silent',                onNode({ readyUnknown: true, ready: false }),                              'Unknown InspectionFailed', 'its Pods are what they last were',            'Node Ready condition is Unknown, Pod data might be stale'],
      ['Pods cannot be read',        { machine: observedMachine('a', { pods: unreadable('forbidden') }) },      'Unknown InspectionFailed', '"cannot look" is not "none"',                 'Please check controller logs for errors'],
      ['no Pod',                     { machine: observedMachine('a', { pods: listed() }) },                     'False DoesNotExist',       'looked, and there is none',                   'Pod does not exist'],
      ['only the Pod of a neighbour', { machine: observedMachine('a', { pods: listed(pod(name, 'b')) }) },      'False DoesNotExist',       'each Node runs its own',                      'Pod does not exist'],
      ['not scheduled',              withPod({ phase: 'Pending', scheduled: false, initialized: false, ready: false }), 'False Provisioning', 'that comes first',                          'Waiting to be scheduled'],
      ['init containers at work',    withPod({ phase: 'Pending', initialized: false, ready: false }),           'False Provisioning',       'they come next',                              'Running init containers'],
      ['starting',                   withPod({ phase: 'Pending', ready: false }),                               'False Provisioning',       'there is nothing more to tell',               ''],
      ['crashing',                   withContainers({ waiting: 'CrashLoopBackOff', crashed: true }),            'False Failed',             'it has ended with an error before',           'CrashLoopBackOff'],
      ['waiting',                    withContainers({ waiting: 'ContainerCreating' }, { waiting: 'ImagePullBackOff' }), 'False Provisioning', 'it has never run',                          'ContainerCreating, ImagePullBackOff'],
      ['ended',                      withContainers({ terminated: 'Completed' }, { terminated: 'Error' }),      'False Failed',             'a component never ends',                      'Completed, Error'],
      ['waiting beside an ended one', withContainers({ waiting: 'PodInitializing' }, { terminated: 'Error' }),  'False Provisioning',       'waiting containers are asked about first',    'PodInitializing'],
      ['runs, not ready',            withPod({ ready: false }),                                                 'False Provisioning',       'its probes have not succeeded',               'Waiting for startup or readiness probes'],
      ['succeeded',                  withPod({ phase: 'Succeeded', ready: false }),                             'False Failed',             'a component never ends',                      'All the containers have been terminated'],
      ['failed',                     withPod({ phase: 'Failed', ready: false }),                                'False Failed',             'a component never ends',                      'All the containers have been terminated'],
      ['phase Unknown',              withPod({ phase: 'Unknown', ready: false }),                               'Unknown InspectionFailed', 'the kubelet does not know',                   'Pod is reporting Unknown status'],
      ['phase unheard of',           withPod({ phase: 'Resting' }),                                             'keep',                     'nobody can make anything of it'],
      ['deleting, no Node',          { machine: arriving('a', leavingSince(60)) },                              'False Deleting',           'deleting comes before the missing Node',      'Machine is deleting'],
    ])
  }
}
