import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { found } from '@sitrep/status'
import { ago, condition } from '../../machines-of/testing.ts'
import {
  ailing,
  judged,
  leavingSince,
  member,
  membersAre,
  node,
  observedMachine,
  pass,
  spec,
  steady as well,
} from '../testing.ts'
import type { PassFacts } from './pass.ts'
import { type PreflightInput, preflightBullets, preflightChecks } from './preflight.ts'

const controlPlane = [condition('CertificatesAvailable', 'True'), condition('EtcdClusterHealthy', 'True')]

/** A control plane of three that wants so many. */
const wanting = (replicas: number | undefined, more: Parameters<typeof pass>[0] = {}): PassFacts =>
  pass({ spec: spec({ replicas }), ...more })

const steady: PreflightInput = { pass: wanting(3), judged: well.judged, controlPlane }

type Case = readonly [
  name: string,
  given: Partial<PreflightInput>,
  blocked: readonly string[],
  because: string,
]

const growing = { pass: wanting(5) }
const shrinking = { pass: wanting(2) }
const without = { controlPlane: [condition('EtcdClusterHealthy', 'True')] }
const badPod = [judged('a'), ailing('b', 'SchedulerPodHealthy'), judged('c')]
const badMember = [judged('a'), ailing('b', 'EtcdMemberHealthy'), judged('c')]
const cluster = (more: Partial<PassFacts['cluster']>): Partial<PreflightInput> => ({
  pass: wanting(5, { cluster: { ...pass().cluster, ...more } }),
})
const replacing = (members: PassFacts['members']): PassFacts =>
  wanting(5, {
    members,
    observed: { controlPlane: { ...pass().observed.controlPlane, remediationInProgress: '{}' } },
  })
const threeMembers = membersAre(...['a', 'b', 'c'].map((name) => member(name)))
const stranger = membersAre(...['a', 'b', 'c', 'z'].map((name) => member(name)))
const unhealthyEtcd = { controlPlane: [condition('CertificatesAvailable', 'True')] }
const old = ['a', 'b', 'c'].map((name) => observedMachine(name, { seen: { specVersion: 'v1.33.4' } }))

