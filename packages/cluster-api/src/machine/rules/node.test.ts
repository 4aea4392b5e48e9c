import { describeTable, type TableCase, tableOf } from '@sitrep/conditions/testing'
import { listed, missing, unreadable } from '@sitrep/status'
import { ago, condition } from '../../machines-of/testing.ts'
import type { MachineFacts } from '../facts/facts.ts'
import { proposalMachine } from '../rules-proposal/language.ts'
import { releasedMachine } from '../rules-released/language.ts'
import {
  cluster,
  facts,
  fresh,
  infrastructure,
  leaving,
  node,
  previous,
  probe,
  saying,
  seen,
  spec,
  undone,
} from '../testing.ts'
import type { NodeCondition } from '../types.ts'

const unsaid = { previous: previous({ conditions: [] }) }
const halfSaid = { previous: previous({ conditions: [condition('NodeReady', 'True')] }) }
const never = probe({ consecutiveFailures: 0 })
const { lastProbeSuccessTime: _succeeded, ...unproven } = never
const interrupted = { probe: probe({ lastProbeSuccessTime: ago(120), consecutiveFailures: 11 }) }
const lost = { probe: probe({ lastProbeSuccessTime: ago(301), consecutiveFailures: 30 }) }
const nameless = {
  previous: fresh,
  machine: seen({ spec: spec({ providerID: '' }) }),
  infrastructure: infrastructure({ ...saying(), ...undone }),
}
const says = (status: string, message: string): NodeCondition => ({ status, message })

const words = {
  released: {
    lost: (seconds: number) => `Last successful probe at ${ago(seconds)}`,
    twice: 'Please check controller logs for errors',
  },
  proposal: {
    lost: () => 'The connection to the workload cluster is lost',
    twice: 'More than one Node has the providerID docker:////w',
  },
}

/** The lines that both tables about a Node share. */
// biome-ignore format: the table is the specification; its columns stay aligned
const shared = (profile: 'released' | 'proposal'): readonly TableCase<MachineFacts>[] => [
  ['no infrastructure yet',       facts({ cluster: cluster({ infrastructureProvisioned: false }) }),           'Unknown InspectionFailed', 'there can be no Node',                      'Waiting for Cluster status.initialization.infrastructureProvisioned to be true'],
  ['no control plane yet',        facts({ cluster: cluster({ controlPlaneInitialized: undefined }) }),         'Unknown InspectionFailed', 'nobody could register a Node',              'Waiting for Cluster control plane to be initialized'],
  ['not tried yet, unsaid',       facts({ ...unsaid, probe: unproven }),                                       'Unknown ConnectionDown',   'too few attempts, and nothing to keep',     'Remote connection not established yet'],
  ['not tried yet, half said',    facts({ ...halfSaid, probe: unproven }),                                     'Unknown ConnectionDown',   'the two conditions go together',            'Remote connection not established yet'],
  ['not tried yet',               facts({ probe: unproven }),                                                  'keep',                     'a restart must not flip it'],
  ['lost for 301s',               facts(lost),                                                                 'Unknown ConnectionDown',   'what was said no longer stands',            words[profile].lost(301)],
  ['interrupted, unsaid',         facts({ ...unsaid, ...interrupted }),                                        'Unknown ConnectionDown',   'there is nothing to keep',                  words[profile].lost(120)],
  ['interrupted for two minutes', facts(interrupted),                                                          'keep',                     'the grace period is not over'],
  ['Nodes cannot be read',        facts({ nodes: unreadable('the connection was lost') }),                     'keep',                     'the probe will tell how long for'],
  ['two Nodes',                   facts({ nodes: listed(node(), node()) }),                                    'Unknown InternalError',    'nobody can tell which is meant',            words[profile].twice],
  ['gone',                        facts({ nodes: listed() }),                                                  'False NodeDeleted',        'it was there, and nobody deletes the Machine', 'Node w has been deleted while the Machine still exists'],
  ['gone, deleting',              facts(leaving({ nodes: listed() })),                                         'False NodeDeleted',        'it goes with the Machine',                  'Node w has been deleted'],
  ['never there, deleting',       facts(leaving({ nodes: listed(), previous: fresh })),                        'Unknown NodeDoesNotExist', 'nobody waits for one any more',             'Node does not exist'],
  ['awaited',                     facts({ previous: fresh, nodes: listed() }),                                 'Unknown InspectionFailed', 'the machine is there and has not joined',   'Waiting for a Node with spec.providerID docker:////w to exist'],
  ['no id yet',                   facts({ ...nameless, nodes: listed() }),                                     'Unknown InspectionFailed', 'nobody knows which Node to look for',       'Waiting for DockerMachine to report spec.providerID'],
]

