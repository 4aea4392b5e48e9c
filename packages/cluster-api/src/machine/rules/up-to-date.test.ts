import { found, missing, unreadable } from '@sitrep/status'
import { ago, clock } from '../../machines-of/testing.ts'
import { describeTable } from '../../rows/table.testing.ts'
import type { MachineFacts } from '../facts.ts'
import { upToDate as proposed } from '../rules-proposal/up-to-date.ts'
import { upToDate as released } from '../rules-released/up-to-date.ts'

const template = (version: string) => ({
  version,
  failureDomain: '',
  bootstrap: { kind: 'KubeadmConfigTemplate', name: 'a' },
  infrastructure: { kind: 'DockerMachineTemplate', name: 'a' },
})
const set = { template: template('v1.36.0'), createdAt: ago(600) }
const wants = (version: string, rolloutAfter?: string) => ({
  owner: 'deployment',
  name: 'md',
  set,
  deployment: found({ template: template(version), rolloutAfter }),
})
const owned = (owner: object): Partial<MachineFacts> =>
  ({ observed: { owner } }) as unknown as Partial<MachineFacts>

// Only what these tables ask about; a whole Machine is what the vectors are for.
const steady = {
  ...owned(wants('v1.36.0')),
  machine: { spec: { version: 'v1.36.0', failureDomain: '' } },
  kubeletVersion: 'v1.36.0',
  updating: false,
  clock,
} as unknown as MachineFacts

// biome-ignore format: the table is the specification; its columns stay aligned
const shared = [
  ['steady',             {},                                                'True UpToDate',       'what is wanted is there'],
  ['another version',    owned(wants('v1.36.1')),                           'False NotUpToDate',   'the deployment asks for a newer one', '* Version v1.36.0, v1.36.1 required'],
  ['rollout asked for',  owned(wants('v1.36.0', ago(60))),                  'False NotUpToDate',   'the set is older than the moment asked for', '* MachineDeployment spec.rolloutAfter expired'],
  ['updating in place',  { updating: true },                                'False Updating',      'it is on its way', '* In-place update in progress'],
  ['an older kubelet',   { kubeletVersion: 'v1.35.0' },                     'False Updating',      'the Node runs something else', '* Node.status.nodeInfo.kubeletVersion v1.35.0, v1.36.0 required'],
  ['no kubelet yet',     { kubeletVersion: '' },                            'True UpToDate',       'there is nothing to compare with'],
] as const

// biome-ignore format: the table is the specification; its columns stay aligned
describeTable('a released Machine:', { rules: released, steady }, [
  ...shared,
  ['stands alone',       owned({ owner: 'none' }),                          'keep',                'nobody else may say so either'],
])

// biome-ignore format: the table is the specification; its columns stay aligned
describeTable('a Machine of the document:', { rules: proposed, steady }, [
  ...shared,
  ['owner unreadable',   owned({ owner: 'set', name: 'ms', set: unreadable('forbidden') }), 'Unknown InternalError',      '"cannot look" is not "none"', 'MachineSet ms cannot be read, see the log for the error'],
  ['owner gone',         owned({ owner: 'set', name: 'ms', set: missing }),                 'Unknown OwnerDoesNotExist',  'nobody knows what is wanted', 'MachineSet ms does not exist'],
  ['older than its set', owned({ owner: 'set', name: 'ms', set: found({ template: template('v1.36.2') }) }), 'False NotUpToDate', 'a set alone can ask for a version too', '* Version v1.36.0, v1.36.2 required'],
  ['stands alone',       owned({ owner: 'none' }),                                          'True UpToDate',              'it is what it is meant to be'],
])