const version = (name: string): string => `* waiting for a version upgrade to ${name} to be propagated`
const certificates = '* cluster certificates are missing or unknown'
const components = '* waiting for control plane components to become healthy'
const etcd = '* waiting for etcd cluster to become healthy'

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: readonly Case[] = [
  ['steady',                              {},                                                                   [],                    'nothing is to be created or deleted'],
  ['steady, a Pod sick',                  { judged: badPod },                                                   [],                    'nothing is to be created or deleted'],
  ['nobody says how many are wanted',     { pass: wanting(undefined), judged: badPod },                         [],                    'nothing is to be created or deleted'],
  ['growing',                             growing,                                                              [],                    'everything is well'],
  ['growing from nothing',                { ...growing, ...without, judged: [] },                               [],                    'with no Machines nothing is checked'],
  ['growing, deleted as a whole',         { pass: wanting(5, { deleting: true }), judged: badPod },             [],                    'nobody creates Machines any more'],
  ['growing, topology is ahead',          cluster({ topologyVersion: 'v1.35.0' }),                              [version('v1.35.0')],  'the control plane gets it first'],
  ['growing, topology is many steps ahead', cluster({ topologyVersion: 'v1.36.0', upgradeStep: 'v1.35.0' }),    [version('v1.35.0')],  'the next step is waited for'],
  ['growing, the step is reached',        cluster({ topologyVersion: 'v1.36.0', upgradeStep: 'v1.34.1' }),      [],                    'this is the version of the step'],
  ['growing, topology ahead and Pod sick', { ...cluster({ topologyVersion: 'v1.35.0' }), judged: badPod },      [version('v1.35.0')],  'the first that fails stands alone'],
  ['growing, no certificates',            { ...growing, ...without },                                           [certificates],        'nobody could join'],
  ['growing, no certificates, Pod sick',  { ...growing, ...without, judged: badPod },                           [certificates],        'the first that fails stands alone'],
  ['shrinking, no certificates',          { ...shrinking, ...without },                                         [],                    'nobody is to join'],
  ['growing, a Pod sick',                 { ...growing, judged: badPod },                                       [components],          'trouble would only grow'],
  ['growing, a member sick',              { ...growing, judged: badMember },                                    [etcd],                'etcd might lose its quorum'],
  ['growing, both',                       { ...growing, judged: [...badPod, ...badMember] },                    [components, etcd],    'these two stand together'],
  ['growing, a Machine without a Node',   { ...growing, judged: [judged('a'), judged('b', { nodeName: undefined })] }, [components, etcd], 'it is still coming up'],
  ['growing, a member sick elsewhere',    { pass: pass({ spec: spec({ replicas: 5, etcdManaged: false }) }), judged: badMember }, [], 'an etcd that runs elsewhere is not asked about'],
  ['shrinking, another is sick',          { ...shrinking, judged: badPod },                                     [components],          'it would be left with the sick one'],
  ['shrinking, the sick one goes',        { ...shrinking, judged: [ailing('a', 'SchedulerPodHealthy'), judged('b'), judged('c')] }, [], 'the oldest goes, and that is the sick one'],
  ['shrinking, the sick one is marked',   { ...shrinking, judged: [judged('a'), judged('b', { markedForDeletion: true, conditions: [condition('SchedulerPodHealthy', 'False')] }), judged('c')] }, [], 'somebody chose it'],
  ['growing, a Machine is being deleted', { ...growing, judged: [...badPod, judged('d', leavingSince(60))] },   [],                    'the pass ends before'],
  ['growing, an in-place update',         { ...growing, judged: [...badPod, judged('d', { updatingInPlace: true })] }, [],             'the pass ends before'],
  ['growing, the pass ended early',       { pass: wanting(5, { reached: false }), judged: badPod },             [],                    'the pass ends before'],
  ['growing, connection lost',            { pass: wanting(5, { gate: 'lost' }), judged: badPod },               [],                    'the pass ends before'],
  ['growing, Nodes cannot be listed',     { pass: wanting(5, { gate: 'no-nodes' }), judged: badPod },           [components],          'that does not end the pass'],
  ['growing, not initialized',            { pass: wanting(5, { gate: 'uninitialized' }), judged: badPod },      [components],          'that does not end the pass'],
  ['growing, a member without a Machine', { ...unhealthyEtcd, pass: wanting(5, { members: stranger }), judged: badPod }, [],           'the member is removed first'],
  ['growing, rollout of another kind',    { pass: pass({ spec: spec({ replicas: 5, rollingUpdate: false }), machines: old }), judged: badPod }, [], 'nobody knows how to go about it'],
  ['replacing a broken one',              { pass: replacing(threeMembers), judged: badPod },                    [],                    'one whole Machine and a quorum are enough'],
  ['replacing, none is whole',            { pass: replacing(threeMembers), judged: ['a', 'b', 'c'].map((name) => ailing(name, 'SchedulerPodHealthy')) }, [components], 'nobody is left to join'],
  ['replacing, quorum at risk',           { pass: replacing(threeMembers), judged: [judged('a'), ailing('b', 'EtcdMemberHealthy'), ailing('c', 'EtcdMemberHealthy')] }, [etcd], 'a fourth voter would ask for three'],
]

describe('the preflight checks of a control plane', () => {
  for (const [name, given, blocked, because] of cases) {
    it(`${name}: ${blocked.length === 0 ? 'passed' : blocked.join(' ')}, because ${because}`, () => {
      assert.deepEqual(preflightBullets(preflightChecks({ ...steady, ...given })), blocked)
    })
  }

  it('a nameless member beside a young Node does not count as one without a Machine', () => {
    const machines = ['a', 'b', 'c'].map((name) =>
      observedMachine(name, { node: found(node(name, { createdAt: ago(19) })) }),
    )
    const members = membersAre(member('a'), member('b'), member('c'), member(''))
    const given = { ...steady, ...unhealthyEtcd, pass: wanting(5, { members, machines }), judged: badPod }
    assert.deepEqual(preflightBullets(preflightChecks(given)), [components])
  })
})
