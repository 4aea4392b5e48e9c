import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { judge } from '../judge.ts'

type Case = readonly [
  name: string,
  parts: { kind?: string; metadata?: object; spec?: object; status?: object },
  word: string,
  because: string,
]

const partition = { updateStrategy: { rollingUpdate: { partition: 2 } } }
const steps = { strategy: { canary: { steps: [{ setWeight: 10 }, { pause: {} }, { setWeight: 50 }] } } }

// biome-ignore format: the table is the specification; its columns stay aligned
const counts: readonly Case[] = [
  ['old replicas',                        { spec: { replicas: 3 }, status: { replicas: 4, updatedReplicas: 3, readyReplicas: 3 } },                        'Progressing', 'one of before is still there'],
  ['no old replicas',                     { spec: { replicas: 3 }, status: { replicas: 3, updatedReplicas: 3, readyReplicas: 3 } },                        'Ready',       'all are new'],
  ['old replicas by a partition',         { spec: { replicas: 3, ...partition }, status: { replicas: 3, updatedReplicas: 1, readyReplicas: 3 } },          'Ready',       'the others are to stay as they are'],
  ['none of none, in the status alone',   { status: { replicas: 0, readyReplicas: 0 } },                                                                   'Unknown',     'nobody has counted yet'],
  ['none of none, as a ratio',            { status: { ready: '0/0' } },                                                                                    'Unknown',     'nobody has counted yet'],
  ['none of none, as a ratio, as asked',  { spec: { replicas: 0 }, status: { ready: '0/0' } },                                                             'Ready',       'none was asked for'],
  ['none of none, as asked',              { spec: { worker: { replicas: 0 } }, status: { worker: { replicas: 0, readyReplicas: 0 } } },                    'Ready',       'none was asked for'],
  ['none of none, beside a good state',   { status: { phase: 'Ready', replicas: 0, readyReplicas: 0 } },                                                   'Ready',       'the state says it'],
  ['two states in one counter, short',    { spec: { replicas: 3 }, status: { updatedReadyReplicas: 2 } },                                                  'Progressing', 'replicas are counted, not ready replicas'],
  ['two states in one counter',           { spec: { replicas: 3 }, status: { updatedReadyReplicas: 3 } },                                                  'Ready',       'three of three'],
  ['wanted in sum',                       { spec: { nodeSets: [{ count: 2 }, { count: 1 }] }, status: { availableNodes: 2 } },                             'Progressing', 'two of three'],
  ['as many as wanted in sum',            { spec: { nodeSets: [{ count: 2 }, { count: 1 }] }, status: { availableNodes: 3 } },                             'Ready',       'three of three'],
  ['some not ready, by their name',       { status: { phase: 'Ready', notReady: 1 } },                                                                     'Progressing', 'one is missing'],
  ['ready and unready together',          { status: { readyNodeNum: 2, unreadyNodeNum: 0 } },                                                              'Ready',       'two of two'],
  ['instances against replicas',          { spec: { replicas: 2 }, status: { readyNodes: 1 } },                                                            'Progressing', 'nodes are what was asked for as replicas'],
  ['successes of a work that ended',      { kind: 'WidgetJob', status: { desired: 2, succeeded: 2, completionTime: '2026-01-01T00:00:00Z' } },             'Ready',       'two of two succeeded'],
  ['too few successes at the end',        { kind: 'WidgetJob', status: { desired: 2, succeeded: 1, completionTime: '2026-01-01T00:00:00Z' } },             'Stalled',     'one of two did not'],
  ['successes of a work that goes on',    { kind: 'WidgetJob', status: { desired: 2, succeeded: 1 } },                                                     'Progressing', 'it has not ended'],
  ['two lists that could be the sum',     { spec: { a: [{ count: 2 }], b: [{ count: 1 }] }, status: { phase: 'Ready', availableNodes: 1 } },               'Ready',       'nobody knows which of them is counted'],
  ['counters of an entry with a health',  { status: { phase: 'Ready', shards: [{ name: 'a', health: 'Healthy', replicas: 3, readyReplicas: 2 }] } },       'Ready',       'whoever said healthy has counted'],
  ['counters of an entry without one',    { status: { phase: 'Ready', shards: [{ name: 'a', replicas: 3, readyReplicas: 2 }] } },                          'Progressing', 'two of three'],
]

