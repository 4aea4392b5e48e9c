import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ago, condition } from '../../machines-of/testing.ts'
import { judged } from '../testing.ts'
import type { JudgedMachine } from './machines.ts'
import { type Candidates, scaleDownCandidate } from './scale-down-candidate.ts'

const one = (name: string, failureDomain: string, more: Partial<JudgedMachine> = {}): JudgedMachine =>
  judged(name, { failureDomain, createdAt: ago(600), ...more })
const [a, b, c] = [one('a', 'x'), one('b', 'y'), one('c', 'y')]
const marked = one('m', 'x', { markedForDeletion: true })
const broken = one('s', 'x', { conditions: [condition('EtcdPodHealthy', 'False')] })

describe('the Machine that goes next', () => {
  type Case = readonly [
    name: string,
    candidates: Partial<Candidates>,
    goes: string | undefined,
    because: string,
  ]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: readonly Case[] = [
    ['nobody there',               { machines: [] },                                        undefined, 'there is none'],
    ['all alike',                  {},                                                      'b',       'the fullest failure domain loses one'],
    ['one older',                  { machines: [a, b, one('c', 'y', { createdAt: ago(900) })] }, 'c',  'the oldest of the domain goes'],
    ['somebody marked one',        { machines: [a, b, c, marked] },                         'm',       'a wish comes first'],
    ['marked and outdated',        { machines: [a, b, c, marked, one('o', 'y', { markedForDeletion: true })], outdated: [one('o', 'y', { markedForDeletion: true })] }, 'o', 'both together come before either'],
    ['one outdated',               { outdated: [a] },                                       'a',       'a rollout replaces it'],
    ['outdated, one broken',       { machines: [a, b, c, broken], outdated: [b, c, broken] }, 's',     'the broken one is worth least'],
    ['broken, up to date',         { machines: [a, b, c, broken], outdated: [a] },          'a',       'only what is to be replaced counts'],
    ['outside of all domains',     { machines: [a, b, c, one('z', 'old')] },                'z',       'its domain is no longer wanted'],
    ['no domains at all',          { failureDomains: [], machines: [one('b', ''), one('a', '')] }, 'a', 'of the same age the first by name'],
    ['as many, fewer of all',      { machines: [a, one('d', 'x'), b, one('e', 'y'), c], outdated: [a, b] }, 'b', 'the domain with more Machines loses one'],
  ]
  for (const [name, candidates, goes, because] of cases) {
    it(`${name}: ${goes ?? 'nobody'}, because ${because}`, () => {
      const given = {
        machines: [a, b, c],
        outdated: [],
        failureDomains: ['x', 'y'],
        healthTypes: ['EtcdPodHealthy'],
      }
      assert.equal(scaleDownCandidate({ ...given, ...candidates })?.name, goes)
    })
  }
})
