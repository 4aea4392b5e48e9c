import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { found, listed, missing, unreadable } from '@sitrep/status'
import { clock, machine } from '../../machines-of/testing.ts'
import type { TemplateSeen } from '../../scaling/template.ts'
import type { ClusterForMachineSet, ControlPlaneVersions, MachineSetObserved } from '../types.ts'
import { preflight } from './preflight.ts'

const ref = { group: 'controlplane.cluster.x-k8s.io', kind: 'KubeadmControlPlane', name: 'cp' }
const template = (state: TemplateSeen['state'], skippedChecks = ''): TemplateSeen => ({
  ref: { group: 'bootstrap.cluster.x-k8s.io', kind: 'KubeadmConfigTemplate', name: 't' },
  state,
  skippedChecks,
})

const cluster = (
  versions: Partial<ControlPlaneVersions> = {},
  more: Partial<ClusterForMachineSet> = {},
): ClusterForMachineSet => ({
  paused: false,
  topology: undefined,
  controlPlane: {
    ref,
    versions: found({
      contract: 'v1beta2',
      object: {
        wanted: 'v1.34.1',
        reported: [{ version: 'v1.34.1' }].map(({ version }) => version),
        reportedOne: undefined,
        ...versions,
      },
    }),
  },
  ...more,
})

/** A MachineSet that lacks one Machine, beside a control plane of the same version. */
const observed: MachineSetObserved = {
  namespace: 'ns',
  name: 'set',
  generation: 1,
  previous: undefined,
  clock,
  cluster: cluster(),
  paused: { kind: 'MachineSet', clusterPaused: false, annotated: false },
  deleting: false,
  desired: 2,
  selector: { matchLabels: {}, matchExpressions: [] },
  machines: listed(machine('a')),
  oldMachines: [],
  nodes: [],
  templateLabels: {},
  minReadySeconds: 0,
  revision: 'current',
  deploymentName: 'md',
  templates: { bootstrap: template('found'), infrastructure: undefined },
  version: 'v1.34.1',
  creationDisabled: false,
  skippedChecks: '',
}

const topology = (version: string, upgradeStep = ''): Partial<ClusterForMachineSet> => ({
  topology: { version, upgradeStep },
})
const skew = 'MachineSet version (1.33.0) and ControlPlane version (1.34.1) do not conform to'

type Case = [name: string, given: Partial<MachineSetObserved>, problems: readonly string[], because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['all is well',           {},                                                                       [], 'same version, nothing pending'],
  ['nothing is missing',    { desired: 1, cluster: cluster({ reported: undefined }) },                [], 'nothing is to be created'],
  ['deleting',              { deleting: true, cluster: cluster({ reported: undefined }) },            [], 'nothing is to be created'],
  ['creation disabled',     { creationDisabled: true, cluster: cluster({ reported: undefined }) },    [], 'nothing is to be created'],
  ['all checks skipped',    { skippedChecks: 'All', cluster: cluster({ reported: undefined }) },      [], 'the set says so'],
  ['skipped by template',   { templates: { bootstrap: template('found', 'x, All'), infrastructure: undefined }, cluster: cluster({ reported: undefined }) }, [], 'its template says so'],
  ['no control plane',      { cluster: cluster({}, { controlPlane: { ref: undefined } }) },           [], 'there is nothing to compare with'],
  ['no version wanted',     { cluster: cluster({ wanted: undefined }) },                              [], 'it does not speak of versions'],
  ['provisioning',          { cluster: cluster({ reported: undefined }) },                            ['KubeadmControlPlane ns/cp is provisioning ("ControlPlaneIsStable" preflight check failed)'], 'it has reported no version'],
  ['old field is enough',   { cluster: cluster({ reported: undefined, reportedOne: 'v1.34.1' }) },    [], 'it has reported one'],
  ['upgrading',             { cluster: cluster({ reported: ['v1.33.4', 'v1.34.1'] }) },               ['KubeadmControlPlane ns/cp is upgrading ("ControlPlaneIsStable" preflight check failed)'], 'one of its replicas is behind'],
  ['upgrading, skipped',    { skippedChecks: 'ControlPlaneIsStable', cluster: cluster({ reported: ['v1.33.4'] }) }, [], 'that check is skipped'],
  ['topology ahead',        { cluster: cluster({}, topology('v1.35.0')) },                            ['KubeadmControlPlane ns/cp has a pending version upgrade to v1.35.0 ("ControlPlaneIsStable" preflight check failed)'], 'the topology wants more'],
  ['topology in steps',     { cluster: cluster({}, topology('v1.36.0', 'v1.35.0')) },                 ['KubeadmControlPlane ns/cp has a pending version upgrade to v1.35.0 ("ControlPlaneIsStable" preflight check failed)'], 'the next step is what is pending'],
  ['topology at this step', { cluster: cluster({}, topology('v1.36.0', 'v1.34.1')) },                 [], 'this step is done'],
  ['topology, set behind',  { version: 'v1.34.0', cluster: cluster({}, topology('v1.34.1')) },        ['MachineSet version (v1.34.0) is not yet the same as the ControlPlane version (v1.34.1), waiting for version to be propagated to the MachineSet ("ControlPlaneVersionSkew" preflight check failed)'], 'the topology will bring it'],
  ['set behind by one',     { version: 'v1.33.0' },                                                   [`${skew} kubeadm version skew policy as kubeadm only supports joining with the same major+minor version as the control plane ("KubeadmVersionSkew" preflight check failed)`], 'kubeadm joins its own version only'],
  ['set ahead',             { version: 'v1.35.0', templates: { bootstrap: undefined, infrastructure: undefined } }, ['MachineSet version (1.35.0) and ControlPlane version (1.34.1) do not conform to the kubernetes version skew policy as MachineSet version is higher than ControlPlane version ("KubernetesVersionSkew" preflight check failed)'], 'a kubelet is never ahead'],
  ['set far behind',        { version: 'v1.30.0', templates: { bootstrap: undefined, infrastructure: undefined } }, ['MachineSet version (1.30.0) and ControlPlane version (1.34.1) do not conform to the kubernetes version skew policy as MachineSet version is more than 3 minor versions older than the ControlPlane version ("KubernetesVersionSkew" preflight check failed)'], 'three are allowed, four are not'],
  ['set three behind',      { version: 'v1.31.0', templates: { bootstrap: undefined, infrastructure: undefined } }, [], 'three are allowed'],
  ['no version of its own', { version: '', cluster: cluster() },                                      [], 'there is nothing to compare'],
]