const noCluster: Readonly<Record<'released' | 'proposal', readonly TableCase<MachineFacts>[]>> = {
  released: [],
  proposal: [
    [
      'no Cluster',
      facts({ cluster: missing }),
      'Unknown InspectionFailed',
      'nobody knows where to look',
      'Waiting for Cluster prod to exist',
    ],
  ],
}

const stopped = says('Unknown', 'Kubelet stopped posting node status.')
const silent = { Ready: stopped, MemoryPressure: stopped, DiskPressure: stopped, PIDPressure: stopped }
const unreported = 'Condition not yet reported'

for (const profile of ['released', 'proposal'] as const) {
  const { tables } = profile === 'released' ? releasedMachine : proposalMachine
  const title = `a Machine, ${profile}:`
  const on = (conditions: Parameters<typeof node>[0]): MachineFacts =>
    facts({ nodes: listed(node(conditions)) })

  // biome-ignore format: the table is the specification; its columns stay aligned
  const ready: readonly TableCase<MachineFacts>[] = [
    ...noCluster[profile],
    ...shared(profile),
    ['ready',                  facts(),                                            'True NodeReady',           'the Node says so',                 ''],
    ['not ready',              on({ Ready: says('False', 'no network') }),         'False NodeNotReady',       'the Node says so',                 '* Node.Ready: no network'],
    ['not ready, no words',    on({ Ready: says('False', '') }),                   'False NodeNotReady',       'the Node says so',                 ''],
    ['silent',                 on(silent),                                         'Unknown NodeReadyUnknown', 'nobody hears from it',             '* Node.Ready: Kubelet stopped posting node status.'],
    ['says something odd',     on({ Ready: says('Maybe', 'hm') }),                 'Unknown NodeReadyUnknown', 'that is no status',                '* Node.Ready: hm'],
    ['has not said',           facts({ nodes: listed({ ...node(), conditions: {} }) }), 'Unknown NodeReadyUnknown', 'silence is not yes',          `* Node.Ready: ${unreported}`],
    ['under pressure',         on({ DiskPressure: says('True', 'disk is full') }), 'True NodeReady',           'pressure is told of elsewhere',    ''],
  ]
  describeTable(title, { rules: tableOf(tables, 'NodeReady'), steady: facts() }, ready)

  const halfReported = {
    nodes: listed({ ...node(), conditions: { Ready: stopped, MemoryPressure: stopped } }),
  }
  const more =
    profile === 'proposal' ? `\n* Node.DiskPressure: ${unreported}\n* Node.PIDPressure: ${unreported}` : ''

  // biome-ignore format: the table is the specification; its columns stay aligned
  const healthy: readonly TableCase<MachineFacts>[] = [
    ...noCluster[profile],
    ...shared(profile),
    ['well',                   facts(),                                            'True NodeHealthy',           'ready and under no pressure',              ''],
    ['not ready',              on({ Ready: says('False', 'no network') }),         'False NodeNotHealthy',       'the Node says so',                         '* Node.Ready: no network'],
    ['not ready, no words',    on({ Ready: says('False', '') }),                   'False NodeNotHealthy',       'something has to be told',                 '* Node.Ready: Condition is False'],
    ['under pressure',         on({ DiskPressure: says('True', 'disk is full') }), 'False NodeNotHealthy',       'the Node says so',                         '* Node.DiskPressure: disk is full'],
    ['two troubles',           on({ Ready: says('False', 'no network'), PIDPressure: says('Unknown', 'hm') }), 'False NodeNotHealthy', 'a bad one weighs more', '* Node.Ready: no network\n* Node.PIDPressure: hm'],
    ['pressure unknown',       on({ PIDPressure: says('Unknown', 'hm') }),         'Unknown NodeHealthyUnknown', 'nobody can tell',                          '* Node.PIDPressure: hm'],
    ['silent',                 on(silent),                                         'Unknown NodeHealthyUnknown', 'all say the same, which is told once',     '* Node.AllConditions: Kubelet stopped posting node status.'],
    ['silent, half reported',  facts(halfReported),                                'Unknown NodeHealthyUnknown', 'what was never reported is another matter', `* Node.AllConditions: Kubelet stopped posting node status.${more}`],
    ['has not said',           facts({ nodes: listed({ ...node(), conditions: {} }) }), 'Unknown NodeHealthyUnknown', 'silence is not yes',                  ['Ready', 'MemoryPressure', 'DiskPressure', 'PIDPressure'].map((type) => `* Node.${type}: ${unreported}`).join('\n')],
  ]
  describeTable(title, { rules: tableOf(tables, 'NodeHealthy'), steady: facts() }, healthy)
}
