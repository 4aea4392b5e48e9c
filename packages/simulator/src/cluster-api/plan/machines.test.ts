import assert from 'node:assert/strict'
import { annotations, clusterKind, kubeadmConfigKind, podKind } from '@sitrep/cluster-api/kinds'
import { refOf } from '@sitrep/status'
import type { MemoryWorld } from '../../plan/memory-world.testing.ts'
import { faults, marks } from '../kinds.ts'
import { planBootstrap } from './bootstrap.ts'
import { planClusters } from './cluster.ts'
import { planConnections } from './connection.ts'
import { planBudgets } from './disruption-budget.ts'
import { planEtcd } from './etcd.ts'
import { planGuards } from './guard-pods.ts'
import { planKubelets } from './kubelet.ts'
import { planMachines } from './machine.ts'
import { planMachineDeletion } from './machine-deletion.ts'
import { planNodes } from './node.ts'
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

const workload = 'prod/blue'
const going = (memory: MemoryWorld): void => memory.remove(refOf(workerOf(memory)))
const leaderGoing = (memory: MemoryWorld): void => memory.remove(refOf(leaderOf(memory)))
const onWorker = (body: unknown) => (memory: MemoryWorld) => memory.change(refOf(workerOf(memory)), body)
const onInfrastructure = (body: unknown) => (memory: MemoryWorld) =>
  memory.change(refOf(below(memory, workerOf(memory))), body)
const hook = (prefix: string): unknown => annotated(`${prefix}/mine`, '')

/** An ordinary Pod on the Node of the first worker. */
const pod =
  (labels: Readonly<Record<string, string>> = {}) =>
  (memory: MemoryWorld) =>
    memory.apply({
      act: 'create',
      cluster: workload,
      object: {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name: 'web', namespace: 'default', labels: { app: 'web', ...labels } },
        spec: { nodeName: workerOf(memory).metadata.name },
        status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] },
      },
    })

const budget = (disruptionsAllowed: number) => (memory: MemoryWorld) =>
  memory.apply({
    act: 'create',
    cluster: workload,
    object: {
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: { name: 'web', namespace: 'default' },
      spec: { minAvailable: 1, selector: { matchLabels: { app: 'web' } } },
      status: { disruptionsAllowed },
    },
  })

const cordon = 'patch Node spec'

// biome-ignore format: the table is the specification; its columns stay aligned
const deletion: Row[] = [
  ['nothing deleted',      asItIs,                                                          'nothing',                       'nobody asked'],
  ['a worker',             going,                                                           cordon,                          'first nothing new may come to its Node'],
  ['with a Pod',           all(pod(), going),                                               `${cordon}, evict Pod`,          'Pods are asked to go'],
  ['held by a budget',     all(pod(), budget(0), going),                                    cordon,                          'the budget does not let it go'],
  ['let go by a budget',   all(pod(), budget(1), going),                                    `${cordon}, evict Pod`,          'the budget has one to give'],
  ['a Pod to be skipped',  all(pod({ 'cluster.x-k8s.io/drain': 'skip' }), going, (w) => changeNode(w, workerOf(w), { spec: { unschedulable: true } })), 'delete SimulatedMachine', 'its label says so'],
  ['a Pod to be awaited',  all(pod({ 'cluster.x-k8s.io/drain': 'wait-completed' }), going), cordon,                          'it ends by itself'],
  ['a pre-drain hook',     all(onWorker(hook(annotations.preDrainHookPrefix)), going),            'nothing',                       'somebody wants to do something first'],
  ['no drain wanted',      all(onWorker(annotated(annotations.excludeNodeDraining, '')), going), 'delete SimulatedMachine',  'its annotation says so'],
  ['a drain too long',     all(pod(), budget(0), onWorker({ spec: { deletion: { nodeDrainTimeoutSeconds: 60 } }, status: { deletion: { nodeDrainStartTime: '2026-01-01T00:00:00Z' } } }), going), 'delete SimulatedMachine', 'nobody waits longer than that'],
  ['a later hook',         all(onWorker(annotated(annotations.excludeNodeDraining, '')), onWorker(hook(annotations.preTerminateHookPrefix)), going), 'nothing', 'somebody wants to do something before the end'],
  ['a control plane one',  all(leaderGoing, (w) => changeNode(w, leaderOf(w), { spec: { unschedulable: true } })), 'patch Machine metadata', 'etcd loses its member, and the hook of the control plane goes'],
  ['cut off',              all(change('cluster', annotated(faults.connection, 'lost')), going), 'nothing',                   'nobody can be asked to go'],
  ['the whole cluster',    all(remove('cluster'), going),                                   'delete SimulatedMachine',       'draining would be pointless'],
]

const unready = (memory: MemoryWorld): void => {
  const config = memory.world.get({
    ...kubeadmConfigKind,
    namespace: 'prod',
    name: workerOf(memory).metadata.name,
  })
  assert.ok(config)
  memory.change(refOf(config), { status: { initialization: null } })
}

// biome-ignore format: the table is the specification; its columns stay aligned
const bootstrap: Row[] = [
  ['all there',        asItIs,                                                                'nothing',                                           'every Machine has its data'],
  ['one without',      unready,                                                               'create Secret, patch KubeadmConfig status',         'its time is over'],
  ['failing',          all(unready, change('cluster', annotated(faults.bootstrap, 'failing'))), 'patch KubeadmConfig status',                      'its condition says that it failed'],
  ['not begun',        all(unready, (w) => w.remove({ group: '', kind: 'ConfigMap', cluster: workload, namespace: 'kube-system', name: 'kubeadm-config' })), 'patch KubeadmConfig status', 'there is nothing to join yet'],
]