// biome-ignore format: the table is the specification; its columns stay aligned
const runs: readonly Case[] = [
  ['entries that are all good',           { status: { shards: [{ name: 'a', phase: 'Ready' }] } },                                                         'Unknown',     'nothing sums them up'],
  ['entries and a summary',               { status: { phase: 'Ready', shards: [{ name: 'a', phase: 'Ready' }] } },                                         'Ready',       'the whole says it'],
  ['an entry that is broken',             { status: { shards: [{ name: 'a', phase: 'Failed' }] } },                                                        'Degraded',    'one that is broken is enough'],
  ['an entry that is not synced',         { status: { phase: 'Ready', clusters: [{ name: 'a', synced: false }] } },                                        'Progressing', 'it is on its way'],
  ['an entry that is not delivered',      { status: { phase: 'Ready', clusters: [{ name: 'a', conditions: [{ type: 'Delivered', status: 'False' }] }] } }, 'Progressing', 'it is on its way'],
  ['a main state that nobody can read',   { status: { state: 'Frobnicated', parts: { a: { state: 'Running' } } } },                                        'Unknown',     'good parts do not speak for it'],
  ['a main state by number',              { status: { state: 3, parts: { a: { state: 'Running' } } } },                                                    'Unknown',     'nobody knows what the number stands for'],
  ['a progress by number',                { status: { progress: 3, parts: { a: { state: 'Running' } } } },                                                 'Ready',       'that is no state'],
  ['such a state beside a good one',      { status: { state: 'Frobnicated', conditions: [{ type: 'Ready', status: 'True' }] } },                           'Ready',       'the whole is ready, in a word that is known'],
  ['the last operation goes on',          { status: { phase: 'Ready', lastOperation: { state: 'Processing' } } },                                          'Progressing', 'somebody is at work'],
  ['the last operation went well',        { status: { lastOperation: { state: 'Succeeded' } } },                                                           'Unknown',     'what was is not what is'],
  ['the last operation failed',           { status: { lastSyncStatus: 'Failed' } },                                                                        'Degraded',    'nothing else is said'],
  ['the last operation failed, and yet',  { status: { phase: 'Ready', lastSyncStatus: 'Failed' } },                                                        'Ready',       'it says that it is ready now'],
  ['a flag about the last time',          { status: { lastBackupSucceeded: true } },                                                                       'Unknown',     'what was is not what is'],
  ['a stage that went well',              { status: { stage: 'ingress', stageStatus: 'success' } },                                                        'Progressing', 'there are other stages'],
  ['the last stage went well',            { status: { stage: 'complete', stageStatus: 'success' } },                                                       'Ready',       'no stage is left'],
  ['the result of a stage',               { status: { stage: 'build', result: 'Success' } },                                                               'Progressing', 'it speaks for the stage'],
  ['an end that did not pass',            { kind: 'WidgetTest', status: { phase: 'Completed', pass: false } },                                             'Stalled',     'the outcome counts, not that it ended'],
  ['an end that passed',                  { kind: 'WidgetTest', status: { phase: 'Completed', pass: true } },                                              'Ready',       'it has passed'],
  ['not passed, and not ended',           { kind: 'WidgetTest', status: { phase: 'Running', pass: false } },                                               'Progressing', 'it can still pass'],
  ['a success before the last start',     { kind: 'CronWidget', status: { lastScheduleTime: '2026-01-01T11:00:00Z', lastSuccessfulTime: '2026-01-01T10:05:00Z' } }, 'Degraded', 'the last run did not go well'],
  ['a success after the last start',      { kind: 'CronWidget', status: { lastScheduleTime: '2026-01-01T11:00:00Z', lastSuccessfulTime: '2026-01-01T11:05:00Z' } }, 'Ready',    'it rests'],
  ['a run that is active',                { kind: 'CronWidget', status: { active: [{ name: 'r' }], lastScheduleTime: '2026-01-01T11:00:00Z', lastSuccessfulTime: '2026-01-01T10:05:00Z' } }, 'Progressing', 'it can still go well'],
  ['a schedule at rest',                  { kind: 'BackupSchedule', status: { lastBackup: 'b-7' } },                                                       'Ready',       'it rests between runs'],
  ['a schedule that is scheduled',        { kind: 'ScheduledWidget', status: { scheduleState: 'Scheduled', state: 'Scheduled' } },                         'Ready',       'that is all it does'],
  ['no schedule',                         { kind: 'Widget', status: { lastBackup: 'b-7' } },                                                               'Unknown',     'nothing says that it rests'],
  ['the error of a try before',           { kind: 'WidgetRun', status: { phase: 'Succeeded', errorMessage: 'no route' } },                                 'Ready',       'it went well at last'],
  ['an error beside a running state',     { kind: 'Widget', status: { phase: 'Running', errorMessage: 'no route' } },                                      'Degraded',    'it is not over'],
  ['prose beside a state that is done',   { kind: 'WidgetRun', status: { phase: 'Succeeded', message: 'two tries failed' } },                              'Ready',       'prose never outvotes a state'],
  ['prose alone',                         { kind: 'WidgetRun', status: { message: 'two tries failed' } },                                                  'Degraded',    'it is all that is said'],
  ['an end with a time, and a bad part',  { status: { phase: 'Completed', completionTime: '2026-01-01T00:00:00Z', tasks: [{ name: 'a', state: 'Failed' }] } }, 'Ready',   'it ended well, whatever happened on the way'],
  ['an end without a time',               { status: { phase: 'Completed', tasks: [{ name: 'a', state: 'Failed' }] } },                                     'Degraded',    'it may be the end of a stage only'],
  ['an error that it exists',             { status: { phase: 'Ready', error: 'bucket x already exists' } },                                                'Ready',       'what was wanted is there'],
  ['an error that it belongs to others',  { status: { phase: 'Ready', error: 'cannot take over: denied, x already exists' } },                             'Degraded',    'that is a failure'],
  ['accepted for good',                   { status: { state: 'Accepted' } },                                                                               'Ready',       'it does not end'],
  ['accepted, and to be done',            { kind: 'WidgetRequest', status: { state: 'Accepted' } },                                                        'Progressing', 'it is a work'],
]

