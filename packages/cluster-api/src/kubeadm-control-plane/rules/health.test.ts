import { describeTable, type TableCase, tableOf } from '@sitrep/conditions/testing'
import { listed } from '@sitrep/status'
import { condition } from '../../machines-of/testing.ts'
import type { HealthFacts } from '../facts/machines.ts'
import { proposalControlPlane } from '../rules-proposal/language.ts'
import { releasedControlPlane } from '../rules-released/language.ts'
import {
  ailing,
  arriving,
  judged,
  node,
  observedMachine,
  pass,
  seen,
  spec,
  steady as well,
} from '../testing.ts'
import { gateLines, nodesForbidden, words } from './gate.testing.ts'

const steady: HealthFacts = { pass: well.pass, judged: well.judged }
const languages = { released: releasedControlPlane, proposal: proposalControlPlane }

const external = pass({ spec: spec({ etcdManaged: false }) })
const silent = { ...seen('a'), conditions: [] }
const api = 'APIServerPodHealthy'
const missing = (name: string, ...types: readonly string[]) =>
  judged(name, {
    conditions: types.map((type) => condition(type, 'False', { message: 'Pod does not exist' })),
  })
const pods = [api, 'ControllerManagerPodHealthy', 'SchedulerPodHealthy', 'EtcdPodHealthy']

/** A workload cluster with a Node too many; `machines` are those that Nodes are compared with. */
const withStray = (...machines: HealthFacts['pass']['machines']): Partial<HealthFacts> => ({
  pass: pass({ machines, observed: { nodes: listed(node('a'), node('z')) } }),
})
const stray = '* Control plane Node z does not have a corresponding Machine'

// A True condition says nothing either, so that upstream takes a single sick Pod without words for all of them.
const wordless: Readonly<Record<'released' | 'proposal', readonly TableCase<HealthFacts>[]>> = {
  released: [
    [
      'only one Pod is sick, without words',
      { judged: [ailing('a', api)] },
      'False NotHealthy',
      'no words at all are the same words',
      '* Machine a:\n  * Control plane components: ',
    ],
    [
      'nothing is provisioned yet',
      {
        judged: [judged('a', { providerID: '', conditions: pods.map((type) => condition(type, 'Unknown')) })],
      },
      'True Healthy',
      'upstream takes what is not expected yet for good',
      '',
    ],
  ],
  proposal: [
    [
      'only one Pod is sick, without words',
      { judged: [ailing('a', api)] },
      'False NotHealthy',
      'no words are no words of all',
      `* Machine a:\n  * ${api}: condition is False`,
    ],
    [
      'nothing is provisioned yet',
      {
        judged: [judged('a', { providerID: '', conditions: pods.map((type) => condition(type, 'Unknown')) })],
      },
      'Unknown HealthUnknown',
      'the unknown is not good',
      'No Machines reporting control plane status',
    ],
  ],
}

const unlisted: TableCase<HealthFacts> = [
  'cannot list',
  { pass: pass({ listed: false, machines: [] }), judged: [] },
  'Unknown InternalError',
  '"cannot look" is not "none"',
]
const unseen: Readonly<Record<'released' | 'proposal', readonly TableCase<HealthFacts>[]>> = {
  released: [],
  proposal: [unlisted],
}

