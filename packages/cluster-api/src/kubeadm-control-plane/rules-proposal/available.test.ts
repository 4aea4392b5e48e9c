import { describeTable } from '@sitrep/conditions/testing'
import { ago, condition } from '../../machines-of/testing.ts'
import type { Gate } from '../facts/pass.ts'
import { nodesForbidden } from '../rules/gate.testing.ts'
import { ailing, judged, member, membersAre, of, pass, said, steady } from '../testing.ts'
import { available } from './available.ts'

const etcd = 'EtcdMemberHealthy'
const unclear = { members: 'unclear' } as const
const at = (gate: Gate) => ({ pass: pass({ gate, members: unclear }) })
const unsaidAt = (gate: Gate) => ({ pass: pass({ gate, members: unclear, observed: said() }) })
const silent = { pass: pass({ members: unclear }) }
const mismatch = pass({ match: { matching: false, strangers: [] } })
const elsewhere = {
  etcdManaged: false,
  pass: pass({ members: unclear, match: { matching: false, strangers: [] } }),
}
const initialized = (seconds: number) => ({
  conditions: [
    condition('CertificatesAvailable', 'True'),
    condition('Initialized', 'True', { lastTransitionTime: ago(seconds) }),
  ],
})
const lacking = (message: string) => ({
  conditions: [condition('CertificatesAvailable', 'False', { message })],
})
const unreached = 'The control plane cannot be reached'

// biome-ignore format: the table is the specification; its columns stay aligned
describeTable('a control plane of the document:', { rules: available, steady }, [
  ['steady',                         {},                                                               'True Available',           'reached, a quorum, certificates',              ''],
  ['deleting',                       { deleting: true },                                               'False NotAvailable',       'nobody may count on it',                       'Deletion in progress'],
  ['not initialized',                { initialized: false },                                           'False NotAvailable',       'nobody can answer yet',                        'The control plane is not initialized yet'],
  ['interrupted',                    at('interrupted'),                                                'keep',                     'the grace period is not over'],
  ['just started',                   at('unproven'),                                                   'keep',                     'a restart must not flip it'],
  ['the pass ended before',          at('not-reached'),                                                'keep',                     'what was said stands'],
  ['interrupted, unsaid',            unsaidAt('interrupted'),                                          'Unknown ConnectionDown',   'there is nothing to keep',                     unreached],
  ['just started, unsaid',           unsaidAt('unproven'),                                             'Unknown ConnectionDown',   'there is nothing to keep',                     unreached],
  ['lost',                           at('lost'),                                                       'Unknown ConnectionDown',   'what was said no longer stands',               unreached],
  ['lost, certificates gone',        { ...at('lost'), ...lacking('gone') },                            'Unknown ConnectionDown',   'the connection comes first',                   unreached],
  ['the Cluster is not to be seen',  { ...elsewhere, pass: pass({ gate: 'no-infrastructure' }) },       'Unknown InspectionFailed', 'nobody could ask it anything',                 'Nobody knows where the control plane can be reached'],
  ['no endpoint',                    at('no-endpoint'),                                                'Unknown InspectionFailed', 'nobody could ask it anything',                 'Nobody knows where the control plane can be reached'],
  ['certificates gone',              lacking('Certificates are missing: ca'),                          'False NotAvailable',       'the document asks for them',                   'Certificates are missing: ca'],
  ['nobody looked for certificates', { conditions: [] },                                               'Unknown CertificatesUnknown', 'silence is neither yes nor no',             'Nobody has looked for the certificates of the control plane'],
  ['certificates unreadable',        { conditions: [condition('CertificatesAvailable', 'Unknown', { message: 'forbidden' })] }, 'Unknown CertificatesUnknown', '"cannot look" is not "none"', 'forbidden'],
  ['etcd silent, just initialized',  { ...silent, ...initialized(119) },                               'False NotAvailable',       'it has two minutes',                           'Waiting for etcd to name its members'],
  ['etcd silent after two minutes',  { ...silent, ...initialized(120) },                               'Unknown InspectionFailed', '"cannot look" is not "no quorum"',             'The members of etcd are not known'],
  ['Nodes cannot be listed',         { pass: nodesForbidden },                                         'Unknown InspectionFailed', 'the members of etcd are asked through them',   'The members of etcd are not known'],
  ['the same, etcd is not asked',    { ...elsewhere, pass: nodesForbidden },                           'True Available',           'it answers, and its quorum is not ours to judge', ''],
  ['Machines cannot be listed',      { pass: pass({ listed: false, match: { matching: false, strangers: [] } }) }, 'Unknown InternalError', '"cannot look" is not "none"',      'The Machines cannot be listed, see the log for the error'],
  ['the same, etcd elsewhere',       { ...elsewhere, pass: pass({ listed: false }) },                  'True Available',           'its quorum does not rest on Machines',         ''],
  ['members do not match',           { pass: mismatch },                                               'False NotAvailable',       'nobody knows whose quorum it is',              'The members of etcd do not fit the Machines'],
  ['no quorum',                      of(ailing('a', etcd), ailing('b', etcd), judged('c')),            'False NotAvailable',       'one of three is none',                         '1 of 3 etcd members are healthy, 2 are required'],
  ['one member sick for long',       of(ailing('a', etcd), judged('b'), judged('c')),                  'True Available',           'two of three are a quorum',                    '2 of 3 etcd members are healthy, 2 are required'],
  ['one member sick just now',       of(ailing('a', etcd, { lastTransitionTime: ago(10) }), judged('b'), judged('c')), 'True Available', 'it may pass',                            ''],
  ['a learner',                      { pass: pass({ members: membersAre(...['a', 'b', 'c'].map((name) => member(name)), member('d', { learner: true })) }), ...of(judged('a'), judged('b'), judged('c'), judged('d')) }, 'True Available', 'learners do not vote', ''],
  ['every scheduler sick',           of(...['a', 'b', 'c'].map((name) => ailing(name, 'SchedulerPodHealthy'))), 'True Available',  'the document asks for no components',          ''],
  ['etcd elsewhere',                 elsewhere,                                                        'True Available',           'its quorum is not ours to judge',              ''],
])
