import { describeTable, tableOf } from '@sitrep/conditions/testing'
import type { ControlPlaneMachineFacts } from '../facts/machines.ts'
import { proposalControlPlane } from '../rules-proposal/language.ts'
import { releasedControlPlane } from '../rules-released/language.ts'
import { arriving, leavingSince, member, membersAre, observedMachine, pass } from '../testing.ts'
import { gateLines, nodesForbidden, words } from './gate.testing.ts'

const steady: ControlPlaneMachineFacts = { pass: pass(), machine: observedMachine('a') }
const languages = { released: releasedControlPlane, proposal: proposalControlPlane }

const look = (
  members: ControlPlaneMachineFacts['pass']['members'],
): Pick<ControlPlaneMachineFacts, 'pass'> => ({
  pass: pass({ members }),
})
const others = look(membersAre(member('b'), member('c')))
const refused = look({ members: 'failed', at: 'connect', text: 'Failed to connect to etcd: refused' })
const deleting = observedMachine('a', { seen: leavingSince(60) })

for (const profile of ['released', 'proposal'] as const) {
  const rules = tableOf(languages[profile].machineEtcd, 'EtcdMemberHealthy')

  // biome-ignore format: the table is the specification; its columns stay aligned
  describeTable(`a control plane Machine, ${profile}:`, { rules, steady }, [
    ...gateLines(words[profile]),
    ['steady',                   {},                                                                        'True Healthy',             'etcd names it and it raises no alarm',      ''],
    ['Nodes cannot be listed',   { pass: nodesForbidden },                                                  'Unknown InspectionFailed', 'nobody can be asked through them',          'Failed to get the Node hosting the etcd member'],
    ['no member on its Node',    others,                                                                    'False NotHealthy',         'etcd names everybody else',                 "Etcd doesn't have an etcd member for Node a"],
    ['no member, deleting',      { ...others, machine: deleting },                                          'False NotHealthy',         'the missing member is told even then',      "Etcd doesn't have an etcd member for Node a"],
    ['deleting',                 { machine: deleting },                                                     'False Deleting',           'its member goes with it',                   'Machine is deleting'],
    ['deleting, no Node',        { machine: arriving('a', leavingSince(60)) },                              'False Deleting',           'nobody waits for a Node any more',          'Machine is deleting'],
    ['no machine yet',           { machine: arriving('a', { providerID: '' }) },                            'Unknown InspectionFailed', 'nothing has been provisioned',              'Waiting for DockerMachine to report spec.providerID'],
    ['no Node yet',              { machine: arriving('a') },                                                'Unknown InspectionFailed', 'it is there and has not joined',            'Waiting for a Node with spec.providerID docker:////a to exist'],
    ['cannot connect',           refused,                                                                   'Unknown InspectionFailed', '"cannot look" is not "none"',               'Failed to connect to etcd: refused'],
    ['cannot connect, deleting', { ...refused, machine: deleting },                                         'False Deleting',           'nobody asks any more',                      'Machine is deleting'],
    ['no leader',                look({ members: 'unclear' }),                                              'keep',                     'they will agree on one'],
    ['nobody to ask',            look({ members: 'nobody-to-ask' }),                                        'False NotHealthy',         'no Node is left that leads to etcd',        'Etcd reports the cluster is composed by [], but the etcd member hosted on Machine a (a) is not included'],
    ['learning',                 look(membersAre(member('a', { learner: true }))),                          'False NotHealthy',         'a learner does not vote',                   'Waiting for learner etcd member to be promoted'],
    ['learning with an alarm',   look(membersAre(member('a', { learner: true, alarms: ['CORRUPT'] }))),     'False NotHealthy',         'learning is asked about first',             'Waiting for learner etcd member to be promoted'],
    ['alarms',                   look(membersAre(member('a', { alarms: ['NOSPACE', 'CORRUPT'] }))),         'False NotHealthy',         'it says so itself',                         'Etcd reports alarms: NOSPACE, CORRUPT'],
    ['alarms of a neighbour',    look(membersAre(member('a'), member('b', { alarms: ['NOSPACE'] }))),       'True Healthy',             'each member answers for itself',            ''],
  ])
}
