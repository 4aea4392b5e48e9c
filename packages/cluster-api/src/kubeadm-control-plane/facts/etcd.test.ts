import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { found, missing } from '@sitrep/status'
import { ago, clock } from '../../machines-of/testing.ts'
import {
  ailing,
  arriving,
  judged,
  leavingSince,
  member,
  membersAre,
  node,
  observedMachine,
  pass,
} from '../testing.ts'
import type { EtcdMember, MachineObserved } from '../types.ts'
import { lookAtMembers, type MembersLook, matchMembers } from './etcd-members.ts'
import { countMembers, staysHealthyWithOneMore } from './etcd-quorum.ts'
import type { JudgedMachine } from './machines.ts'

const three = ['a', 'b', 'c'].map((name) => member(name))
const etcd = 'EtcdMemberHealthy'

describe('how members fit Machines', () => {
  type Case = readonly [
    name: string,
    look: MembersLook,
    machines: readonly MachineObserved[],
    matching: boolean,
    strangers: readonly string[],
    because: string,
  ]
  const machines = ['a', 'b', 'c'].map((name) => observedMachine(name))
  const young = observedMachine('d', { node: found(node('d', { createdAt: ago(120) })) })
  const old = observedMachine('d', { node: found(node('d', { createdAt: ago(121) })) })
  const stranger = (name: string): string => `Etcd member ${name} does not have a corresponding Machine`
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: readonly Case[] = [
    ['one each',                       membersAre(...three),               machines,                                      true,  [],                 'each Machine has its member'],
    ['not known, Nodes there',         { members: 'unclear' },             machines,                                      false, [],                 'somebody should have a member'],
    ['not known, no Nodes',            { members: 'unclear' },             [arriving('a')],                               true,  [],                 'nobody could have one'],
    ['a Node of two minutes',          membersAre(...three),               [...machines, young],                          true,  [],                 'its member is on its way'],
    ['a Node of more',                 membersAre(...three),               [...machines, old],                            false, [],                 'its member should be there'],
    ['the same, deleting',             membersAre(...three),               [...machines, observedMachine('d', { seen: leavingSince(60) })], true, [], 'its member goes first'],
    ['its Node is gone',               membersAre(...three),               [...machines, observedMachine('d', { node: missing })], true, [],          'nobody can tell how old it is'],
    ['one too many',                   membersAre(...three, member('z')),  machines,                                      false, [stranger('z')],    'nobody knows whose it is'],
    ['one too many, one coming up',    membersAre(...three, member('z')),  [...machines, arriving('d')],                  true,  [stranger('z')],    'it may be the one that comes up'],
    ['one without a name',             membersAre(...three, member('', { id: '7' })), machines,                           false, [stranger('7 (Name not yet assigned)')], 'its id stands for it'],
  ]
  for (const [name, look, given, matching, strangers, because] of cases) {
    it(`${name}: ${matching ? 'fit' : 'do not fit'}, because ${because}`, () => {
      assert.deepEqual(matchMembers(look, given, clock), { matching, strangers })
    })
  }
})

describe('what a look at etcd tells', () => {
  type Case = readonly [
    name: string,
    machines: readonly MachineObserved[],
    etcd: Parameters<typeof lookAtMembers>[1]['etcd'],
    tells: MembersLook,
    because: string,
  ]
  const looked = { look: 'members', hasLeader: true, members: three } as const
  const machines = [observedMachine('a')]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: readonly Case[] = [
    ['members and a leader',    machines,                                            found(looked),                                            membersAre(...three),                                                                    'they agree'],
    ['no leader',               machines,                                            found({ ...looked, hasLeader: false }),                   { members: 'unclear' },                                                                  'they will agree'],
    ['nobody looked',           machines,                                            missing,                                                  { members: 'unclear' },                                                                  'what was said stands'],
    ['cannot connect',          machines,                                            found({ look: 'failed', at: 'connect', error: 'refused' }), { members: 'failed', at: 'connect', text: 'Failed to connect to etcd: refused' },       'the step that failed is told'],
    ['no alarms to be had',     machines,                                            found({ look: 'failed', at: 'alarms', error: 'timeout' }), { members: 'failed', at: 'alarms', text: 'Failed to get etcd alarms: timeout' },         'the step that failed is told'],
    ['only Machines that go',   [observedMachine('a', { seen: leavingSince(60) })],  found(looked),                                            { members: 'nobody-to-ask' },                                                            'nobody asks through those'],
    ['only Nodes that are gone', [observedMachine('a', { node: missing })],          found(looked),                                            { members: 'nobody-to-ask' },                                                            'there is no way in'],
  ]
  for (const [name, given, look, tells, because] of cases) {
    it(`${name}: ${tells.members}, because ${because}`, () => {
      assert.deepEqual(lookAtMembers(given, { ...pass().observed, etcd: look }), tells)
    })
  }
})

