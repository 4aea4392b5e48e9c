import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { found, listed, missing, unreadable } from '@sitrep/status'
import { bundles, cni, controlPlane, observed, rollout, spec, treatment } from '../testing.ts'
import type { ClusterObserved, LinkedObject, LinkSeen, ManagerSeen } from '../types.ts'
import { runPass } from './pass.ts'

type Case = [name: string, given: Partial<ClusterObserved>, comesTo: string, because: string]

const standing = { failureMessage: 'old', failureReason: 'ClusterInvalid' }
const before = (more: ClusterObserved['previous'] = {}) => ({ previous: { ...standing, ...more } })

const manager = (more: Partial<ManagerSeen> = {}): ManagerSeen => ({
  namespace: 'team-a',
  name: 'mgmt',
  managed: false,
  eksaVersion: 'v0.20.11',
  bundles: undefined,
  ...more,
})
const link = (kind: string, item?: Partial<LinkedObject>): LinkSeen => ({
  kind,
  name: 'prod',
  counted: true,
  found: item
    ? found({ generation: 1, valid: true, failureMessage: undefined, links: [], ...item })
    : missing,
})
const asks = (more: Partial<ClusterObserved['spec']>) => ({ spec: { ...spec, ...more } })
const release = (more: Partial<ClusterObserved['release']>) => ({ release: { ...observed.release, ...more } })
const newer = { eksaVersion: 'v0.22.1' }
const newManager = { managers: listed(manager(newer)) }
const vSphere = { datacenter: { kind: 'VSphereDatacenterConfig', name: 'prod' } }
const snow = {
  datacenter: { kind: 'SnowDatacenterConfig', name: 'prod' },
  machines: [{ kind: 'SnowMachineConfig', name: 'prod' }],
}
const deleting = { treatment: { ...treatment, deleting: true } }
const noRelease = { eksaVersion: undefined, bundles: undefined }

const short = (given: Partial<ClusterObserved>): string => {
  const { ends, failure, cni: outcome, last } = runPass({ ...observed, ...given })
  const told = failure.message === undefined ? [] : [`${failure.reason}: ${failure.message}`]
  return [ends, ...(last ? ['last'] : []), ...(outcome ? [outcome] : []), ...told].join(', ')
}

function test(title: string, cases: readonly Case[]): void {
  describe(title, () => {
    for (const [name, given, comesTo, because] of cases)
      it(`${name}: ${comesTo}, because ${because}`, () => assert.equal(short(given), comesTo))
  })
}

// biome-ignore format: the table is the specification; its columns stay aligned
test('a pass that gets to its end', [
  ['steady',             {},                                                                    'done, up-to-date',  'nothing is in the way'],
  ['old failure',        before(),                                                              'done, up-to-date',  'it is cleared once all checks have passed'],
  ['nothing changed',    before({ reconciledGeneration: 3, childrenReconciledGeneration: 2 }),  'stop',              'the rest is skipped, and what is left of a failure is cleared'],
  ['a link changed',     before({ reconciledGeneration: 3, childrenReconciledGeneration: 1 }),  'done, up-to-date',  'the sum of generations differs'],
  ['paused',             { ...before(), treatment: { ...treatment, paused: true } },            'stop, ClusterInvalid: old', 'nothing is touched'],
])

// biome-ignore format: the table is the specification; its columns stay aligned
test('what a cluster is linked to', [
  ['missing',            { links: [link('DockerDatacenterConfig')] },                       `error, MissingDependentObjects: Dependent cluster objects don't exist: DockerDatacenterConfig.anywhere.eks.amazonaws.com "prod" not found`, 'it does not exist'],
  ['a missing Secret',   { links: [{ ...link('Secret'), counted: false }] },                     `error, MissingDependentObjects: Dependent cluster objects don't exist: Secret "prod" not found`, 'credentials must be there too'],
  ['unreadable',         { ...before(), links: [{ ...link('X'), found: unreadable('no') }] }, 'error, ClusterInvalid: old', 'nobody could look, so nothing is said'],
  ['not judged yet',     { ...asks(vSphere), ...before(), links: [link('VSphereDatacenterConfig', { valid: false })] }, 'stop, ClusterInvalid: old', 'its controller has not spoken'],
  ['refused',            { ...asks(vSphere), links: [link('VSphereDatacenterConfig', { valid: false, failureMessage: 'bad' })] }, 'stop, DatacenterConfigInvalid: Invalid prod VSphereDatacenterConfig: bad', 'its controller says so'],
  ['a refused machine',  { ...asks(snow), links: [link('SnowDatacenterConfig', {}), link('SnowMachineConfig', { valid: false, failureMessage: 'bad' })] }, 'stop, MachineConfigInvalid: Invalid prod SnowMachineConfig: bad', 'on Snow the machine configs are judged'],
  ['judged fine',        { ...asks(vSphere), links: [link('VSphereDatacenterConfig', {})] }, 'done, up-to-date',  'nothing else can be looked into from here'],
  ['provider refused',   { ...asks(vSphere), ...before({ observedGeneration: 3 }), links: [link('VSphereDatacenterConfig', {})] }, 'stop, ClusterInvalid: old', 'what only the provider can find out stands for this generation'],
  ['unknown provider',   asks({ datacenter: { kind: 'X', name: 'x' } }),                    'error',             'nobody can carry it out'],
])

