import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Condition, ConditionStatus } from '@sitrep/conditions'
import { hasOldWords, oldWordsFor } from './spoken.ts'

const [pod, member, check, owner] = [
  'APIServerPodHealthy',
  'EtcdMemberHealthy',
  'HealthCheckSucceeded',
  'OwnerRemediated',
]

type Case = readonly [
  type: string,
  status: ConditionStatus,
  reason: string,
  message: string,
  old: string,
  because: string,
]

const failed =
  'Health check failed:\n  * Condition Ready on Node is reporting False\n  * Condition A on Machine'

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: readonly Case[] = [
  [pod,    'True',    'Running',                '',                                                     'True',                                                                   'all is well'],
  [pod,    'False',   'Deleting',               'Machine is deleting',                                  'False Info Deleting',                                                    'that is said without words'],
  [pod,    'False',   'Provisioning',           'Running init containers',                              'False Info PodProvisioning Running init containers',                     'it is on its way'],
  [pod,    'False',   'Failed',                 'CrashLoopBackOff',                                     'False Error PodFailed CrashLoopBackOff',                                 'it has failed'],
  [pod,    'False',   'DoesNotExist',           'Pod does not exist',                                   'False Error PodMissing Pod kube-apiserver-n1 is missing',                'the older model names it'],
  [pod,    'Unknown', 'InspectionFailed',       'Failed to get the Node hosting the Pod: forbidden',    'Unknown PodInspectionFailed Failed to get the Node which is hosting this component: forbidden', 'it could not be looked at'],
  [pod,    'Unknown', 'InspectionFailed',       'Node n1 does not exist',                               'False Error PodFailed Missing Node',                                     'the older model calls that a failure'],
  [pod,    'Unknown', 'InspectionFailed',       'Node n1 is unreachable',                               'Unknown PodInspectionFailed Node is unreachable',                        'it may be well'],
  [pod,    'Unknown', 'InspectionFailed',       'Node Ready condition is Unknown, Pod data might be stale', 'Unknown PodInspectionFailed Node Ready condition is Unknown, Pod data might be stale', 'it may be well'],
  [pod,    'Unknown', 'InspectionFailed',       'Please check controller logs for errors',              'Unknown PodInspectionFailed Failed to get Pod status',                   'it could not be looked at'],
  [pod,    'Unknown', 'InspectionFailed',       'Pod is reporting Unknown status',                      'Unknown PodInspectionFailed Pod is reporting Unknown status',            'nobody knows'],
  [pod,    'Unknown', 'InspectionFailed',       'Waiting for a Node with spec.providerID a to exist',   'as it was',                                                              'the older model does not speak of a Machine without a Node'],
  [pod,    'Unknown', 'ConnectionDown',         'Remote connection down since a while',                 'as it was',                                                              'the older model keeps what it said'],
  [member, 'True',    'Healthy',                '',                                                     'True',                                                                   'all is well'],
  [member, 'False',   'Deleting',               'Machine is deleting',                                  'False Info Deleting',                                                    'that is said without words'],
  [member, 'False',   'NotHealthy',             "Etcd doesn't have an etcd member for Node n1",         'False Error EtcdMemberUnhealthy Missing etcd member',                    'it has gone'],
  [member, 'False',   'NotHealthy',             'Etcd reports the cluster is composed by [a b], but the etcd member hosted on Machine m (n1) is not included', 'False Error EtcdMemberUnhealthy Etcd member reports the cluster is composed by members [a b], but the member hosted on this Machine is not included', 'it has gone'],
  [member, 'False',   'NotHealthy',             'Etcd reports alarms: NOSPACE',                         'False Error EtcdMemberUnhealthy Etcd member reports alarms: NOSPACE',    'it has told so'],
  [member, 'False',   'NotHealthy',             'Waiting for learner etcd member to be promoted',       'False Error EtcdMemberUnhealthy Waiting for learner etcd member to be promoted', 'it does not vote yet'],
  [member, 'Unknown', 'InspectionFailed',       'Failed to get the Node hosting the etcd member',       'Unknown MemberInspectionFailed Failed to get the Node which is hosting the etcd member', 'it could not be looked at'],
  [member, 'Unknown', 'InspectionFailed',       'Failed to connect to etcd: refused',                   'Unknown MemberInspectionFailed Failed to connect to etcd: refused',      'it could not be asked'],
  [member, 'Unknown', 'InspectionFailed',       'Failed to get etcd members: timeout',                  'False Error EtcdMemberUnhealthy Failed to get etcd members',             'it was asked and did not answer'],
  [member, 'Unknown', 'InspectionFailed',       'Failed to get etcd alarms: timeout',                   'False Error EtcdMemberUnhealthy Failed to get etcd alarms',              'it was asked and did not answer'],
  [check,  'True',    'HealthCheckSucceeded',   '',                                                     'True',                                                                   'all is well'],
  [check,  'False',   'HasRemediateAnnotation', 'Health check failed: marked for remediation via cluster.x-k8s.io/remediate-machine annotation', 'False Warning HasRemediateMachineAnnotation Marked for remediation via remediate-machine annotation', 'somebody asked for it'],
  [check,  'False',   'NodeDeleted',            'Health check failed:\n  * Node n1 has been deleted',   'False Warning NodeNotFound',                                             'that was always said without words'],
  [check,  'False',   'NodeStartupTimeout',     'Health check failed:\n  * Node failed to report startup in 10m0s', 'False Warning NodeStartupTimeout Node failed to report startup in 10m0s', 'without the heading'],
  [check,  'False',   'UnhealthyNode',          failed,                                                 'False Warning UnhealthyNode Condition Ready on Node is reporting False; Condition A on Machine', 'in one line'],
  [check,  'False',   'UnhealthyMachine',       failed,                                                 'False Warning UnhealthyMachine Condition Ready on Node is reporting False; Condition A on Machine', 'in one line'],
  [owner,  'False',   'WaitingForRemediation',  'Waiting for remediation',                              'False Warning WaitingForRemediation',                                    'its owner is told'],
  [owner,  'False',   'RemediationInProgress',  'Machine is deleting',                                  'as it was',                                                              'its owner tells how it goes on'],
  ['Ready', 'True',   'Ready',                  '',                                                     'as it was',                                                              'that is the Machine’s own'],
]

describe('The old words for what others say on a Machine', () => {
  for (const [type, status, reason, message, old, because] of cases) {
    const condition: Condition = { type, status, reason, message }
    it(`${type} ${status} ${reason} ${message}: ${old}, because ${because}`, () => {
      const said = oldWordsFor(condition, 'n1')
      const words = said && [said.status, said.severity, said.reason, said.message].filter(Boolean).join(' ')
      assert.equal(words ?? 'as it was', old)
      assert.equal(hasOldWords(condition), old !== 'as it was')
    })
  }
})