const unprovisioned = onInfrastructure({ status: { initialization: null } })

// biome-ignore format: the table is the specification; its columns stay aligned
const machines: Row[] = [
  ['all there',         asItIs,                                                                   'nothing',                                                      'every machine is provisioned'],
  ['one is not',        unprovisioned,                                                            'patch SimulatedMachine spec, patch SimulatedMachine status',   'its time is over'],
  ['no quota',          all(unprovisioned, change('cluster', annotated(faults.quota, 'exceeded'))), 'patch SimulatedMachine status',                              'its condition says so'],
  ['no bootstrap data', all(unprovisioned, onWorker({ spec: { bootstrap: { dataSecretName: null } } })), 'patch Machine spec',                                  'first the Machine takes it over'],
  ['no provider id',    onWorker({ spec: { providerID: null } }),                                 'patch Machine spec',                                           'the Machine takes it over'],
]

const unjoined = onInfrastructure(annotated(marks.joined, null))

// biome-ignore format: the table is the specification; its columns stay aligned
const nodes: Row[] = [
  ['all there',          asItIs,                          'nothing',                                       'every machine has its Node'],
  ['one has not joined', unjoined,                        'create Node, patch SimulatedMachine metadata',  'its time is over'],
  ['one was deleted',    (w) => w.remove({ group: '', kind: 'Node', cluster: workload, name: workerOf(w).metadata.name }), 'nothing', 'a kubelet that runs does not register again'],
]

// biome-ignore format: the table is the specification; its columns stay aligned
const kubelets: Row[] = [
  ['all well',       asItIs,                                                       'nothing',                             'everything has been said'],
  ['disk pressure',  onInfrastructure(annotated(faults.node, 'DiskPressure')),     'patch Node status',                   'the kubelet says so'],
  ['silence',        onInfrastructure(annotated(faults.node, 'Unreachable')),      'patch Node status, patch Node spec',  'and the node controller sets a taint'],
  ['no machine',     (w) => { const found = refOf(below(w, workerOf(w))); w.change(found, { metadata: { finalizers: [] } }); w.remove(found) }, 'patch Node status, patch Node spec', 'nobody is left to speak for the Node'],
  ['a Pod comes',    all(pod(), (w) => w.change({ ...podKind, cluster: workload, namespace: 'default', name: 'web' }, { status: { phase: 'Pending' } })), 'patch Pod status', 'its containers start'],
]

// biome-ignore format: the table is the specification; its columns stay aligned
const budgets: Row[] = [
  ['none',             asItIs,                     'nothing',                           'there is nothing to count'],
  ['one of one',       all(pod(), budget(5)),      'patch PodDisruptionBudget status',  'what it says is not so'],
]

// biome-ignore format: the table is the specification; its columns stay aligned
const etcd: Row[] = [
  ['told',             asItIs,                                                                               'nothing',              'nothing has changed'],
  ['a member leaves',  all((w) => w.change(refOf(leaderOf(w)), annotated(annotations.controlPlaneCleanup, null)), leaderGoing), 'tell EtcdMembership', 'its control plane let it go'],
  ['one only goes',    leaderGoing,                                                                          'nothing',              'it is a member until its control plane lets it go'],
]

// biome-ignore format: the table is the specification; its columns stay aligned
const connections: Row[] = [
  ['served',           asItIs,                                                      'nothing',           'an API server runs and is reached'],
  ['lost',             change('cluster', annotated(faults.connection, 'lost')),     'connect prod/blue false', 'somebody cut it off'],
  ['no API server',    (w) => { for (const { metadata } of w.world.list(podKind, workload)) w.remove({ ...podKind, cluster: workload, namespace: 'kube-system', name: metadata.name }) }, 'connect prod/blue false', 'nobody answers'],
  ['no cluster',       (w) => { const [cluster] = w.world.list(clusterKind); assert.ok(cluster); w.change(refOf(cluster), { metadata: { finalizers: [] } }); w.remove(refOf(cluster)) }, 'close prod/blue', 'it has gone'],
]

// biome-ignore format: the table is the specification; its columns stay aligned
const guards: Row[] = [
  ['not wanted',       asItIs,                                                        'nothing',                                             'nobody asked for them'],
  ['wanted',           change('deployment', annotated(faults.drain, 'blocked')),      'create PodDisruptionBudget, create Pod, create Pod',  'one on every Node, and what holds them'],
]

// biome-ignore format: the table is the specification; its columns stay aligned
const clusters: Row[] = [
  ['at rest',          asItIs,                                                             'nothing',                          'all is provisioned'],
  ['malformed',        change('cluster', annotated(faults.condition, 'malformed')),        'patch SimulatedCluster status',    'a condition that is none'],
  ['no endpoint',      change('cluster', { spec: { controlPlaneEndpoint: null } }),        'patch Cluster spec',               'it takes over that of its infrastructure'],
  ['not owned',        change('deployment', { metadata: { ownerReferences: null } }),      'patch MachineDeployment metadata', 'what goes with a Cluster must say so'],
]

describePlanner('Clusters', planClusters, clusters)
describePlanner('Bootstrap data', planBootstrap, bootstrap)
describePlanner('Machines', planMachines, machines)
describePlanner('Nodes', planNodes, nodes)
describePlanner('Kubelets', planKubelets, kubelets)
describePlanner('Disruption budgets', planBudgets, budgets)
describePlanner('Etcd', planEtcd, etcd)
describePlanner('Connections', planConnections, connections)
describePlanner('Guard Pods', planGuards, guards)
describePlanner('The deletion of Machines', planMachineDeletion, deletion)