// biome-ignore format: the table is the specification; its columns stay aligned
test('the management cluster', [
  ['missing',            { managers: listed() },                                            'error, ManagementClusterRefInvalid: unable to retrieve management cluster mgmt: Cluster.anywhere.eks.amazonaws.com "mgmt" not found', 'none of that name is anywhere'],
  ['elsewhere',          { managers: listed(manager({ namespace: 'b' })) },                 'done, up-to-date',  'it is the only one of that name'],
  ['twice',              { managers: listed(manager({ namespace: 'b' }), manager({ namespace: 'c' })) }, 'error, ManagementClusterRefInvalid: found multiple clusters with the name mgmt', 'nobody knows which is meant'],
  ['managed itself',     { managers: listed(manager({ managed: true })) },                  'error, ManagementClusterRefInvalid: mgmt is not a valid management cluster', 'it is managed by another'],
  ['unreadable',         { managers: unreadable('no') },                                    'error',             'nobody could look'],
  ['manages itself',     { ...asks({ managedBy: undefined }), managers: listed() },         'done, up-to-date',  'it needs no other'],
  ['older',              { managers: listed(manager({ eksaVersion: 'v0.19.5' })) },         'error, EksaVersionInvalid: cannot upgrade workload cluster to v0.20.11 while management cluster is an older version: v0.19.5', 'it goes first'],
  ['development build',  { managers: listed(manager({ eksaVersion: 'v0.19.0-dev+latest' })) }, 'done, up-to-date', 'it takes any version'],
  ['no version',         { managers: listed(manager({ eksaVersion: undefined })) },         'error',             'there is nothing to compare with'],
  ['not older any more', { previous: { failureMessage: 'old', failureReason: 'EksaVersionInvalid' }, links: observed.links, registryCredentials: missing }, 'error', 'a standing answer on versions is void before the later checks'],
  ['Bundles instead',    { ...asks({ bundles: { name: 'b', namespace: 'd' } }), ...release({ bundlesLink: { name: 'b', namespace: 'd' } }), managers: listed(manager({ eksaVersion: 'v0.1.0' })) }, 'done, up-to-date', 'versions are not compared then'],
])

// biome-ignore format: the table is the specification; its columns stay aligned
test('a release that is lent', [
  ['no management cluster', { ...asks(noRelease), ...before(), managers: listed() },         'stop, ManagementClusterRefInvalid: Management cluster mgmt does not exist', 'there is nobody to lend one'],
  ['several',            { ...asks(noRelease), ...before(), managers: listed(manager({ namespace: 'b' }), manager({ namespace: 'c' })) }, 'stop, ClusterInvalid: old', 'upstream keeps this to itself here'],
  ['nothing to lend',    { ...asks(noRelease), ...before(), managers: listed(manager({ eksaVersion: undefined })) }, 'stop, ClusterInvalid: Management cluster must have either EksaVersion or BundlesRef', 'upstream changes the message alone'],
  ['unreadable',         { ...asks(noRelease), managers: unreadable('no') },                 'error',             'nobody could look'],
  ['lent',               asks(noRelease),                                                    'done, up-to-date',  'the management cluster has a version'],
])

