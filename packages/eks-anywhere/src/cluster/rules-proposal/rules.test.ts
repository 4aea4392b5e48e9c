import { describeTable, type TableCase, tableOf } from '@sitrep/conditions/testing'
import { found, listed, missing, unreadable } from '@sitrep/status'
import type { ClusterFacts } from '../facts/facts.ts'
import {
  cni,
  condition,
  controlPlane,
  deployment,
  oldImage,
  pass,
  rollout,
  said,
  spec,
  steady,
  treatment,
} from '../testing.ts'
import type { WorkerGroupSpec } from '../types.ts'
import { proposalCluster } from './language.ts'

const test = (type: string, cases: readonly TableCase<ClusterFacts>[]): void =>
  describeTable(
    'an EKS Anywhere Cluster of the document:',
    { rules: tableOf(proposalCluster.tables, type), steady },
    cases,
  )

const starting = said(condition('ControlPlaneInitialized', 'False WaitingForControlPlaneInitialized'))
const kcp = (more: Parameters<typeof controlPlane>[0]): Pick<ClusterFacts, 'controlPlane'> => ({
  controlPlane: found(controlPlane(more)),
})
const etcd = { spec: { ...spec, externalEtcd: true } }
const deleting = { treatment: { ...treatment, deleting: true } }
const unread = { controlPlane: unreadable('forbidden') }
const firstText = 'First control plane not ready yet'

// biome-ignore format: the table is the specification; its columns stay aligned
test('ControlPlaneInitialized', [
  ['True already',   { controlPlane: missing },                            'keep',                                    'it never goes back'],
  ['cannot read',    { said: starting, ...unread },                        'Unknown InternalError',                   '"cannot look" is not "none"', 'The KubeadmControlPlane cannot be read: forbidden'],
  ['no KCP',         { said: starting, controlPlane: missing },            'False WaitingForControlPlaneInitialized', 'nothing can be available', firstText],
  ['stale',          { said: starting, ...kcp({ current: false }) },       'False OutdatedInformation',               'its status tells of another spec', 'The status of KubeadmControlPlane prod is of an older generation'],
  ['not Available',  { said: starting, ...kcp({ available: 'False' }) },   'False WaitingForControlPlaneInitialized', 'it says so', firstText],
  ['kubeconfig unread', { said: starting, kubeconfig: unreadable('forbidden') }, 'Unknown InternalError',            '"cannot look" is not "none"', 'The kubeconfig of the cluster cannot be read: forbidden'],
  ['no kubeconfig',  { said: starting, kubeconfig: missing },              'False WaitingForControlPlaneInitialized', 'nobody could contact it', 'The kubeconfig of the cluster is not there yet'],
  ['Available',      { said: starting },                                   'True ',                                   'the first instance answers'],
])

const wasReady = { before: said() }
const neverReady = { before: [] }

