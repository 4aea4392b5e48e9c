import { annotations, labels, machineKind, machineSetKind } from '@sitrep/cluster-api/kinds'
import { refOf } from '@sitrep/status'
import { type MemoryWorld, only } from '../../plan/memory-world.testing.ts'
import { planControlPlanes } from './control-plane.ts'
import { planMachineDeployments } from './machine-deployment.ts'
import { planMachineSets } from './machine-set.ts'
import { planOwnerDeletion } from './owner-deletion.ts'
import { planRemediation } from './remediation.ts'
import {
  all,
  annotated,
  asItIs,
  below,
  change,
  changeNode,
  describePlanner,
  leaderOf,
  type Row,
  remove,
  workerOf,
} from './subjects.testing.ts'

const notReady = { status: { conditions: [{ type: 'Ready', status: 'False' }] } }
const machine = 'create SimulatedMachine, create KubeadmConfig, create Machine'

// biome-ignore format: the table is the specification; its columns stay aligned
const controlPlanes: Row[] = [
  ['as wanted',           asItIs,                                                                 'nothing',        'three are wanted and there'],
  ['two more',            change('controlPlane', { spec: { replicas: 5 } }),                      machine,          'one comes after the other'],
  ['fewer',               change('controlPlane', { spec: { replicas: 1 } }),                      'delete Machine', 'one goes after the other'],
  ['another version',     change('controlPlane', { spec: { version: 'v1.37.0' } }),               machine,          'a new one comes before an old one goes'],
  ['no surge',            change('controlPlane', { spec: { version: 'v1.37.0', rollout: { strategy: { rollingUpdate: { maxSurge: 0 } } } } }), 'delete Machine', 'an old one goes before a new one comes'],
  ['another config',      change('controlPlane', { spec: { kubeadmConfigSpec: { files: [1] } } }), machine,         'what was made of another configuration is outdated'],
  ['a sick member',       all(change('controlPlane', { spec: { replicas: 5 } }), (w) => changeNode(w, leaderOf(w), notReady)),   'nothing', 'etcd is not changed while a member is sick'],
  ['a member is going',   all(change('controlPlane', { spec: { replicas: 5 } }), (w) => w.remove(refOf(leaderOf(w)))),           'nothing', 'one change after the other'],
  ['paused',              all(change('controlPlane', { spec: { replicas: 5 } }), change('cluster', { spec: { paused: true } })), 'nothing', 'a paused cluster is left alone'],
]

// biome-ignore format: the table is the specification; its columns stay aligned
const deployments: Row[] = [
  ['as wanted',          asItIs,                                                                            'nothing',                'two are wanted and there'],
  ['more',               change('deployment', { spec: { replicas: 4 } }),                                   'patch MachineSet spec',  'its set is told'],
  ['another version',    change('deployment', { spec: { template: { spec: { version: 'v1.37.0' } } } }),    'create MachineSet',      'a set for what is wanted now'],
  ['another label',      change('deployment', { spec: { template: { metadata: { labels: { a: 'b' } } } } }), 'nothing',               'labels are no reason to replace Machines'],
  ['an empty selector',  change('deployment', { spec: { selector: { matchLabels: { [labels.deploymentName]: null, [labels.clusterName]: null } } } }), 'patch MachineDeployment spec', 'it would choose nothing, and most manifests have it'],
  ['paused',             change('deployment', { spec: { replicas: 4, paused: true } }),                     'nothing',                'a paused deployment is left alone'],
  ['cluster is going',   all(change('deployment', { spec: { replicas: 4 } }), remove('cluster')),           'nothing',                'nothing is made any more'],
]

const setOf = (memory: MemoryWorld) => refOf(only(memory.world, machineSetKind))
const resized = (replicas: number) => (memory: MemoryWorld) =>
  memory.change(setOf(memory), { spec: { replicas } })

