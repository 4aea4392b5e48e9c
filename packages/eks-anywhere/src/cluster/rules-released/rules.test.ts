import { describeTable, type TableCase, tableOf } from '@sitrep/conditions/testing'
import { found, listed, missing, unreadable } from '@sitrep/status'
import type { ClusterFacts } from '../facts/facts.ts'
import { condition, controlPlane, deployment, pass, said, spec, steady } from '../testing.ts'
import { releasedCluster } from './language.ts'

const test = (type: string, cases: readonly TableCase<ClusterFacts>[]): void =>
  describeTable(
    'an EKS Anywhere Cluster as released:',
    { rules: tableOf(releasedCluster.tables, type), steady },
    cases,
  )

const starting = said(condition('ControlPlaneInitialized', 'False ControlPlaneInitializationInProgress'))
const kcp = (more: Parameters<typeof controlPlane>[0]): Pick<ClusterFacts, 'controlPlane'> => ({
  controlPlane: found(controlPlane(more)),
})
const etcd = { spec: { ...spec, externalEtcd: true } }
const unread: TableCase<ClusterFacts> = [
  'cannot read',
  { controlPlane: unreadable('forbidden') },
  'keep',
  'an error leaves everything as it is',
]
const firstText = 'The first control plane instance is not available yet'

// biome-ignore format: the table is the specification; its columns stay aligned
test('ControlPlaneInitialized', [
  unread,
  ['etcd is lost',   { ...etcd, etcd: missing },                          'keep',                                       'an object that is named and not there is an error'],
  ['True already',   { controlPlane: missing },                           'keep',                                       'it never goes back'],
  ['no KCP',         { said: starting, controlPlane: missing },           'False ControlPlaneInitializationInProgress', 'nothing can be available', firstText],
  ['stale',          { said: starting, ...kcp({ current: false }) },      'False OutdatedInformation',                  'its status tells of another spec', ''],
  ['not Available',  { said: starting, ...kcp({ available: 'False' }) },  'False ControlPlaneInitializationInProgress', 'it says so', firstText],
  ['silent',         { said: starting, ...kcp({ available: undefined }) }, 'False ControlPlaneInitializationInProgress', 'missing counts as not True', firstText],
  ['Available',      { said: starting },                                  'True ',                                      'the first instance answers'],
])

// biome-ignore format: the table is the specification; its columns stay aligned
test('ControlPlaneReady', [
  unread,
  ['no CAPI Cluster',   { ...etcd, clusterApi: missing },                              'False ExternalEtcdNotAvailable',   'nobody names the etcd', 'Etcd cluster is not available'],
  ['etcd not ready',    { ...etcd, etcd: found({ ready: false }) },                    'False RollingUpgradeInProgress',   'it goes before the control plane', 'Etcd is not ready'],
  ['etcd before init',  { ...etcd, etcd: found({ ready: false }), said: starting },    'False RollingUpgradeInProgress',   'etcd is asked about first, new clusters included', 'Etcd is not ready'],
  ['not initialized',   { said: starting },                                            'False ControlPlaneInitializationInProgress', 'what ControlPlaneInitialized says is copied'],
  ['no KCP',            { controlPlane: missing },                                     'keep',                             'it stays as it was, whatever that is'],
  ['stale',             kcp({ current: false }),                                       'False OutdatedInformation',        'its status tells of another spec', ''],
  ['rolling',           kcp({ upToDate: 1 }),                                          'False RollingUpgradeInProgress',   'two of three are old', 'Control plane nodes not up-to-date yet, 3 upgrading (1 up to date)'],
  ['in place',          { ...kcp({ upToDate: 1 }), spec: { ...spec, upgradesInPlace: true } }, 'False InPlaceUpgradeInProgress', 'the strategy says so', 'Control plane nodes not up-to-date yet, 3 upgrading (1 up to date)'],
  ['too few',           kcp({ replicas: 1, upToDate: 1 }),                             'False ScalingUp',                  'one of three', 'Scaling up control plane nodes, 3 expected (1 actual)'],
  ['too many',          kcp({ replicas: 4, upToDate: 4 }),                             'False ScalingDown',                'four of three', 'Scaling down control plane nodes, 3 expected (4 actual)'],
  ['not ready',         kcp({ ready: 2 }),                                             'False NodesNotReady',              'two of three', 'Control plane nodes not ready yet, 3 expected (2 ready)'],
  ['unhealthy',         kcp({ componentsHealthy: 'False', componentsMessage: 'etcd' }), 'False ControlPlaneComponentsUnhealthy', 'it says so', 'etcd'],
  ['health unknown',    kcp({ componentsHealthy: 'Unknown' }),                         'True ',                            'only False counts'],
  ['not Available',     kcp({ available: 'False' }),                                   'False KubeadmControlPlaneNotReady', 'it says so', 'Kubeadm control plane prod not ready yet'],
  ['Available unknown', kcp({ available: 'Unknown' }),                                 'True ',                            'only False counts'],
  ['etcd ready',        { ...etcd, etcd: found({ ready: true }) },                     'True ',                            'then it is like any other'],
  ['steady',            {},                                                            'True ',                            'three of three'],
])