// biome-ignore format: the table is the specification; its columns stay aligned
test('ControlPlaneReady', [
  ['deleting',          deleting,                                                        'False Deleting',                  'deletion is to be seen', 'Deleting control plane, 3 replicas left'],
  ['cannot read',       unread,                                                          'Unknown InternalError',           '"cannot look" is not "none"'],
  ['cannot read etcd',  { ...etcd, etcd: unreadable('forbidden') },                      'Unknown InternalError',           '"cannot look" is not "none"', 'External etcd cannot be read: forbidden'],
  ['no etcd yet',       { ...etcd, clusterApi: missing },                                'False ExternalEtcdNotAvailable',  'nobody names it', 'Etcd cluster is not available'],
  ['etcd is lost',      { ...etcd, etcd: missing },                                      'False ExternalEtcdNotAvailable',  'it is named and not there', 'Etcd cluster is not available'],
  ['etcd comes up',     { ...etcd, etcd: found({ ready: false }), said: starting },      'False ExternalEtcdNotAvailable',  'nothing is upgraded before there is a cluster', 'Etcd is not ready'],
  ['etcd rolls',        { ...etcd, etcd: found({ ready: false }) },                      'False RollingUpgradeInProgress',  'it was ready before', 'Etcd is not ready'],
  ['stale',             kcp({ current: false }),                                         'False OutdatedInformation',       'its status tells of another spec'],
  ['no KCP',            { controlPlane: missing },                                       'False ScalingUp',                 'none of three', 'Scaling up control plane to 3 replicas (actual 0)'],
  ['too few',           kcp({ replicas: 2, upToDate: 1 }),                               'False ScalingUp',                 'the document tells of counts before it tells of old machines', 'Scaling up control plane to 3 replicas (actual 2)'],
  ['rolling',           kcp({ replicas: 4, upToDate: 1 }),                               'False RollingUpgradeInProgress',  'one more than wanted while old ones go is no scaling down', 'Upgrading control plane, 4 replicas (up to date 1)'],
  ['in place',          { ...kcp({ upToDate: 1 }), spec: { ...spec, upgradesInPlace: true } }, 'False InPlaceUpgradeInProgress', 'the strategy says so'],
  ['too many',          kcp({ replicas: 4, upToDate: 4 }),                               'False ScalingDown',               'four of three, none of them old', 'Scaling down control plane to 3 replicas (actual 4)'],
  ['coming up',         { ...kcp({ ready: 2 }), ...neverReady },                         'False ScalingUp',                 'all are there and were never ready', 'Scaling up control plane, 3 replicas (actual 2)'],
  ['failing',           { ...kcp({ ready: 2 }), ...wasReady },                           'False NodesNotReady',             'all of them were ready before', 'Control plane expected not ready any more, 3 replicas (actual 2)'],
  ['still failing',     { ...kcp({ ready: 2 }), before: [condition('ControlPlaneReady', 'False NodesNotReady')] }, 'False NodesNotReady', 'it has not been ready since'],
  ['unhealthy',         kcp({ componentsHealthy: 'False', componentsMessage: 'etcd' }),  'False ControlPlaneComponentsUnhealthy', 'it says so', 'etcd'],
  ['not Available',     kcp({ available: 'False' }),                                     'False KubeadmControlPlaneNotReady', 'it says so', 'KubeadmControlPlane prod is not available'],
  ['silent',            kcp({ available: 'Unknown' }),                                   'Unknown KubeadmControlPlaneUnknown', 'no word is no good word', 'KubeadmControlPlane prod does not say whether it is available'],
  ['etcd ready',        { ...etcd, etcd: found({ ready: true }) },                       'True ',                           'then it is like any other'],
  ['steady',            {},                                                              'True ',                           'three of three'],
])

const md1: WorkerGroupSpec = { name: 'md-1', count: 2, autoscaling: undefined }
const two = (
  a: Parameters<typeof deployment>[1],
  b: Parameters<typeof deployment>[1] = {},
): Pick<ClusterFacts, 'deployments' | 'spec'> => ({
  spec: { ...spec, groups: [...spec.groups, md1] },
  deployments: listed(deployment('prod-md-0', a), deployment('prod-md-1', b)),
})
const three = { replicas: 3, upToDate: 3, ready: 3 }
const one = { replicas: 1, upToDate: 1, ready: 1 }
const autoscaled = (more: Parameters<typeof deployment>[1]): Pick<ClusterFacts, 'deployments' | 'spec'> => ({
  spec: { ...spec, groups: [{ name: 'md-0', count: 9, autoscaling: { minimum: 3, maximum: 5 } }] },
  deployments: listed(deployment('prod-md-0', { autoscaled: true, ...more })),
})

