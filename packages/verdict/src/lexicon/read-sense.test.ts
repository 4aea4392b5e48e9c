import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Sense, senses } from '@sitrep/status'
import { readLastSense, readSense } from './read-sense.ts'
import { lexicon } from './senses.ts'

type Case = readonly [text: string, sense: Sense | undefined, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const names: readonly Case[] = [
  ['RetriesExhausted',          'final',    'nobody tries again'],
  ['CrashLoopBackOff',          'bad',      'a phrase counts as one word'],
  ['HEALTH_ERR',                'bad',      'underscores part words'],
  ['not-ready',                 'unready',  'a "not" turns round what follows'],
  ['PartiallyReady',            'unready',  'a part is not the whole'],
  ['HEALTH_WARN',               'warning',  'no failure, and no good news'],
  ['Hibernated',                'paused',   'it sleeps on purpose'],
  ['Provisioning',              'progress', 'an unknown word in -ing goes on'],
  ['WaitingForReady',           'progress', 'what is waited for is not there yet'],
  ['Inconclusive',              'unknown',  'it says neither'],
  ['Submitted',                 'step',     'a stage on the way'],
  ['NotApplicable',             'none',     'there is nothing to judge'],
  ['ProvisioningSucceeded',     'done',     'the very next word tells the end'],
  ['Cluster in healthy state',  'good',     'one known word is enough'],
  ['NoErrors',                  'good',     'a problem that is denied'],
  ['Rollout',                   'task',     'a work, with no word about its end'],
  ['RolloutFailed',             'bad',      'the end of a work outweighs its name'],
  ['Frobnicated',               undefined,  'a word that nobody knows says nothing'],
  ['',                          undefined,  'no words'],
  ['Monitoring',                undefined,  'not every word in -ing goes on'],
]

describe('the sense of a name', () => {
  for (const [text, sense, because] of names) {
    it(`${text || 'an empty text'}: ${sense ?? 'nothing'}, because ${because}`, () => {
      assert.equal(readSense(text), sense)
    })
  }

  it('is tested for every sense', () => {
    assert.deepEqual(new Set(names.flatMap(([, sense]) => sense ?? [])), new Set(senses))
  })

  it('gives every entry of the lexicon the sense it stands under, and each stands there once', () => {
    const other = lexicon.filter(([text, sense]) => readSense(text) !== sense)
    assert.deepEqual(other, [])
    assert.equal(new Set(lexicon.map(([text]) => text)).size, lexicon.length)
  })
})

// biome-ignore format: the table is the specification; its columns stay aligned
const prose: readonly Case[] = [
  ['listing the routing of existing things',      undefined,  'in prose a word in -ing is mostly no state'],
  ['Waiting for a Node to exist',                 'progress', 'to wait is to go on'],
  ['failed to create VPC: quota exceeded',        'bad',      'it failed'],
  ['could not find it: not found',                'bad',      'a "not" does not reach over another one'],
  ['not all replicas are ready',                  'unready',  'the "not" reaches over a few words'],
]

describe('the sense of a sentence', () => {
  for (const [text, sense, because] of prose) {
    it(`${text}: ${sense ?? 'nothing'}, because ${because}`, () => {
      assert.equal(readSense(text, 'prose'), sense)
    })
  }
})

describe('the last sense of a name', () => {
  it('is what matters of a condition type', () => {
    assert.deepEqual(['DatabaseUpgradeFailed', 'FailureRecovered', 'UpgradeInProgress'].map(readLastSense), [
      'bad',
      'good',
      'progress',
    ])
  })
})