for (const profile of ['released', 'proposal'] as const) {
  const { health } = languages[profile]
  const title = `a control plane, ${profile}:`

  // biome-ignore format: the table is the specification; its columns stay aligned
  describeTable(title, { rules: tableOf(health, 'ControlPlaneComponentsHealthy'), steady }, [
    ...gateLines(words[profile]),
    ...unseen[profile],
    ['steady',                        {},                                                                            'True Healthy',          'all components of all Machines run',          ''],
    ['Nodes cannot be listed',        { pass: nodesForbidden },                                                      'Unknown InspectionFailed', '"cannot look" is not "none"',              'Failed to get Nodes hosting control plane components: nodes is forbidden'],
    ['no Machines',                   { judged: [] },                                                                'Unknown HealthUnknown', 'of none, nobody is well',                     'No Machines reporting control plane status'],
    ['one Machine is silent',         { judged: [silent] },                                                          'Unknown HealthUnknown', 'silence is not yes',                          'No Machines reporting control plane status'],
    ['one Pod is sick',               { judged: [judged('b'), ailing('a', api, { message: 'CrashLoopBackOff' })] },  'False NotHealthy',      'everything has to be well',                   `* Machine a:\n  * ${api}: CrashLoopBackOff`],
    ['one Pod is sick, without words', { judged: [judged('a', { conditions: [condition(api, 'False'), condition('SchedulerPodHealthy', 'False', { message: 'gone' })] })] }, 'False NotHealthy', 'something has to be told', `* Machine a:\n  * ${api}: condition is False\n  * SchedulerPodHealthy: gone`],
    ...wordless[profile],
    ['one Pod is unknown',            { judged: [ailing('a', api, { status: 'Unknown', message: 'lost' })] },        'Unknown HealthUnknown', '"cannot look" is not "sick"',                 `* Machine a:\n  * ${api}: lost`],
    ['sick beside unknown',           { judged: [ailing('a', api, { status: 'Unknown', message: 'lost' }), ailing('b', api, { message: 'gone' })] }, 'False NotHealthy', 'what is sick weighs more', `* Machine a:\n  * ${api}: lost\n* Machine b:\n  * ${api}: gone`],
    ['not provisioned yet',           { judged: [judged('a'), judged('b', { providerID: '', conditions: pods.map((type) => condition(type, 'Unknown', { message: 'soon' })) })] }, 'True Healthy', 'nobody expects anything of it yet', ''],
    ['not provisioned, yet sick',     { judged: [judged('a', { providerID: '', conditions: [condition(api, 'False', { message: 'gone' })] })] }, 'False NotHealthy', 'False is an answer', `* Machine a:\n  * ${api}: gone`],
    ['all Pods say the same',         { judged: [missing('a', ...pods)] },                                           'False NotHealthy',      'it is told once',                             '* Machine a:\n  * Control plane components: Pod does not exist'],
    ['three of four say the same',    { judged: [missing('a', ...pods.slice(0, 3))] },                               'False NotHealthy',      'the fourth is well and says nothing',         `* Machine a:\n  * ${api}: Pod does not exist\n  * ControllerManagerPodHealthy: Pod does not exist\n  * SchedulerPodHealthy: Pod does not exist`],
    ['most Machines first',           { judged: [ailing('a', api, { message: 'x' }), ...['e', 'd', 'c', 'b'].map((name) => missing(name, ...pods))] }, 'False NotHealthy', 'three names are told, in order', `* Machines b, c, d, ... (1 more):\n  * Control plane components: Pod does not exist\n* Machine a:\n  * ${api}: x`],
    ['etcd Pod sick, managed',        { judged: [ailing('a', 'EtcdPodHealthy', { message: 'gone' })] },              'False NotHealthy',      'etcd is one of the components',               '* Machine a:\n  * EtcdPodHealthy: gone'],
    ['etcd Pod sick, elsewhere',      { pass: external, judged: [ailing('a', 'EtcdPodHealthy', { message: 'gone' })] }, 'True Healthy',       'an etcd that runs elsewhere does not count',  ''],
    ['a Node without a Machine',      withStray(observedMachine('a')),                                               'False NotHealthy',      'nobody knows whose it is',                    stray],
    ['the same while one comes up',   withStray(observedMachine('a'), arriving('b')),                                'True Healthy',          'it may be the one that comes up',             ''],
    ['the same while one goes',       withStray(observedMachine('a'), arriving('b', { deletion: { since: '2026-01-01T11:00:00Z' } })), 'False NotHealthy', 'one that goes will have no Node', stray],
  ])

  const member = 'EtcdMemberHealthy'

  // biome-ignore format: the table is the specification; its columns stay aligned
  describeTable(title, { rules: tableOf(health, 'EtcdClusterHealthy'), steady }, [
    ...gateLines(words[profile]),
    ...unseen[profile],
    ['steady',                     {},                                                                               'True Healthy',          'all members are well',                  ''],
    ['etcd runs elsewhere',        { pass: external, judged: [ailing('a', member)] },                                'keep',                  'whoever runs it speaks of it'],
    ['Nodes cannot be listed',     { pass: nodesForbidden },                                                         'Unknown InspectionFailed', 'nobody can be asked through them', 'Failed to get Nodes hosting the etcd cluster'],
    ['Nodes cannot be listed, etcd elsewhere', { pass: { ...nodesForbidden, spec: external.spec } },                 'keep',                  'it does not run on those Nodes'],
    ['no Machines',                { judged: [] },                                                                   'Unknown HealthUnknown', 'of none, nobody is well',               'No Machines reporting etcd member status'],
    ['one member is sick',         { judged: [judged('b'), ailing('a', member, { message: 'Etcd reports alarms: NOSPACE' })] }, 'False NotHealthy', 'everything has to be well',         `* Machine a:\n  * ${member}: Etcd reports alarms: NOSPACE`],
    ['one member is unknown',      { judged: [ailing('a', member, { status: 'Unknown' })] },                         'Unknown HealthUnknown', '"cannot look" is not "sick"',           `* Machine a:\n  * ${member}: condition is Unknown`],
    ['a Pod is sick',              { judged: [ailing('a', 'EtcdPodHealthy', { message: 'gone' })] },                 'True Healthy',          'Pods are told of elsewhere',            ''],
    ['a member without a Machine', { pass: pass({ match: { matching: false, strangers: ['Etcd member z does not have a corresponding Machine'] } }) }, 'False NotHealthy', 'it counts for the quorum', '* Etcd member z does not have a corresponding Machine'],
    ['sick, and a stranger',       { pass: pass({ match: { matching: false, strangers: ['S'] } }), judged: [ailing('a', member, { message: 'm' })] }, 'False NotHealthy', 'Machines come before strangers', `* Machine a:\n  * ${member}: m\n* S`],
  ])
}
