import { describeTable, type TableCase, tableOf } from '@sitrep/conditions/testing'
import { found, missing, unreadable } from '@sitrep/status'
import { ago } from '../../machines-of/testing.ts'
import type { ControlPlaneMachineFacts } from '../facts/machines.ts'
import { proposalControlPlane } from '../rules-proposal/language.ts'
import { releasedControlPlane } from '../rules-released/language.ts'
import { observedMachine, pass, spec } from '../testing.ts'
import type { ControlPlaneMachineSeen } from '../types.ts'

const steady: ControlPlaneMachineFacts = { pass: pass(), machine: observedMachine('a') }

const wanting = (
  more: Parameters<typeof spec>[0],
  own: Partial<ControlPlaneMachineSeen> = {},
): ControlPlaneMachineFacts => ({
  pass: pass({ spec: spec(more) }),
  machine: observedMachine('a', { seen: own }),
})
const being = (own: Partial<ControlPlaneMachineSeen>): ControlPlaneMachineFacts => wanting({}, own)
const configured = (config: unknown, more: Parameters<typeof spec>[0] = {}): ControlPlaneMachineFacts => ({
  pass: pass({ spec: spec(more) }),
  machine: observedMachine('a', { config: found(config as Readonly<Record<string, unknown>>) }),
})
const from = (name: string | undefined, groupKind: string | undefined): ControlPlaneMachineFacts => ({
  pass: pass(),
  machine: observedMachine('a', {
    infrastructure: found({ contract: 'v1beta2', object: { name, groupKind } }),
  }),
})

const template = 'DockerMachineTemplate.infrastructure.cluster.x-k8s.io'
const expires = { certificatesExpiryDays: 30 }
const inDays = (days: number): string => ago(-days * 24 * 3_600)
const gates = (clusterConfiguration: object = {}): object => ({
  clusterConfiguration: { featureGates: { ControlPlaneKubeletLocalMode: true }, ...clusterConfiguration },
})
const join = { joinConfiguration: { controlPlane: {} } }
const notConfig = '* KubeadmConfig is not up-to-date'