const two = (
  a: Parameters<typeof deployment>[1],
  b: Parameters<typeof deployment>[1] = {},
): Pick<ClusterFacts, 'deployments' | 'spec'> => ({
  spec: { ...spec, groups: [...spec.groups, { name: 'md-1', count: 2, autoscaling: undefined }] },
  deployments: listed(deployment('prod-md-0', a), deployment('prod-md-1', b)),
})
const autoscaled = (name: string, replicas: number): Pick<ClusterFacts, 'deployments' | 'spec'> => ({
  spec: { ...spec, groups: [{ name: 'md-1', count: 9, autoscaling: { minimum: 3, maximum: 5 } }] },
  deployments: listed(deployment(name, { replicas, upToDate: 0, ready: 0, autoscaled: true })),
})

// biome-ignore format: the table is the specification; its columns stay aligned
test('WorkersReady', [
  ['cannot list',       { deployments: unreadable('forbidden') },              'keep',                              'an error leaves everything as it is'],
  ['not initialized',   { said: starting },                                    'False ControlPlaneNotInitialized',  'workers come after the control plane', ''],
  ['one is stale',      two({}, { current: false }),                           'False OutdatedInformation',         'its status tells of another spec', 'Worker node group prod-md-1 status not up to date yet'],
  ['rolling',           two({}, { upToDate: 1 }),                              'False RollingUpgradeInProgress',    'one of four is old', 'Worker nodes not up-to-date yet, 4 upgrading (3 up to date)'],
  ['in place',          { ...two({}, { upToDate: 1 }), spec: { ...two({}).spec, upgradesInPlace: true } }, 'False InPlaceUpgradeInProgress', 'workers follow the control plane', 'Worker nodes not up-to-date yet, 4 upgrading (3 up to date)'],
  ['too few',           two({}, { replicas: 0, upToDate: 0, ready: 0 }),       'False ScalingUp',                   'two of four', 'Scaling up worker nodes, 4 expected (2 actual)'],
  ['too many',          two({ replicas: 3, upToDate: 3, ready: 3 }),           'False ScalingDown',                 'five of four', 'Scaling down worker nodes, 4 expected (5 actual)'],
  ['made up for',       two({ replicas: 3, upToDate: 3, ready: 3 }, { replicas: 1, upToDate: 1, ready: 1 }), 'True ', 'only the sums are looked at'],
  ['not ready',         two({}, { ready: 0 }),                                 'False NodesNotReady',               'two of four', 'Worker nodes not ready yet, 4 expected (2 ready)'],
  ['out of range',      autoscaled('md-1', 1),                                 'False AutoscalerConstraintNotMet',  'one, and three is the least', 'Worker nodes count for md-1 not between 3 and 5 yet (1 actual)'],
  ['above the range',   autoscaled('md-1', 6),                                 'False AutoscalerConstraintNotMet',  'six, and five is the most', 'Worker nodes count for md-1 not between 3 and 5 yet (6 actual)'],
  ['real name',         autoscaled('prod-md-1', 1),                            'True ',                             'upstream looks for the name of the group and finds nothing'],
  ['in range',          autoscaled('md-1', 4),                                 'True ',                             'readiness of autoscaled groups is not looked at'],
  ['MD not Ready',      { deployments: listed(deployment('prod-md-0', { readyStatus: 'False' })) }, 'False MachineDeploymentNotReady', 'it says so', 'Machine deployment prod-md-0 not ready yet'],
  ['no groups',         { spec: { ...spec, groups: [] }, deployments: listed() }, 'True ',                          'none are wanted, none are there'],
  ['steady',            {},                                                    'True ',                             'two of two'],
])