describe('the quorum of etcd', () => {
  type Case = readonly [
    name: string,
    members: readonly EtcdMember[],
    machines: readonly JudgedMachine[],
    says: string,
    because: string,
  ]
  const well = ['a', 'b', 'c'].map((name) => judged(name))
  const just = { lastTransitionTime: ago(10) }
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: readonly Case[] = [
    ['all well',                 three,                                           well,                                             '3 well, 0 not, 0 just now, 2 needed',  'two of three are a majority'],
    ['one sick',                 three,                                           [ailing('a', etcd), ...well.slice(1)],            '2 well, 1 not, 0 just now, 2 needed',  'its Machine says so'],
    ['one sick just now',        three,                                           [ailing('a', etcd, just), ...well.slice(1)],      '2 well, 0 not, 1 just now, 2 needed',  'it may pass'],
    ['a learner',                [...three, member('d', { learner: true })],      [...well, judged('d')],                           '4 well, 0 not, 0 just now, 2 needed',  'it does not vote, but counts'],
    ['one without a name',       [...three, member('')],                          well,                                             '4 well, 0 not, 0 just now, 2 needed',  'it is starting'],
    ['a stranger',               [...three, member('z')],                         well,                                             '3 well, 1 not, 0 just now, 3 needed',  'nobody speaks for it'],
    ['a stranger, one coming up', [...three, member('z')],                        [...well, judged('d', { nodeName: undefined })],  '4 well, 0 not, 0 just now, 3 needed',  'it must be the one'],
    ['two strangers, one coming up', [...three, member('y'), member('z')],        [...well, judged('d', { nodeName: undefined })],  '4 well, 1 not, 0 just now, 3 needed',  'only one of them can be'],
    ['no members',               [],                                              well,                                             '0 well, 0 not, 0 just now, 1 needed',  'there must be one'],
  ]
  for (const [name, members, machines, says, because] of cases) {
    it(`${name}: ${says}, because ${because}`, () => {
      const { healthy, unhealthy, unsettled, required } = countMembers(members, machines, clock)
      assert.equal(`${healthy} well, ${unhealthy} not, ${unsettled} just now, ${required} needed`, says)
    })
  }
})

describe('one more member', () => {
  type Case = readonly [
    name: string,
    members: readonly EtcdMember[],
    machines: readonly JudgedMachine[],
    may: boolean,
    because: string,
  ]
  const well = ['a', 'b', 'c'].map((name) => judged(name))
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: readonly Case[] = [
    ['to three that are well',  three,                                          well,                                               true,  'three of four are a majority'],
    ['to one that is well',     [member('a')],                                  [judged('a')],                                      true,  'there is no other way to grow'],
    ['to one that is sick',     [member('a')],                                  [ailing('a', etcd)],                                false, 'one of two is no majority'],
    ['to three, one sick',      three,                                          [ailing('a', etcd), ...well.slice(1)],              false, 'two of four are no majority'],
    ['beside a learner',        [...three, member('d', { learner: true })],     [...well, judged('d')],                             false, 'one at a time'],
    ['beside one without name', [...three, member('')],                         well,                                               false, 'one at a time'],
    ['beside a quiet stranger', [member('a'), member('z')],                         [judged('a')],                                      true,  'two of three are a majority'],
    ['beside a loud stranger',  [member('a'), member('z', { alarms: ['NOSPACE'] })], [judged('a')],                                  false, 'it raises alarms, and one of three is none'],
  ]
  for (const [name, members, machines, may, because] of cases) {
    it(`${name}: ${may}, because ${because}`, () =>
      assert.equal(staysHealthyWithOneMore(members, machines), may))
  }
})
