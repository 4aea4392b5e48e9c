import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { found, missing } from '@sitrep/status'
import { ago, clock } from '../machines-of/testing.ts'
import { type CheckInput, checkTarget } from './facts.ts'
import { cluster, ready, seenFor, spec, target } from './testing.ts'

const steady: CheckInput = { target: target(), cluster: cluster(), spec: spec(), clock }

type Case = readonly [
  name: string,
  given: Partial<CheckInput>,
  finds: string,
  because: string,
  message?: string,
]

const silent = (seconds: number) => found([seenFor(seconds, ['Ready', 'Unknown', 'NodeStatusUnknown'])])
const badDisk = (seconds: number) => ({ conditions: [seenFor(seconds, ['DiskHealthy', 'False', 'Smart'])] })
const noNode = { nodeName: undefined }
const waiting = (seconds: number, more: object = {}) => ({
  target: target({ node: undefined, seen: { ...noNode, createdAt: ago(seconds), ...more } }),
})
const unready = cluster({ infrastructureReady: seenFor(60, ['InfrastructureReady', 'False', 'NotReady']) })
const early = cluster({ controlPlaneInitialized: undefined })

const failed = (...lines: readonly string[]): string =>
  ['Health check failed:', ...lines.map((line) => `  * ${line}`)].join('\n')
const nodeUnknown =
  'Condition Ready on Node is reporting status Unknown with reason NodeStatusUnknown for more than 5m0s'
const diskFalse =
  'Condition DiskHealthy on Machine is reporting status False with reason Smart for more than 1m0s'
const marked = 'Health check failed: marked for remediation via cluster.x-k8s.io/remediate-machine annotation'

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: readonly Case[] = [
  ['steady',                            {},                                                                             'good',                          'it has a Node and the Node is well'],
  ['marked',                            { target: target({ seen: { marked: true } }) },                                 'failed HasRemediateAnnotation', 'somebody asked for it',                          marked],
  ['marked before there is a cluster',  { target: target({ seen: { marked: true } }), cluster: early },                 'failed HasRemediateAnnotation', 'that comes before everything else',              marked],
  ['worker before the control plane',   { ...waiting(3_600), cluster: early },                                          'undecided',                     'there is nothing to join'],
  ['control plane before itself',       { ...waiting(3_600, { controlPlane: true }), cluster: early },                  'failed NodeStartupTimeout',     'the first one may be to blame',                  failed('Node failed to report startup in 10m0s')],
  ['infrastructure not ready',          { target: target({ node: silent(3_600) }), cluster: unready },                  'undecided',                     'nobody is to blame for that'],
  ['infrastructure not ready, control plane', { ...waiting(3_600, { controlPlane: true }), cluster: unready },          'undecided',                     'nobody is to blame for that'],
  ['Machine bad for 61 seconds',        { target: target({ seen: badDisk(61) }) },                                      'failed UnhealthyMachine',       'a minute is over',                               failed(diskFalse)],
  ['Machine bad for 60 seconds',        { target: target({ seen: badDisk(60) }) },                                      'undecided',                     'exactly a minute is not more, and it may pass'],
  ['Machine and Node bad',              { target: target({ seen: badDisk(61), node: silent(301) }) },                   'failed UnhealthyMachine',       'the Machine comes first, and all is told',       failed(diskFalse, nodeUnknown)],
  ['Node deleted',                      { target: target({ node: missing }) },                                          'failed NodeDeleted',            'it had one',                                     failed('Node w has been deleted')],
  ['Node deleted, Machine bad',         { target: target({ seen: badDisk(61), node: missing }) },                       'failed UnhealthyMachine',       'the Machine comes first, and all is told',       failed(diskFalse, 'Node w has been deleted')],
  ['no Node for 601 seconds',           waiting(601),                                                                   'failed NodeStartupTimeout',     'ten minutes are over',                           failed('Node failed to report startup in 10m0s')],
  ['no Node for 600 seconds',           waiting(600),                                                                   'undecided',                     'exactly ten minutes are not more'],
  ['no Node, infrastructure came late', waiting(3_600, { conditions: [seenFor(60, ['InfrastructureReady', 'True', 'Ready'])] }), 'undecided',             'time counts from when it could have started'],
  ['no Node, infrastructure not ready', waiting(3_600, { conditions: [seenFor(60, ['InfrastructureReady', 'False', 'NotReady'])] }), 'failed NodeStartupTimeout', 'what is not ready sets no clock back',     failed('Node failed to report startup in 10m0s')],
  ['no Node, control plane came late',  { ...waiting(3_600), cluster: cluster({ controlPlaneInitialized: seenFor(60, ['ControlPlaneInitialized', 'True', 'Initialized']) }) }, 'undecided', 'time counts from when it could have joined'],
  ['no Node, cluster came late',        { ...waiting(3_600), cluster: cluster({ infrastructureReady: seenFor(60, ['InfrastructureReady', 'True', 'Ready']) }) }, 'undecided', 'time counts from when it could have started'],
  ['no Node, timeout switched off',     { ...waiting(86_400), spec: spec({ nodeStartupSeconds: 0 }) },                  'undecided',                     'zero is forever, and without a Node nobody is well'],
  ['Node silent for 301 seconds',       { target: target({ node: silent(301) }) },                                      'failed UnhealthyNode',          'five minutes are over',                          failed(nodeUnknown)],
  ['Node silent for 300 seconds',       { target: target({ node: silent(300) }) },                                      'undecided',                     'exactly five minutes are not more'],
  ['Node condition nobody asks about',  { target: target({ node: found([ready, seenFor(3_600, ['DiskPressure', 'True', 'Full'])]) }) }, 'good',          'the health check names what counts'],
  ['Node says nothing',                 { target: target({ node: found([]) }) },                                        'good',                          'only what is said can be bad'],
  ['deleting, Node well',               { target: target({ seen: { deleting: true } }) },                               'undecided',                     'one that goes is not counted as well'],
  ['deleting, Node silent',             { target: target({ seen: { deleting: true }, node: silent(301) }) },            'failed UnhealthyNode',          'it is told nevertheless',                        failed(nodeUnknown)],
]

describe('a look at a Machine by its health check', () => {
  for (const [name, given, finds, because, message] of cases) {
    it(`${name}: ${finds}, because ${because}`, () => {
      const finding = checkTarget({ ...steady, ...given })
      assert.equal(finding.health === 'failed' ? `failed ${finding.reason}` : finding.health, finds)
      if (message !== undefined) assert.equal(finding.health === 'failed' && finding.message, message)
    })
  }
})