const stable =
  'failed to perform "Scale up": failed to perform preflight checks: failed to perform "ControlPlaneIsStable" preflight check: failed to check if'

type Unable = [name: string, given: Partial<MachineSetObserved>, says: string, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const unable: Unable[] = [
  ['template gone',        { templates: { bootstrap: template('missing'), infrastructure: undefined } }, 'failed to read machineset.cluster.x-k8s.io/skip-preflight-checks annotation: failed to retrieve KubeadmConfigTemplate ns/t: KubeadmConfigTemplate.bootstrap.cluster.x-k8s.io "t" not found', 'it may say what to skip'],
  ['control plane gone',   { cluster: cluster({}, { controlPlane: { ref, versions: missing } }) },       'failed to perform "Scale up": failed to perform preflight checks: failed to get ControlPlane ns/cp: failed to retrieve KubeadmControlPlane ns/cp: KubeadmControlPlane.controlplane.cluster.x-k8s.io "cp" not found', 'its version is not known'],
  ['control plane unseen', { cluster: cluster({}, { controlPlane: { ref, versions: unreadable('x') } }) }, 'failed to perform "Scale up": failed to perform preflight checks: failed to get ControlPlane ns/cp: failed to get object from ref: cannot find any versions matching contract versions ["v1beta2" "v1beta1"] for CRD kubeadmcontrolplanes.controlplane.cluster.x-k8s.io as contract version label(s) are either missing or empty (see https://cluster-api.sigs.k8s.io/developer/providers/contracts/overview.html#api-version-labels)', 'its version is not known'],
  ['versions in disorder', { cluster: cluster({ reported: ['v1.34.1', 'v1.33.4'] }) }, `${stable} KubeadmControlPlane ns/cp is provisioning: failed to get control plane status version(s): version "v1.34.1" and "v1.33.4" are in the wrong order`, 'the oldest has to come first'],
  ['no version in the list', { cluster: cluster({ reported: ['v1.34.1', 'latest'] }) }, `${stable} KubeadmControlPlane ns/cp is provisioning: failed to get control plane status version(s): failed to parse .status.versions[1].version from object: Invalid character(s) found in major number "0latest"`, 'it cannot be compared'],
  ['old field no version', { cluster: cluster({ reported: undefined, reportedOne: 'latest' }) }, `${stable} the KubeadmControlPlane ns/cp is upgrading: failed to parse control plane status version: Invalid character(s) found in major number "0latest"`, 'it cannot be compared'],
  ['its version is none',  { cluster: cluster({ wanted: 'latest' }) },                                   'failed to perform "Scale up": failed to perform preflight checks: failed to parse version "latest" of ControlPlane ns/cp: Invalid character(s) found in major number "0latest"', 'a word is no version'],
  ['own version is none',  { version: 'latest' },                                                        'failed to perform "Scale up": failed to perform preflight checks: failed to parse version "latest" of MachineSet ns/set: Invalid character(s) found in major number "0latest"', 'a word is no version'],
]

describe('before a MachineSet creates Machines', () => {
  for (const [name, given, problems, because] of cases) {
    it(`${name}: ${problems.length === 0 ? 'nothing stands in the way' : 'it waits'}, because ${because}`, () => {
      assert.deepEqual(preflight({ ...observed, ...given }), { problems, unable: false })
    })
  }
  for (const [name, given, says, because] of unable) {
    it(`${name}: it cannot check, because ${because}`, () => {
      assert.deepEqual(preflight({ ...observed, ...given }), { problems: [says], unable: true })
    })
  }
})
