import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Condition, choose, decide } from '@sitrep/conditions'
import { noteTested } from '@sitrep/conditions/testing'
import { composedEvents, computeComposite, functionEvents } from './compute.ts'
import { nextLook, ready, responsive, someNames, synced } from './rules.ts'
import {
  type CompositeFacts,
  type CompositeStep,
  compositeSteps,
  type FunctionCondition,
  silentFunctions,
} from './types.ts'

const calm: CompositeFacts = {
  circuitOpenedBy: undefined,
  paused: false,
  deleted: false,
  failure: undefined,
  composed: [{ name: 'db', synced: true, ready: true }],
  functions: silentFunctions,
  realtime: true,
}
const before = { conditions: [], claimConditionTypes: [], generation: 4, now: '2026-08-21T12:00:00Z' }

const failing = (step: CompositeStep, text: string, invalid = false): Partial<CompositeFacts> => ({
  failure: { step, text, invalid },
})
const parts = (...names: string[]): Partial<CompositeFacts> => ({
  composed: names.map((name) => ({ name, synced: !name.startsWith('!'), ready: false })),
})
const short = ({ type, status, reason, message }: Condition): string =>
  `${type}=${status}/${reason}${message === '' ? '' : ` (${message})`}`

function says(given: Partial<CompositeFacts>): string {
  const { conditions, next } = computeComposite({ ...calm, ...given }, before)
  return [...conditions.filter(({ type }) => type !== 'Responsive').map(short), next].join(', ')
}

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: [name: string, given: Partial<CompositeFacts>, says: string, because: string][] = [
  ['all ready',          {},                                                       'Synced=True/ReconcileSuccess, Ready=True/Available, poll',                       'every part is ready'],
  ['paused',             { paused: true, deleted: true },                          'Synced=False/ReconcilePaused (Reconciliation (including deletion) is paused via the pause annotation), none', 'deletion is paused too'],
  ['deleted',            { deleted: true },                                        'Ready=False/Deleting, Synced=True/ReconcileSuccess, none',                       'it only lets go'],
  ['deleted, stuck',     { deleted: true, ...failing('remove-finalizer', 'no') },  'Ready=False/Deleting, Synced=False/ReconcileError (cannot remove composite resource finalizer: no), error', 'it goes, and something is in the way'],
  ['no composition',     failing('select-composition', 'none fits'),               'Synced=False/ReconcileError (cannot select Composition: none fits), error',      'Ready is not known to change'],
  ['pipeline invalid',   failing('check-pipeline', 'selected CompositionRevision r1 does not have a valid function pipeline: pipeline status unknown'), 'Synced=False/ReconcileError (selected CompositionRevision r1 does not have a valid function pipeline: pipeline status unknown), error', 'its text stands by itself'],
  ['invalid resources',  failing('compose', 'spec.size: 7 is too much', true),     'Synced=False/ReconcileError (cannot compose resources: some resources were invalid, check events), error', 'the text of such errors changes from pass to pass'],
  ['compose fails',      failing('compose', 'no function'),                        'Synced=False/ReconcileError (cannot compose resources: no function), error',     'the cause is told'],
  ['one part not ready', parts('db'),                                              'Synced=True/ReconcileSuccess, Ready=False/Creating (Unready resources: db), poll', 'its change will be told'],
  ['nobody tells',       { ...parts('db'), realtime: false },                      'Synced=True/ReconcileSuccess, Ready=False/Creating (Unready resources: db), again', 'somebody has to look'],
  ['parts not valid',    parts('!b', '!a'),                                        'Synced=False/ReconcileError (Unsynced resources: !a, !b), Ready=False/Creating (Unready resources: !a, !b), poll', 'both are told'],
  ['function says yes',  { ...parts('db'), functions: { ...silentFunctions, ready: true } },  'Synced=True/ReconcileSuccess, Ready=True/Available, poll',            'a function has the last word'],
  ['function says no',   { functions: { ...silentFunctions, ready: false } },      'Synced=True/ReconcileSuccess, Ready=False/Creating, poll',                       'a function has the last word, without a message'],
  ['answers expire',     { functions: { ...silentFunctions, ttlMs: 5_000 } },      'Synced=True/ReconcileSuccess, Ready=True/Available, ttl',                        'what was answered holds only so long'],
]