const nothingSaid = said().filter(({ type }) => type === 'ControlPlaneInitialized')

// biome-ignore format: the table is the specification; its columns stay aligned
test('DefaultCNIConfigured', [
  ['installed',       { pass: pass({ cni: 'installed' }) },                                   'True ',                                     'it is applied in this pass'],
  ['skipped',         { pass: pass({ cni: 'upgrades-skipped' }) },                            'False SkipUpgradesForDefaultCNIConfigured', 'the spec says so', 'Configured to skip default Cilium CNI upgrades'],
  ['upgrading',       { pass: pass({ cni: 'upgrading' }) },                                   'False DefaultCNIUpgradeInProgressReason',   'the reason ends like that upstream', 'Cilium version upgrade needed'],
  ['upgraded',        { pass: pass({ cni: 'upgraded' }) },                                    'True ',                                     'the new manifest is applied in this pass'],
  ['reconfigured',    { pass: pass({ cni: 'reconfigured' }) },                                'True ',                                     'so is a new configuration'],
  ['up to date',      {},                                                                     'True ',                                     'nothing is left to do'],
  ['cannot read',     { pass: pass({ cni: undefined }), deployments: unreadable('forbidden') }, 'keep',                                    'an error leaves everything as it is'],
  ['never said',      { pass: pass({ cni: undefined }), said: nothingSaid },                  'False ControlPlaneNotReady',                'it cannot be there yet', ''],
  ['said before',     { pass: pass({ cni: undefined }), said: said(condition('ControlPlaneReady', 'False ScalingUp')) }, 'keep',           'a hiccup of the control plane is not one of the CNI'],
  ['no version tag',  { pass: pass({ cni: 'version-unreadable' }) },                          'keep',                                      'the pass ends with an error'],
])

const cniSays = (says: string) => ({ said: said(condition('DefaultCNIConfigured', says)) })

// biome-ignore format: the table is the specification; its columns stay aligned
test('Ready', [
  ['cannot read',     { deployments: unreadable('forbidden') },                               'keep',                                 'an error leaves everything as it is'],
  ['nothing said',    { said: [] },                                                           'keep',                                 'there is nothing to sum up'],
  ['all True',        {},                                                                     'True ',                                'none holds it back'],
  ['CNI skipped',     cniSays('False SkipUpgradesForDefaultCNIConfigured'),                   'True ',                                'a CNI that is left alone does not count'],
  ['CNI upgrading',   cniSays('False DefaultCNIUpgradeInProgressReason'),                     'False DefaultCNIUpgradeInProgressReason', 'it is the only one that is not True'],
  ['both unready',    { said: said(condition('ControlPlaneReady', 'False ScalingUp'), condition('WorkersReady', 'False NodesNotReady')) }, 'False ScalingUp', 'the control plane speaks first'],
  ['an error below',  { said: said(condition('ControlPlaneReady', 'False ScalingUp'), condition('WorkersReady', 'False MachineDeploymentNotReady Error')) }, 'False MachineDeploymentNotReady', 'an error counts more than progress'],
  ['Unknown beside',  { said: said(condition('WorkersReady', 'Unknown Whatever')) },          'True ',                                'Unknown never holds True ones back upstream'],
])