// biome-ignore format: the table is the specification; its columns stay aligned
test('WorkersReady', [
  ['deleting',         deleting,                                                    'False Deleting',                   'deletion is to be seen', 'Deleting workers, 2 replicas left'],
  ['cannot list',      { deployments: unreadable('forbidden') },                    'Unknown InternalError',            '"cannot look" is not "none"', 'MachineDeployments cannot be listed: forbidden'],
  ['one is stale',     two({}, { current: false }),                                 'False OutdatedInformation',        'its status tells of another spec', 'The status of MachineDeployment prod-md-1 is of an older generation'],
  ['none yet',         { deployments: listed(), said: starting },                   'False ScalingUp',                  'the document does not wait for the control plane here', 'Workers expected not ready yet, 2 replicas (actual 0)'],
  ['not made up for',  two(three, one),                                             'False ScalingUp',                  'the surplus of one group does not hide what another lacks', 'Workers expected not ready yet, 4 replicas (actual 3)'],
  ['rolling',          two({}, { replicas: 3, upToDate: 1 }),                       'False RollingUpgradeInProgress',   'one more than wanted while old ones go is no scaling down', 'Upgrading workers, 5 replicas (up to date 3)'],
  ['in place',         { ...two({}, { upToDate: 1 }), spec: { ...two({}).spec, upgradesInPlace: true } }, 'False InPlaceUpgradeInProgress', 'workers follow the control plane'],
  ['too many',         two(three),                                                  'False ScalingDown',                'three of two, none of them old', 'Scaling down workers to 4 replicas (actual 5)'],
  ['not wanted',       { deployments: listed(deployment('prod-md-0'), deployment('prod-md-9')) }, 'False ScalingDown', 'the group is not in the spec any more', 'Scaling down workers to 2 replicas (actual 4)'],
  ['coming up',        { ...two({}, { ready: 0 }), ...neverReady },                 'False ScalingUp',                  'all are there and were never ready', 'Workers expected not ready yet, 4 replicas (actual 2)'],
  ['failing',          { ...two({}, { ready: 0 }), ...wasReady },                   'False NodesNotReady',              'all of them were ready before', 'Workers expected not ready any more, 4 replicas (actual 2)'],
  ['autoscaled, failing', { ...autoscaled({ replicas: 4, upToDate: 4, ready: 3 }), ...wasReady }, 'False NodesNotReady', 'autoscaled groups are looked at like others'],
  ['below the range',  autoscaled(one),                                             'False AutoscalerConstraintNotMet', 'one, and three is the least', 'Workers of group md-0 expected between 3 and 5 replicas (actual 1)'],
  ['above the range',  autoscaled({ replicas: 6, upToDate: 6, ready: 6 }),          'False AutoscalerConstraintNotMet', 'six, and five is the most', 'Workers of group md-0 expected between 3 and 5 replicas (actual 6)'],
  ['no autoscaled MD', { ...autoscaled({}), deployments: listed() },                'False AutoscalerConstraintNotMet', 'none, and three is the least'],
  ['in range',         autoscaled(three),                                           'True ',                            'the count means nothing there'],
  ['not Available',    { deployments: listed(deployment('prod-md-0', { availableStatus: 'False' })) },   'False MachineDeploymentNotReady', 'it says so', 'MachineDeployment prod-md-0 is not available'],
  ['silent',           { deployments: listed(deployment('prod-md-0', { availableStatus: undefined })) }, 'Unknown MachineDeploymentUnknown', 'no word is no good word'],
  ['no groups',        { spec: { ...spec, groups: [] }, deployments: listed() },    'True ',                            'none are wanted, none are there'],
  ['steady',           {},                                                          'True ',                            'two of two'],
])

const skipping = {
  spec: { ...spec, cilium: { ...spec.cilium, skipUpgrade: true } as ClusterFacts['spec']['cilium'] },
}
const gone = { cni: found(cni({ daemonSet: undefined, operator: undefined })) }
const old = { cni: found(cni({ daemonSet: rollout(oldImage) })) }
const waitingText = 'Managed CNI not configured yet'

