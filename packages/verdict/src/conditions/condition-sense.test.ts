import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { families } from '../families.testing.ts'
import { judge } from '../judge.ts'

type Condition = readonly [type: string, status: string, reason?: string, message?: string]
type Case = readonly [name: string, conditions: readonly Condition[], word: string, because: string]

const ready: Condition = ['Ready', 'True']

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: readonly Case[] = [
  ['a type that nobody knows',                 [['Frobbed', 'True']],                                                              'Unknown',     'which answer is the good one is a guess'],
  ['a type that nobody knows, beside Ready',   [['Frobbed', 'True'], ready],                                                       'Ready',       'Ready says it'],
  ['activity with a work in its message',      [['Running', 'True', 'Running', 'Deploying the operator']],                         'Progressing', 'the reason repeats the type, and the message begins with what is done'],
  ['activity with a work and no reason',       [['Active', 'True', '', 'Configuring the queue']],                                  'Progressing', 'there is no reason that could tell'],
  ['activity with a reason of its own',        [['Running', 'True', 'AsExpected', 'Configuring is over']],                         'Ready',       'the reason tells'],
  ['activity that serves',                     [['Active', 'True', '', 'Serving traffic']],                                        'Ready',       'to serve is no work that ends'],
  ['progress that has updated something',      [['Available', 'True'], ['Progressing', 'True', 'ReplicaSetUpdated']],              'Progressing', 'one step is done, others follow'],
  ['progress that has come to its end',        [['Available', 'True'], ['Progressing', 'True', 'NewReplicaSetAvailable']],         'Ready',       'what was wanted is available'],
  ['progress that is unknown and waits',       [['Available', 'True'], ['Progressing', 'Unknown', '', 'Waiting for the rollout']], 'Progressing', 'it waits'],
  ['progress that is unknown',                 [['Available', 'True'], ['Progressing', 'Unknown', 'Resumed']],                     'Ready',       'nothing says that anything goes on'],
  ['progress that is denied and waits',        [['Available', 'True'], ['Progressing', 'False', 'WaitingForWork']],                'Ready',       'it waits for work, and has none'],
  ['a part that is not applied',               [ready, ['ManifestsApplied', 'False']],                                             'Progressing', 'it is on its way'],
  ['a part that could not be applied',         [ready, ['ManifestsApplied', 'False', 'ApplyFailed']],                              'Degraded',    'somebody says why it is not'],
  ['the whole is not synced',                  [['Synced', 'False']],                                                              'Degraded',    'the whole is no part'],
  ['it was there already',                     [ready, ['NamespaceCreated', 'False', 'AlreadyExists']],                            'Ready',       'what was to be made is there'],
  ['it could not be made',                     [ready, ['NamespaceCreated', 'False', 'Forbidden']],                                'Degraded',    'it is not there'],
  ['a crash loop behind a reason that waits',  [['Ready', 'False', 'PodsPending', 'pod x-0: CrashLoopBackOff']],                   'Degraded',    'a crash loop is no progress'],
  ['an image behind a reason that waits',      [['Ready', 'False', 'Deploying', 'Failed to pull image "x:1"']],                    'Degraded',    'without its image it does not start'],
  ['a refusal behind a reason that waits',     [['Progressing', 'True', 'Scaling', 'admission webhook "x" denied the request']],   'Degraded',    'it is not admitted'],
  ['a crash loop that is over',                [['Ready', 'True', 'Recovered', 'was in CrashLoopBackOff for a minute']],           'Ready',       'it is ready now'],
  ['a failure that is denied by an error',     [['Failure', 'False', 'Error', 'could not find the pool: not found']],             'Degraded',    'somebody has mistaken the polarity'],
  ['such a denial beside a good whole',        [ready, ['Failure', 'False', 'Error', 'the pool was not found']],                   'Ready',       'it says that it is ready now'],
  ['a failure that is denied',                 [ready, ['Failure', 'False', 'NoError', 'nothing failed']],                         'Ready',       'that is a plain denial'],
  ['pods that are pending',                    [['Ready', 'False', 'PodsPending', 'pod x-0 is pending']],                          'Progressing', 'nothing is broken'],
  ['an approval that is awaited',              [['Ready', 'False', 'Pending', 'waiting for manual approval by an admin']],         'Paused',      'somebody must approve'],
  ['an approval that is pending',              [['Ready', 'False', 'ApprovalPending']],                                            'Paused',      'somebody must approve'],
  ['pending, and approved',                    [['Ready', 'False', 'Pending', 'issuance is pending, the request is approved']],    'Progressing', 'nobody must do anything any more'],
  ['an approval that was given',               [['Ready', 'False', 'Pending', 'approved, waiting for the machine']],               'Progressing', 'nobody must do anything any more'],
]

describe('what conditions say', () => {
  for (const [name, conditions, word, because] of cases) {
    it(`${name}: ${word}, because ${because}`, () => {
      const object = {
        apiVersion: 'example.com/v1',
        kind: 'Widget',
        metadata: { name: 'x' },
        status: {
          conditions: conditions.map(([type, status, reason = '', message = '']) => ({
            type,
            status,
            reason,
            message,
          })),
        },
      }
      const verdict = judge(object, { now: '2026-01-01T12:00:00Z', families })
      assert.equal(verdict.word, word, verdict.sentence)
    })
  }
})