// biome-ignore format: the table is the specification; its columns stay aligned
const failures: readonly Case[] = [
  ['errMsg',                              { status: { phase: 'Ready', errMsg: 'no route' } },                                                              'Degraded',    'it is filled only when something is wrong'],
  ['errorDescription',                    { status: { phase: 'Ready', errorDescription: 'no route' } },                                                    'Degraded',    'the same'],
  ['an empty errMsg',                     { status: { phase: 'Ready', errMsg: '' } },                                                                      'Ready',       'empty is none'],
  ['a number of errors',                  { status: { phase: 'Ready', errorCode: 0 } },                                                                    'Ready',       'a number is no text'],
  ['a lack',                              { status: { noMatchingInstances: true } },                                                                       'Degraded',    'something is lacking'],
  ['a lack that is denied',               { status: { phase: 'Ready', noMatchingInstances: false } },                                                      'Ready',       'nothing is lacking'],
  ['a lack deep down',                    { status: { phase: 'Ready', disk: { noDevice: true } } },                                                        'Ready',       'that is a setting'],
  ['a lack of errors',                    { status: { phase: 'Ready', noErrors: true } },                                                                  'Ready',       'that is none'],
  ['errormsg',                            { status: { phase: 'Ready', errormsg: 'no route' } },                                                            'Degraded',    'not everybody writes capitals'],
  ['a crash loop in a part',              { status: { phase: 'Deploying', pods: [{ name: 'a', state: 'Waiting', reason: 'CrashLoopBackOff' }] } },         'Degraded',    'it will not go on by itself'],
  ['an image in a part',                  { status: { phase: 'Deploying', pods: [{ name: 'a', message: 'ErrImagePull: x:1' }] } },                         'Degraded',    'it will not go on by itself'],
  ['a part that waits for a volume',      { status: { phase: 'Deploying', pods: [{ name: 'a', state: 'Waiting', reason: 'AttachVolume' }] } },             'Progressing', 'nothing is broken'],
  ['a crash loop that is over',           { status: { phase: 'Ready', pods: [{ name: 'a', state: 'Running', message: 'after CrashLoopBackOff' }] } },      'Ready',       'the part runs now'],
]