describe('the conditions of a composite', () => {
  for (const [name, given, expected, because] of cases) {
    it(`${name}: ${expected}, because ${because}`, () => assert.equal(says(given), expected))
  }

  it('have a line here for every row', () => {
    const all = [...cases.map(([, given]) => given), { circuitOpenedBy: 'Pod/noisy' }]
    const facts = all.map((given): CompositeFacts => ({ ...calm, ...given }))
    for (const table of [responsive, synced, ready]) {
      const seen = new Set(facts.map((each) => decide(table, each).row?.words))
      assert.deepEqual([...seen].sort(), table.rows.map(([words]) => words).sort())
      noteTested(table.rows)
    }
    const chosen = new Set(facts.map((each) => choose(nextLook, each).row.words))
    assert.deepEqual([...chosen].sort(), nextLook.rows.map(([words]) => words).sort())
    noteTested(nextLook.rows)
  })

  it('say what was being done when something failed, at every step', () => {
    const texts = compositeSteps.map((step) => says(failing(step, 'why')))
    assert.equal(new Set(texts).size, compositeSteps.length)
    for (const text of texts) assert.match(text, /ReconcileError \(.*why\), error$/)
  })

  it('tell when something sends too many events', () => {
    const [quiet] = computeComposite(calm, before).conditions
    const [loud] = computeComposite({ ...calm, circuitOpenedBy: 'Pod/noisy' }, before).conditions
    assert.equal(short(quiet ?? assert.fail()), 'Responsive=True/WatchCircuitClosed')
    assert.equal(
      short(loud ?? assert.fail()),
      'Responsive=False/WatchCircuitOpen (Too many watch events from Pod/noisy. Allowing events periodically.)',
    )
  })
})

const told = (type: string, target: FunctionCondition['target'] = 'composite'): FunctionCondition => ({
  condition: { type, status: 'True', reason: 'Said', message: '', observedGeneration: 9 },
  target,
})

describe('conditions of functions', () => {
  const stored: Condition[] = [
    {
      type: 'DatabaseReady',
      status: 'True',
      reason: 'Said',
      message: '',
      lastTransitionTime: '2026-08-21T11:00:00Z',
    },
    {
      type: 'NetworkReady',
      status: 'True',
      reason: 'Said',
      message: '',
      lastTransitionTime: '2026-08-21T11:00:00Z',
    },
  ]
  const spoken = {
    functions: {
      ...silentFunctions,
      conditions: [told('DatabaseReady', 'composite-and-claim'), told('Ready'), told('Responsive')],
    },
  }

  it('stand without a generation, those of the reconciler itself are not for them to set', () => {
    const { conditions, claimConditionTypes } = computeComposite({ ...calm, ...spoken }, before)
    assert.deepEqual(
      conditions.map(({ type, observedGeneration }) => [type, observedGeneration]),
      [
        ['Responsive', 4],
        ['DatabaseReady', undefined],
        ['Synced', 4],
        ['Ready', 4],
      ],
    )
    assert.deepEqual(claimConditionTypes, ['DatabaseReady'])
  })

  it('stay as they were where nobody says them again', () => {
    const { conditions } = computeComposite(calm, { ...before, conditions: stored })
    assert.deepEqual(conditions.slice(0, 2), stored)
  })

  it('are unknown where the pipeline broke off before they were said', () => {
    const { conditions } = computeComposite(
      { ...calm, ...spoken, ...failing('compose', 'fatal') },
      { ...before, conditions: stored },
    )
    assert.deepEqual(conditions[0], stored[0])
    assert.equal(
      short(conditions[1] ?? assert.fail()),
      'NetworkReady=Unknown/FatalError (A fatal error occurred before the status of this condition could be determined.)',
    )
  })

  it('are not heard where something else failed', () => {
    const { conditions } = computeComposite({ ...calm, ...spoken, ...failing('publish', 'no') }, before)
    assert.ok(!conditions.some(({ type }) => type === 'DatabaseReady'))
  })
})

describe('events of a composite', () => {
  const result = {
    step: 'render',
    severity: 'warning',
    message: 'careful',
    target: 'composite-and-claim',
  } as const
  const events = (given: object) =>
    functionEvents({ functions: { ...silentFunctions, results: [{ ...result, ...given }] } })[0]

  it('name the step of the pipeline on the composite, not on the claim', () =>
    assert.deepEqual(events({ reason: 'Mind' }), {
      type: 'Warning',
      reason: 'Mind',
      message: 'Pipeline step "render": careful',
      onClaim: { type: 'Warning', reason: 'Mind', message: 'careful' },
    }))
  it('of a severity that nobody knows are warnings, and no claim hears of them', () =>
    assert.deepEqual(events({ severity: 'unknown' }), {
      type: 'Warning',
      reason: 'ComposeResources',
      message: 'Pipeline step "render" returned a result of unknown severity (assuming warning): careful',
      onClaim: undefined,
    }))
  it('tell of each part that is not valid or not ready', () =>
    assert.deepEqual(
      composedEvents({ composed: [{ name: 'db', synced: false, ready: false }] }).map(
        ({ message }) => message,
      ),
      ['Composed resource "db" is not yet valid', 'Composed resource "db" is not yet ready'],
    ))
})

describe('names of parts', () => {
  it('stand in order, three at most', () => {
    assert.deepEqual(
      [
        ['b', 'a'],
        ['c', 'b', 'a'],
        ['d', 'c', 'b', 'a', 'e'],
      ].map(someNames),
      ['a, b', 'a, b, and c', 'a, b, c, and 2 more'],
    )
  })
})