// biome-ignore format: the table is the specification; its columns stay aligned
const sets: Row[] = [
  ['as wanted',          asItIs,                                                                                    'nothing',                           'two are wanted and there'],
  ['two more',           resized(4),                                                                                `${machine}, ${machine}`,            'all that are missing at once'],
  ['one fewer',          resized(1),                                                                                'delete Machine',                    'one is too many'],
  ['one is going',       all(resized(1), (w) => w.remove(refOf(workerOf(w)))),                                      'nothing',                           'it is the one too many'],
  ['creation disabled',  all(resized(4), (w) => w.change(setOf(w), annotated(annotations.disableMachineCreate, 'true'))), 'nothing',                     'somebody does not want new ones'],
  ['control plane old',  all(resized(4), change('controlPlane', { spec: { version: 'v1.37.0' } })),                 'nothing',                           'a control plane that is being upgraded takes no new workers'],
  ['no template',        all(resized(4), (w) => w.change(setOf(w), { spec: { template: { spec: { infrastructureRef: { name: 'gone' } } } } })), 'nothing', 'there is nothing to make Machines from'],
]

const failed = (memory: MemoryWorld, ...types: readonly string[]): void => {
  const conditions = types.map((type) => ({ type, status: 'False' }))
  memory.change(refOf(workerOf(memory)), { status: { conditions } })
}
const failedLeader = (memory: MemoryWorld): void => {
  const conditions = ['HealthCheckSucceeded', 'OwnerRemediated'].map((type) => ({ type, status: 'False' }))
  memory.change(refOf(leaderOf(memory)), { status: { conditions } })
}

// biome-ignore format: the table is the specification; its columns stay aligned
const remediation: Row[] = [
  ['all well',              asItIs,                                                                                  'nothing',        'there is nothing to replace'],
  ['a check failed',        (w) => failed(w, 'HealthCheckSucceeded'),                                                'nothing',        'its owner was not told to see to it'],
  ['the owner is told',     (w) => failed(w, 'HealthCheckSucceeded', 'OwnerRemediated'),                             'delete Machine', 'another one will be made'],
  ['none at a time',        all((w) => failed(w, 'HealthCheckSucceeded', 'OwnerRemediated'), change('deployment', { spec: { remediation: { maxInFlight: 0 } } })), 'nothing', 'the deployment limits it'],
  ['a control plane one',   failedLeader,                                                                            'delete Machine', 'the other two carry etcd'],
  ['without a quorum',      all(failedLeader, (w) => { for (const m of w.world.list(machineKind)) changeNode(w, m, notReady) }), 'nothing', 'the rest is not well either'],
]

// biome-ignore format: the table is the specification; its columns stay aligned
const deletion: Row[] = [
  ['nothing deleted',        asItIs,                    'nothing',                                 'nobody asked'],
  ['the cluster',            remove('cluster'),         'delete MachineDeployment',                'workers go first'],
  ['the deployment',         remove('deployment'),      'delete MachineSet',                       'its sets go first'],
  ['the control plane',      remove('controlPlane'),    'nothing',                                 'workers need it to go in an orderly way'],
  ['a paused cluster',       all(change('cluster', { spec: { paused: true } }), remove('cluster')), 'nothing', 'a paused cluster is left alone'],
  ['a set',                  (w) => w.remove(setOf(w)), 'delete Machine, delete Machine',          'its Machines go first'],
  ['without Machines',       all((w) => w.remove(setOf(w)), (w) => { for (const m of w.world.list(machineKind)) { w.change(refOf(m), { metadata: { finalizers: [] } }); w.remove(refOf(m)) } }), 'patch MachineSet metadata', 'nothing holds it any more'],
]

describePlanner('Control planes', planControlPlanes, controlPlanes)
describePlanner('MachineDeployments', planMachineDeployments, deployments)
describePlanner('MachineSets', planMachineSets, sets)
describePlanner('Remediation', planRemediation, remediation)
describePlanner('The deletion of owners', planOwnerDeletion, deletion)
describePlanner('An infrastructure template that changed', planControlPlanes, [
  [
    'the control plane refers to another',
    (w) => {
      w.change(refOf(below(w, leaderOf(w))), annotated(annotations.clonedFromName, 'older'))
    },
    machine,
    'one of its Machines was made from the one before',
  ],
])
