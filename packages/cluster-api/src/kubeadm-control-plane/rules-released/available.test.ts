import { describeTable } from '@sitrep/conditions/testing'
import { ago, condition } from '../../machines-of/testing.ts'
import { ailing, judged, member, membersAre, of, pass, steady } from '../testing.ts'
import type { EtcdMember } from '../types.ts'
import { available } from './available.ts'

const etcd = 'EtcdMemberHealthy'
const now = { lastTransitionTime: ago(5) }
const noMachines = '* There are no Machines with healthy control plane components, at least 1 required'
const silent = { pass: pass({ members: { members: 'unclear' } }) }
const initialized = (seconds: number) => ({
  conditions: [
    condition('CertificatesAvailable', 'True'),
    condition('Initialized', 'True', { lastTransitionTime: ago(seconds) }),
  ],
})
const without = {
  conditions: [condition('CertificatesAvailable', 'False'), condition('Initialized', 'True')],
}
const members = (...list: readonly EtcdMember[]) => ({ pass: pass({ members: membersAre(...list) }) })
const arriving = judged('d', { nodeName: undefined, conditions: [condition(etcd, 'Unknown')] })
const unprovisioned = judged('d', {
  nodeName: undefined,
  providerID: '',
  conditions: [condition(etcd, 'Unknown')],
})
const three = ['a', 'b', 'c'].map((name) => member(name))

// biome-ignore format: the table is the specification; its columns stay aligned
describeTable('a released control plane:', { rules: available, steady }, [
  ['steady',                        {},                                                                    'True Available',           'quorum, components and certificates',           ''],
  ['not initialized',               { initialized: false },                                                'False NotAvailable',       'nobody can answer yet',                         'Control plane not yet initialized'],
  ['etcd silent, just initialized', { ...silent, ...initialized(119) },                                    'False NotAvailable',       'it has two minutes',                            'Waiting for etcd to report the list of members'],
  ['etcd silent after two minutes', { ...silent, ...initialized(120) },                                    'Unknown InspectionFailed', 'two minutes are over',                          'Failed to get etcd members'],
  ['etcd silent, runs elsewhere',   { ...silent, etcdManaged: false },                                     'True Available',           'nobody here looks at it',                       ''],
  ['members do not match',          { pass: pass({ match: { matching: false, strangers: [] } }) },         'False NotAvailable',       'somebody counts who should not, or the reverse', 'The list of etcd members does not match the list of Machines and Nodes'],
  ['mismatch, etcd elsewhere',      { etcdManaged: false, pass: pass({ match: { matching: false, strangers: [] } }) }, 'True Available', 'there are no members to match',               ''],
  ['a Pod sick for long',           of(ailing('a', 'SchedulerPodHealthy'), judged('b'), judged('c')),      'True Available',           'one whole Machine is enough',                   '* 2 of 3 Machines have healthy control plane components, at least 1 required'],
  ['a Pod sick for five seconds',   of(ailing('a', 'SchedulerPodHealthy', now), judged('b'), judged('c')), 'True Available',           'it may pass',                                   ''],
  ['a Pod sick for ten seconds',    of(ailing('a', 'SchedulerPodHealthy', { lastTransitionTime: ago(10) }), judged('b'), judged('c')), 'True Available', 'exactly ten are not more',     ''],
  ['two sick for long',             of(ailing('a', 'SchedulerPodHealthy'), ailing('b', 'APIServerPodHealthy'), judged('c')), 'True Available', 'one whole Machine is enough',          '* 1 of 3 Machines has healthy control plane components, at least 1 required'],
  ['a member sick for long',        of(ailing('a', etcd), judged('b'), judged('c')),                       'True Available',           'two of three are a quorum',                     '* 2 of 3 etcd members are healthy, at least 2 healthy member required for etcd quorum\n* 2 of 3 Machines have healthy control plane components, at least 1 required'],
  ['a member sick, etcd elsewhere', { ...of(ailing('a', etcd)), etcdManaged: false, pass: pass({ members: { members: 'unclear' } }) }, 'True Available', 'nobody here looks at it',        ''],
  ['a learner',                     { ...members(...three, member('d', { learner: true })), ...of(judged('a'), judged('b'), judged('c'), ailing('d', etcd)) }, 'True Available', 'learners do not vote', '* 3 of 4 etcd members are healthy, 1 learner etcd member, at least 2 healthy member required for etcd quorum\n* 3 of 4 Machines have healthy control plane components, at least 1 required'],
  ['a member without a name',       members(...three, member('')),                                         'True Available',           'it is starting and counts as well',             ''],
  ['a member without a Machine',    members(...three, member('z')),                                        'True Available',           'three of four are a quorum',                    '* 3 of 4 etcd members are healthy, at least 3 healthy member required for etcd quorum'],
  ['the same while one comes up',   { ...members(...three, member('d')), ...of(judged('a'), judged('b'), judged('c'), judged('d', { nodeName: undefined })) }, 'True Available', 'it must be the one that comes up', ''],
  ['one not provisioned',           of(judged('a'), judged('b'), judged('c'), unprovisioned),              'True Available',           'nobody expects anything of it yet',             ''],
  ['one provisioned, no Node',      of(judged('a'), judged('b'), judged('c'), arriving),                   'True Available',           'it is there and not well',                      '* 3 of 4 Machines have healthy control plane components, at least 1 required'],
  ['deleting',                      { deleting: true },                                                    'False NotAvailable',       'nobody may count on it',                        '* Control plane metadata.deletionTimestamp is set'],
  ['no certificates',               without,                                                               'False NotAvailable',       'nobody could join',                             '* Control plane certificates are not available'],
  ['nobody looked for certificates', { conditions: [] },                                                   'False NotAvailable',       'silence is not yes',                            '* Control plane certificates are not available'],
  ['no quorum',                     of(ailing('a', etcd), ailing('b', etcd), judged('c')),                 'False NotAvailable',       'one of three is none',                          '* 1 of 3 etcd members is healthy, at least 2 healthy member required for etcd quorum'],
  ['no quorum for five seconds',    of(ailing('a', etcd, now), ailing('b', etcd, now), judged('c')),       'False NotAvailable',       'etcd does not work, however briefly',           '* 1 of 3 etcd members is healthy, at least 2 healthy member required for etcd quorum'],
  ['everything at once',            { deleting: true, ...without, ...of(ailing('a', etcd), ailing('b', etcd), ailing('c', etcd)) }, 'False NotAvailable', 'all reasons are told, in this order', `* Control plane metadata.deletionTimestamp is set\n* Control plane certificates are not available\n* There are no healthy etcd member, at least 2 healthy member required for etcd quorum\n${noMachines}`],
  ['no whole Machine',              of(...['a', 'b', 'c'].map((name) => ailing(name, 'SchedulerPodHealthy'))), 'False NotAvailable',   'components only talk to their neighbours',      noMachines],
])
