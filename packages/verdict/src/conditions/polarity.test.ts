import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { KindKnowledge } from '@sitrep/status'
import { polarityOf, readType } from './polarity.ts'

type Case = readonly [type: string, says: string, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: readonly Case[] = [
  ['Ready',                    'whole registry',    'it means the same everywhere'],
  ['ready',                    'whole registry',    'in any case of its letters'],
  ['example.com/Ready',        'whole registry',    'a domain before it changes nothing'],
  ['Stalled',                  'final registry',    'by its convention nobody tries again'],
  ['Suspended',                'pause registry',    'nothing goes on while it is True'],
  ['Progressing',              'progress registry', 'work goes on while it is True'],
  ['MemoryPressure',           'problem name',      'the last word is bad'],
  ['FetchFailed',              'problem name',      'the last word is bad'],
  ['ResourcesUnavailable',     'problem name',      'the last word is not good'],
  ['HasErrors',                'problem name',      'errors are bad'],
  ['ErrorOccurred',            'problem name',      'the only word that is known is bad'],
  ['NoMatchingInstance',       'problem name',      'a lack is a problem, whatever is lacking'],
  ['NotFrobbed',               'problem name',      'a "not" before a word that nobody knows'],
  ['DatabaseReady',            'part name',         'good, and about a part'],
  ['ReconcileSuccess',         'part name',         'it ends well'],
  ['NetworkCreated',           'part name',         'something that it has got'],
  ['PodsScheduled',            'step name',         'a stage on the way'],
  ['RollingRestart',           'progress name',     'a work that goes on'],
  ['VolumeResizing',           'progress name',     'a word in -ing'],
  ['LiveMigratable',           'neutral name',      'what could be done says nothing about the state'],
  ['NoWarnings',               'neutral name',      'a remark, or none'],
  ['ImageErrorsExist',         'problem name',      'it is about the errors'],
  ['UserExists',               'part name',         'it is about being there'],
  ['UpdateAvailable',          'neutral name',      'that there is something newer says nothing of what is here'],
  ['ReconciliationDisabled',   'pause name',        'nobody looks after it while it is True'],
  ['Frobbed',                  'part guess',        'the conventions want True for the expected answer'],
]

describe('the reading of a condition type', () => {
  for (const [type, says, because] of cases) {
    it(`${type}: ${says}, because ${because}`, () => {
      const { role, from } = readType(type, [])
      assert.equal(`${role} ${from}`, says)
    })
  }

  it('takes what is known of the kind before all else', () => {
    const knowledge: readonly KindKnowledge[] = [
      { source: 'own', group: 'example.com', conditions: { Ready: 'problem' }, otherConditions: 'neutral' },
    ]
    assert.deepEqual(
      ['Ready', 'FetchFailed'].map((type) => readType(type, knowledge).role),
      ['problem', 'neutral'],
    )
  })

  it('takes no name of the language for a type', () => {
    assert.deepEqual(readType('constructor', [{ source: 'own', group: '*', conditions: {} }]), {
      role: 'part',
      from: 'guess',
    })
  })

  it('is shown as a polarity', () => {
    assert.deepEqual(
      ['Ready', 'FetchFailed', 'Progressing', 'Paused', 'Upgradeable'].map(
        (type) => polarityOf[readType(type, []).role],
      ),
      ['positive', 'negative', 'progress', 'pause', 'neutral'],
    )
  })
})