// biome-ignore format: the table is the specification; its columns stay aligned
test('DefaultCNIConfigured', [
  ['deleting',         deleting,                                                              'keep',                                      'nobody looks after it any more'],
  ['no control plane', { said: starting },                                                    'False WaitingForDefaultCNIConfigured',      'there is nothing to install it into', waitingText],
  ['cannot look',      { cni: unreadable('not connected') },                                  'Unknown InternalError',                     '"cannot look" is not "none"', 'The workload cluster cannot be read: not connected'],
  ['taken away',       { ...skipping, ...gone },                                              'False SkipUpgradesForDefaultCNIConfigured', 'a custom CNI is in its place', 'Configured to skip default Cilium CNI upgrades'],
  ['skipped, new',     { ...skipping, ...gone, before: [], treatment: { ...treatment, ciliumWasInstalled: false } }, 'False WaitingForDefaultCNIConfigured', 'it is installed once in any case', waitingText],
  ['skipped, old',     { ...skipping, ...old },                                               'True ',                                     'it is there, and its version is nobody\'s business'],
  ['not installed',    gone,                                                                  'False WaitingForDefaultCNIConfigured',      'it is to be installed', waitingText],
  ['of another',       { cni: found(cni({ daemonSet: rollout('quay.io/cilium/cilium:v1.16.10') })) }, 'False WaitingForDefaultCNIConfigured', 'it is not the one that EKS Anywhere brings', waitingText],
  ['old',              old,                                                                   'False DefaultCNIUpgradeInProgress',         'the release brings another version', 'Upgrading Cilium from v1.14.12-eksa.3 to v1.16.10-eksa.1'],
  ['kindnetd',         { spec: { ...spec, cilium: undefined, kindnetd: true }, cni: found(cni({ kindnetd: rollout('kindnetd:v1') })) }, 'True ', 'it is asked for and there'],
  ['no kindnetd',      { spec: { ...spec, cilium: undefined, kindnetd: true } },              'False WaitingForDefaultCNIConfigured',      'it is asked for and not there', waitingText],
  ['steady',           {},                                                                    'True ',                                     'it is the one that the release brings'],
])

const bothUp = said(
  condition('ControlPlaneReady', 'False ScalingUp'),
  condition('WorkersReady', 'False ScalingUp'),
)
const failure = { message: 'bad', reason: 'EksaVersionInvalid' }

// biome-ignore format: the table is the specification; its columns stay aligned
test('Ready', [
  ['manages itself',    { ...deleting, spec: { ...spec, managedBy: undefined } },                'False DeletionBlocked',  'it cannot delete what it runs on', 'Deleting self-managed clusters is not supported'],
  ['paused',            { treatment: { ...treatment, deleting: true, paused: true } },           'False DeletionBlocked',  'nothing moves while it is paused', 'Deletion waits until the cluster is not paused any more'],
  ['paused, allowed',   { treatment: { ...treatment, deleting: true, paused: true, deletableWhenPaused: true } }, 'False Deleting', 'an annotation allows it'],
  ['deleting',          deleting,                                                                'False Deleting',         'deletion is to be seen', 'Deleting control plane and workers, 5 replicas left'],
  ['machines gone',     { ...deleting, controlPlane: missing, deployments: listed() },           'False Deleting',         'Cluster API is not done yet', 'Deleting what is left of the infrastructure'],
  ['all gone',          { ...deleting, controlPlane: missing, deployments: listed(), clusterApi: missing }, 'False Deleting', 'only the object is left', 'Deletion completed'],
  ['both come up',      { said: bothUp, ...kcp({ ready: 0 }), deployments: listed() },           'False ScalingUp',        'all control plane machines are there', 'Scaling up control plane and workers to 5 replicas (actual 3)'],
  ['first comes up',    { said: bothUp, ...kcp({ replicas: 1, ready: 1 }) },                     'False ScalingUp',        'while the control plane lacks machines it alone is told', ''],
  ['CNI',               { said: said(condition('DefaultCNIConfigured', 'False DefaultCNIUpgradeInProgress')) }, 'False DefaultCNIUpgradeInProgress', 'it is the only one that is not True'],
  ['CNI left alone',    { said: said(condition('DefaultCNIConfigured', 'False SkipUpgradesForDefaultCNIConfigured')) }, 'True ', 'that is what was asked for'],
  ['one unknown',       { said: said(condition('WorkersReady', 'Unknown InternalError')) },      'Unknown InternalError',  'nobody could look'],
  ['False and unknown', { said: said(condition('ControlPlaneReady', 'Unknown InternalError'), condition('WorkersReady', 'False ScalingUp')) }, 'False ScalingUp', 'a known problem says more than an unknown one'],
  ['refused',           { pass: pass({ failure }) },                                             'False EksaVersionInvalid', 'what is wanted cannot be carried out', 'bad'],
  ['all True',          {},                                                                      'True ',                  'none holds it back'],
])