// biome-ignore format: the table is the specification; its columns stay aligned
const pauses: readonly Case[] = [
  ['disabled',                            { spec: { disabled: true }, status: { ready: true } },                                                           'Paused',      'somebody has switched it off'],
  ['not disabled',                        { spec: { disabled: false }, status: { ready: true } },                                                          'Ready',       'it is on'],
  ['not enabled',                         { spec: { enabled: false }, status: { ready: true } },                                                           'Paused',      'somebody has switched it off'],
  ['a part that is not enabled',          { spec: { tls: { enabled: false } }, status: { ready: true } },                                                  'Ready',       'the whole is on'],
  ['suspended by its policy',             { spec: { runPolicy: { suspend: true } }, status: { ready: true } },                                             'Paused',      'somebody has switched it off'],
  ['an update that is paused',            { spec: { updateStrategy: { paused: true } }, status: { ready: true } },                                         'Paused',      'nothing is updated'],
  ['an approval that is awaited',         { status: { phase: 'WaitingForUserApproval' } },                                                                 'Paused',      'somebody must approve'],
  ['an approval told in a message',       { status: { phase: 'Pending', message: 'waiting for manual approval' } },                                        'Paused',      'somebody must approve'],
  ['waiting for something else',          { status: { phase: 'Pending', message: 'waiting for the volume' } },                                             'Progressing', 'nobody must do anything'],
  ['reconciling switched off',            { metadata: { annotations: { 'example.com/reconcile': 'disabled' } }, status: { ready: true } },                 'Paused',      'nobody looks after it'],
  ['not managed',                         { metadata: { annotations: { 'example.com/managed': 'false' } }, status: { ready: true } },                      'Paused',      'nobody looks after it'],
  ['skipped',                             { metadata: { annotations: { 'example.com/skip-reconcile': 'true' } }, status: { ready: true } },                'Paused',      'nobody looks after it'],
  ['reconciling asked for',               { metadata: { annotations: { 'example.com/reconcile': 'now' } }, status: { ready: true } },                      'Ready',       'that is no switch'],
  ['a step that pauses',                  { spec: steps, status: { ready: true, currentStepIndex: 1 } },                                                   'Paused',      'the rollout stands there'],
  ['a step that does not',                { spec: steps, status: { ready: true, currentStepIndex: 3 } },                                                   'Ready',       'all steps are done'],
  ['disabled, as a state',                { status: { state: 'Disabled' } },                                                                               'Paused',      'somebody has switched it off'],
  ['disabled, of a part',                 { status: { phase: 'Ready', mirror: { state: 'Disabled' } } },                                                   'Ready',       'a part that is not wanted'],
  ['a step that says it',                 { status: { phase: 'Progressing', canaryStatus: { currentStepState: 'StepPaused' } } },                          'Paused',      'the current step pauses'],
]

// biome-ignore format: the table is the specification; its columns stay aligned
const quiet: readonly Case[] = [
  ['a configuration without a status',    { kind: 'WidgetConfig' },                                                                                        'Ready',       'it only holds settings'],
  ['a configuration with users',          { kind: 'WidgetConfig', status: { users: 3, conditions: [] } },                                                  'Ready',       'who uses it is no state'],
  ['a configuration that says something', { kind: 'WidgetConfig', status: { applied: false } },                                                            'Progressing', 'it is applied by somebody'],
  ['a use',                               { kind: 'WidgetUsage' },                                                                                         'Ready',       'it only says that something is used'],
  ['settings',                            { kind: 'WidgetSettings' },                                                                                      'Unknown',     'nothing is reported'],
  ['any other kind',                      { kind: 'Widget' },                                                                                              'Unknown',     'nothing is reported'],
  ['a configuration of a moment ago',     { kind: 'WidgetConfig', metadata: { creationTimestamp: '2026-01-01T11:59:00Z' } },                               'Progressing', 'a report may be on its way'],
]

for (const [what, cases] of Object.entries({ counts, runs, failures, pauses, quiet })) {
  describe(`what a status says: ${what}`, () => {
    for (const [name, { kind = 'Widget', metadata, spec, status }, word, because] of cases) {
      it(`${name}: ${word}, because ${because}`, () => {
        const object = {
          apiVersion: 'example.com/v1',
          kind,
          metadata: { name: 'x', ...metadata },
          ...(spec && { spec }),
          ...(status && { status }),
        }
        const verdict = judge(object, { now: '2026-01-01T12:00:00Z', families: [] })
        assert.equal(verdict.word, word, verdict.sentence)
      })
    }
  })
}