// biome-ignore format: the table is the specification; its columns stay aligned
const lines: readonly TableCase<ControlPlaneMachineFacts>[] = [
  ['the pass ended before',          { pass: pass({ reached: false }), machine: observedMachine('a', { seen: { specVersion: 'v1.33.4' } }) }, 'keep', 'nobody looked at the Machines'],
  ['steady',                         {},                                                                     'True UpToDate',     'it is what is wanted',                          ''],
  ['older version',                  being({ specVersion: 'v1.33.4', kubeletVersion: 'v1.33.4' }),           'False NotUpToDate', 'another version is wanted',                     '* Version v1.33.4, v1.34.1 required'],
  ['certificates expire in 29 days', wanting(expires, { certificatesExpiryDate: inDays(29) }),               'False NotUpToDate', 'they are to be replaced 30 days before',        '* Certificates will expire soon'],
  ['certificates expire in 31 days', wanting(expires, { certificatesExpiryDate: inDays(31) }),               'True UpToDate',     'there is time',                                 ''],
  ['nobody minds certificates',      being({ certificatesExpiryDate: inDays(1) }),                           'True UpToDate',     'zero days are never',                           ''],
  ['made before rolloutAfter',       wanting({ rolloutAfter: ago(60) }),                                     'False NotUpToDate', 'all older Machines are to go',                  '* KubeadmControlPlane spec.rolloutAfter expired'],
  ['made after rolloutAfter',        wanting({ rolloutAfter: ago(7_200) }),                                  'True UpToDate',     'it is one of those that came since',            ''],
  ['rolloutAfter lies ahead',        wanting({ rolloutAfter: ago(-60) }),                                    'True UpToDate',     'nothing is to go yet',                          ''],
  ['other configuration',            configured({ ...gates(), ...join, files: [{ path: '/etc/motd' }] }),    'False NotUpToDate', 'kubeadm would be run otherwise',                notConfig],
  ['config is gone',                 { machine: observedMachine('a', { config: missing }) },                 'True UpToDate',     'what is not there cannot be compared',          ''],
  ['began the cluster',              configured({ ...gates(), initConfiguration: {} }),                      'True UpToDate',     'an init is read as if it had joined',           ''],
  ['gate of local mode missing',     configured(join),                                                       'False NotUpToDate', 'from 1.31 to 1.35 it is on unless set',         notConfig],
  ['gate of local mode set off',     configured({ ...join, clusterConfiguration: { featureGates: { ControlPlaneKubeletLocalMode: false } } }, { kubeadmConfigSpec: { clusterConfiguration: { featureGates: { ControlPlaneKubeletLocalMode: false } } } }), 'True UpToDate', 'that is what is wanted', ''],
  ['other endpoint and DNS',         configured({ ...gates({ controlPlaneEndpoint: 'x:6443', dns: { imageTag: 'v1' } }), joinConfiguration: { controlPlane: {}, discovery: { token: 't' } } }), 'True UpToDate', 'these are not compared', ''],
  ['taints set to none',             configured({ ...gates(), joinConfiguration: { controlPlane: {}, nodeRegistration: { taints: [] } } }), 'False NotUpToDate', 'no taints at all are a wish of their own', notConfig],
  ['from the template',              from('prod-cp', template),                                              'True UpToDate',     'it says so itself',                             ''],
  ['from another template',          from('prod-cp-old', template),                                          'False NotUpToDate', 'another template is wanted',                    '* DockerMachine is not up-to-date'],
  ['from another kind',              from('prod-cp', `Other${template}`),                                    'False NotUpToDate', 'another template is wanted',                    '* DockerMachine is not up-to-date'],
  ['silent of its template',         from(undefined, undefined),                                             'True UpToDate',     'what it does not say cannot be compared',       ''],
  ['infrastructure gone',            { machine: observedMachine('a', { infrastructure: missing }) },         'True UpToDate',     'what is not there cannot be compared',          ''],
  ['another template, all going',    { ...from('prod-cp-old', template), pass: pass({ templateIrrelevant: true }) }, 'True UpToDate', 'nobody makes Machines from it any more',      ''],
  ['everything at once',             { pass: pass({ spec: spec({ ...expires, rolloutAfter: ago(60) }) }), machine: { ...from('old', template).machine, config: found(join), seen: observedMachine('a', { seen: { specVersion: 'v1.33.4', certificatesExpiryDate: inDays(1) } }).seen } }, 'False NotUpToDate', 'all reasons are told, in this order', `* Certificates will expire soon\n* KubeadmControlPlane spec.rolloutAfter expired\n* Version v1.33.4, v1.34.1 required\n${notConfig}\n* DockerMachine is not up-to-date`],
  ['updating in place',              being({ updatingInPlace: true, updatingMessage: 'step 2 of 3' }),       'False Updating',    'it tells how far it is',                        '* step 2 of 3'],
  ['updating in place, silently',    being({ updatingInPlace: true }),                                       'False Updating',    'there is nothing more to tell',                 '* In-place update in progress'],
  ['older, updating in place',       being({ specVersion: 'v1.33.4', updatingInPlace: true }),               'False NotUpToDate', 'what is wanted comes first',                    '* Version v1.33.4, v1.34.1 required'],
  ['older kubelet',                  being({ kubeletVersion: 'v1.33.4' }),                                   'False Updating',    'the Node is not there yet',                     '* Node.status.nodeInfo.kubeletVersion v1.33.4, v1.34.1 required'],
  ['kubelet silent',                 being({ kubeletVersion: '' }),                                          'True UpToDate',     'a Machine without a Node is not behind',        ''],
]

describeTable(
  'a control plane Machine, released:',
  { rules: tableOf(releasedControlPlane.machine, 'UpToDate'), steady },
  lines,
)

const seeLog =
  'The infrastructure or bootstrap object of the Machine cannot be read, see the log for the error'

// biome-ignore format: the table is the specification; its columns stay aligned
describeTable(
  'a control plane Machine, proposal:',
  { rules: tableOf(proposalControlPlane.machine, 'UpToDate'), steady },
  [
    ...lines,
    ['infrastructure unreadable', { machine: observedMachine('a', { infrastructure: unreadable('forbidden') }) }, 'Unknown InternalError', '"cannot look" is not "up to date"', seeLog],
    ['config unreadable',         { machine: observedMachine('a', { config: unreadable('forbidden') }) },         'Unknown InternalError', '"cannot look" is not "up to date"', seeLog],
  ],
)
