import { describeTable, type TableCase, tableOf } from '@sitrep/conditions/testing'
import { found, listed, missing, unreadable } from '@sitrep/status'
import { ago } from '../../machines-of/testing.ts'
import type { MachineFacts } from '../facts/facts.ts'
import { proposalMachine } from '../rules-proposal/language.ts'
import { releasedMachine } from '../rules-released/language.ts'
import {
  budget,
  cluster,
  facts,
  holding,
  infrastructure,
  type Leaving,
  leaving,
  pod,
  probe,
  seen,
  spec,
} from '../testing.ts'

const away = (more: Leaving = {}): MachineFacts => facts(leaving(more))

const preDrain = 'pre-drain.delete.hook.machine.cluster.x-k8s.io'
const preTerminate = 'pre-terminate.delete.hook.machine.cluster.x-k8s.io'
const hooked = (prefix: string, ...names: readonly string[]): Leaving => ({
  machine: { annotations: Object.fromEntries(names.map((name) => [`${prefix}/${name}`, ''])) },
})
const unclear: Leaving = { deletion: { controlPlaneMachines: unreadable('forbidden') } }
const volumes: Leaving = {
  deletion: {
    node: found({ unreachable: false, volumesAttached: ['kubernetes.io/csi/d^v'] }),
    volumes: listed({ name: 'pv', nodeVolumeName: 'kubernetes.io/csi/d^v', claim: 'shop/data' }),
  },
}
const odd: Leaving = { deletion: { pods: unreadable('forbidden') } }
const volumesUnclear: Leaving = { deletion: { attachments: unreadable('forbidden') } }
const gone = { infrastructure: missing, bootstrap: missing }
const silent = { probe: probe({ lastProbeSuccessTime: ago(120), consecutiveFailures: 11 }) }
const blocked = holding(pod('web-1', { blockedBy: budget }), pod('web-2', { blockedBy: budget }))
const budgetText =
  "cannot evict pod as it would violate the pod's disruption budget. The disruption budget web needs 2 healthy pods and has 2 currently"
const still = 'deletionTimestamp set, but still not removed from the Node'

interface Words {
  readonly type: string
  readonly not: string
  readonly unclear: string
  readonly hooks: (stage: string, hooks: string) => string
  readonly more: string
  readonly failed: string
  readonly draining: string
  readonly volumesUnclear: string
  readonly volumes: string
  readonly node: string
  readonly done: string
}

const words: Readonly<Record<'released' | 'proposal', Words>> = {
  released: {
    type: 'Deleting',
    not: 'NotDeleting',
    unclear: 'Please check controller logs for errors',
    hooks: (stage, hooks) => `Waiting for ${stage} hooks to succeed (hooks: ${hooks.replaceAll(', ', ',')})`,
    more: ', ... (1 more)',
    failed: 'Error draining Node, please check controller logs for errors',
    draining: 'Drain not completed yet (started at 2026-01-01T11:59:00Z):',
    volumesUnclear:
      'Error waiting for volumes to be detached from Node, please check controller logs for errors',
    volumes: 'Waiting for Node volumes to be detached (started at 2026-01-01T12:00:00Z)',
    node: 'Error deleting Node, please check controller logs for errors',
    done: 'Deletion completed',
  },
  proposal: {
    type: 'Deleted',
    not: 'NotDeleted',
    unclear: 'It cannot be told whether the Node may be deleted, see the log for the error',
    hooks: (stage, hooks) => `Waiting for ${stage} hooks to be removed: ${hooks}`,
    more: ' and 1 more',
    failed: 'Node w cannot be drained: forbidden',
    draining: 'Node w is being drained:',
    volumesUnclear: 'It cannot be told which volumes Node w still has, see the log for the error',
    volumes: 'Node w still has volumes:',
    node: 'Node w cannot be deleted, the workload cluster does not answer',
    done: '',
  },
}