// biome-ignore format: the table is the specification; its columns stay aligned
test('a release', [
  ['unknown',            release({ eksaRelease: missing }),                                  'error, EksaVersionInvalid: eksarelease v0.20.11 could not be found on the management cluster', 'no EKSARelease is there'],
  ['unreadable',         release({ eksaRelease: unreadable('no') }),                         'error',             'nobody could look'],
  ['no version at all',  { ...asks({ managedBy: undefined }), ...release({ eksaVersion: undefined, eksaRelease: undefined }) }, 'error', 'one of both must be asked for'],
  ['no semver',          { ...asks({ managedBy: undefined }), ...release({ eksaVersion: 'latest' }) }, 'error',   'whether it must be signed cannot be told'],
  ['Bundles missing',    release({ bundles: missing }),                                      'error',             'of older releases upstream does not tell'],
  ['new, no Bundles',    { ...newManager, ...release({ ...newer, bundles: missing }) },      'error, BundleNotFoundForCluster: Bundles.anywhere.eks.amazonaws.com "bundles-1" not found', 'of later ones it does'],
  ['new, no version',    { ...newManager, ...release({ ...newer, bundles: found(bundles({ versions: [] })) }) }, 'error, ExtendedKubernetesVersionSupportNotSupported: getting release manifest: getting versions bundle for 1.30 kubernetes version: kubernetes version 1.30 is not supported by bundles manifest 84', 'the Bundles do not know 1.30'],
  ['new, no distro',     { ...newManager, ...release({ ...newer, distros: [{ name: 'kubernetes-1-30-eks-20', found: missing }] }) }, 'error, ExtendedKubernetesVersionSupportNotSupported: getting release manifest: getting kubernetes-1-30-eks-20 eks distro release: Release.distro.eks.amazonaws.com "kubernetes-1-30-eks-20" not found', 'EKS Distro is missing'],
  ['new, not signed',    { ...newManager, ...release(newer) },                               'error, ExtendedKubernetesVersionSupportNotSupported: validating bundle signature: missing bundle signature annotation', 'later Bundles must be signed'],
  ['new, signed',        { ...newManager, ...release({ ...newer, bundles: found(bundles({ signed: true })) }) }, 'done, up-to-date', 'who signed is not looked into'],
  ['new, on Snow',       { ...newManager, ...asks(snow), ...release(newer) },                'done, up-to-date',  'Snow is left out'],
  ['no credentials',     { registryCredentials: missing },                                   'error',             'the registry mirror wants them'],
  ['another version',    asks({ kubernetesVersions: ['1.30', '1.29'] }),                     'error',             'the Bundles do not know the version of a worker group'],
  ['distro incomplete',  release({ distros: [{ name: 'kubernetes-1-30-eks-20', found: found({ name: 'x', kubernetesVersion: '1.30', complete: false }) }] }), 'error', 'images are missing'],
])

const withEtcd = asks({ externalEtcd: true })

// biome-ignore format: the table is the specification; its columns stay aligned
test('the phases of a provider', [
  ['new cluster',        { clusterApi: missing },                                            'stop, up-to-date',  'workers wait for the Cluster API Cluster'],
  ['KCP missing',        { namedControlPlane: missing },                                     'error',             'the Cluster API Cluster names it'],
  ['etcd missing',       { ...withEtcd, etcd: missing },                                     'error',             'the Cluster API Cluster names it'],
  ['etcd not ready',     { ...withEtcd, etcd: found({ ready: false }) },                     'stop',              'the control plane waits for it'],
  ['KCP stale',          { controlPlane: found(controlPlane({ current: false })) },          'stop',              'its status tells of another spec'],
  ['not available',      { controlPlane: found(controlPlane({ available: 'False' })) },      'stop',              'nothing can be installed yet'],
  ['other version',      { controlPlane: found(controlPlane({ reachedVersion: 'v1.29.1' })) }, 'stop',            'an upgrade is under way'],
  ['unreachable',        { cni: unreadable('no') },                                          'error, unreadable', 'the workload cluster cannot be asked'],
  ['kindnetd',           asks({ cilium: undefined }),                                        'error, unsupported', 'upstream looks after Cilium only'],
  ['CNI upgrading',      { cni: found(cni({ daemonSet: rollout('x/eks:v1.2.3') })) },        'stop, upgrading',   'its preflight is not there yet'],
])

// biome-ignore format: the table is the specification; its columns stay aligned
test('a deletion', [
  ['manages itself',     { ...deleting, ...asks({ managedBy: undefined }) },                 'error',             'that is not supported'],
  ['by the command line', { treatment: { ...treatment, deleting: true, managedByCommandLine: true }, ...asks({ managedBy: undefined }) }, 'stop', 'the command line moved it away before'],
  ['paused',             { treatment: { ...treatment, deleting: true, paused: true }, clusterApi: missing }, 'stop', 'nothing is touched'],
  ['paused, allowed',    { treatment: { ...treatment, deleting: true, paused: true, deletableWhenPaused: true }, clusterApi: missing }, 'stop, last', 'an annotation allows it'],
  ['still there',        deleting,                                                           'stop',              'Cluster API deletes first'],
  ['all gone',           { ...deleting, clusterApi: missing },                               'stop, last',        'the object goes with this pass'],
  ['held by nobody',     { treatment: { ...treatment, deleting: true, ownFinalizer: false } }, 'stop, last',     'whether anybody holds it is asked whatever the pass came to'],
  ['the same, an error', { treatment: { ...treatment, deleting: true, ownFinalizer: false }, clusterApi: unreadable('no') }, 'error, last', 'likewise'],
  ['other finalizers',   { treatment: { ...treatment, deleting: true, otherFinalizers: 1 }, clusterApi: missing }, 'stop', 'somebody else holds it'],
  ['vSphere, no config', { treatment: { ...treatment, deleting: true, managedByCommandLine: true }, ...asks({ ...vSphere, managedBy: undefined }), links: [link('VSphereDatacenterConfig')] }, 'error', 'failure domains cannot be put back'],
  ['unreadable',         { ...deleting, clusterApi: unreadable('no') },                      'error',             'nobody could look'],
])