const drainSince = { nodeDrainStartTime: ago(60) }
const terminating = ['a', 'b', 'c', 'd'].map((name) => pod(name, { deletionTimestamp: ago(9) }))

for (const profile of ['released', 'proposal'] as const) {
  const { tables } = profile === 'released' ? releasedMachine : proposalMachine
  const say = words[profile]

  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: readonly TableCase<MachineFacts>[] = [
    ['nobody deletes it',       {},                                                     `False ${say.not}`,                      'there is no deletionTimestamp',             ''],
    ['control plane unreadable', away(unclear),                                         'True InternalError',                    'nobody can tell whether the Node may go',   say.unclear],
    ['pre-drain hooks',         away(hooked(preDrain, 'b', 'a')),                       'True WaitingForPreDrainHook',           'somebody asked to wait',                    say.hooks('pre-drain', `${preDrain}/a, ${preDrain}/b`)],
    ['Pods unreadable',         away(odd),                                              'True DrainingNode',                     '"cannot look" is not "drained"',            say.failed],
    ['a budget in the way',     away({ times: drainSince, deletion: blocked }),         'True DrainingNode',                     'two are wanted and two are there',          `${say.draining}\n* Pods shop/web-1, shop/web-2: ${budgetText}`],
    ['Pods terminating',        away({ times: drainSince, deletion: holding(...terminating) }), 'True DrainingNode',             'three names are told',                      `${say.draining}\n* Pods shop/a, shop/b, shop/c${say.more}: ${still}`],
    ['volumes attached',        away(volumes),                                          'True WaitingForVolumeDetach',           'the Node is empty, a disk is not free',     `${say.volumes}\n* PersistentVolumeClaims: shop/data`],
    ['volumes unreadable',      away(volumesUnclear),                                   'True WaitingForVolumeDetach',           '"cannot look" is not "none"',               say.volumesUnclear],
    ['pre-terminate hook',      away(hooked(preTerminate, 'x')),                        'True WaitingForPreTerminateHook',       'the Node is empty, somebody asked to wait', say.hooks('pre-terminate', `${preTerminate}/x`)],
    ['infrastructure left',     away(),                                                 'True WaitingForInfrastructureDeletion', 'it goes first',                             'Waiting for DockerMachine to be deleted'],
    ['infrastructure unreadable', away({ infrastructure: unreadable('forbidden') }),    'True WaitingForInfrastructureDeletion', 'it may still be there',                     'Waiting for DockerMachine to be deleted'],
    ['bootstrap left',          away({ infrastructure: missing }),                      'True WaitingForBootstrapDeletion',      'it goes second',                            'Waiting for KubeadmConfig to be deleted'],
    ['Node cannot be reached',  away({ ...gone, ...silent }),                           'True DeletingNode',                     'the workload cluster does not answer',      say.node],
    ['nothing left',            away(gone),                                             'True DeletionCompleted',                'all that it referred to is gone',           say.done],
    ['with its Cluster',        away({ ...gone, ...silent, cluster: cluster({ deleting: true }), deletion: blocked }), 'True DeletionCompleted', 'nobody drains what nobody will miss', say.done],
    ['last control plane',      away({ ...gone, deletion: { controlPlaneMachines: listed(), ...blocked } }), 'True DeletionCompleted', 'nobody is left to drain the Node',    say.done],
    ['drain timed out',         away({ machine: seen({ deletionTimestamp: ago(60), spec: spec({ timeouts: { drain: 30, volumeDetach: 0, nodeDeletion: 0 } }) }), times: drainSince, deletion: blocked, infrastructure: infrastructure({ deleting: true }) }), 'True WaitingForInfrastructureDeletion', 'it has had its thirty seconds', 'Waiting for DockerMachine to be deleted'],
  ]
  describeTable(`a Machine, ${profile}:`, { rules: tableOf(tables, say.type), steady: facts() }, cases)
}
