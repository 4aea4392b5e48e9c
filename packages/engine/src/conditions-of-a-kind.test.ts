import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  type Condition,
  type ConditionOrder,
  compareBytes,
  moveWithAnyChange,
  setConditions,
  stated,
  type TransitionRule,
} from '@sitrep/conditions'
import { createCatalog, type KubeObject, type ObjectRef, type StatusDefinition } from '@sitrep/status'
import { createEngine } from './engine.ts'

const now = '2026-01-01T00:00:00Z'
const group = 'order.sitrep.dev'
const one = (type: string): Condition => ({ type, status: 'True', reason: 'Said', message: '' })
const byType = (a: Condition, b: Condition): number => compareBytes(a.type, b.type)

interface Spec {
  readonly fails?: boolean
}

interface Status {
  readonly conditions?: readonly Condition[]
}

const subjectRef: ObjectRef = { group, kind: 'Subject', name: 's' }
const subject = (spec: Spec = {}, ...reported: readonly Condition[]): KubeObject => ({
  apiVersion: `${group}/v1`,
  kind: 'Subject',
  metadata: { name: 's' },
  spec,
  ...(reported.length > 0 && { status: { conditions: reported } }),
})
const speaker: KubeObject = { apiVersion: `${group}/v1`, kind: 'Speaker', metadata: { name: 'x' } }

/** What a definition says of its kind's conditions. */
type Habits = { readonly [name in 'order' | 'moves']?: StatusDefinition[name] | undefined }

/** Says `Own` of itself, or fails. */
const subjectStatus = ({
  order,
  moves,
}: Habits): StatusDefinition<KubeObject, { spec: Spec; previous: Status | undefined }, Status> => ({
  kind: { group, kind: 'Subject' },
  observe: ({ spec }, { previous }) => ({ spec: (spec ?? {}) as Spec, previous }),
  compute: ({ spec, previous }) => {
    if (spec.fails) throw new Error('our mistake')
    const decided = [stated(one('Own'))]
    return {
      status: { conditions: setConditions(previous?.conditions, decided, { now, order }) },
      decided,
    }
  },
  columns: [],
  onFailure: 'Failing',
  ...(order && { order }),
  ...(moves && { moves }),
})

/** Says `Added` on the subject. */
const speakerStatus: StatusDefinition<KubeObject, undefined, object> = {
  kind: { group, kind: 'Speaker' },
  observe: () => undefined,
  compute: () => ({ status: {}, decided: [], others: [{ ref: subjectRef, conditions: [one('Added')] }] }),
  columns: [],
  onFailure: 'Ready',
}

/** The conditions on the subject after several worlds. */
function conditionsAfter(worlds: readonly (readonly KubeObject[])[], habits: Habits): readonly Condition[] {
  const engine = createEngine(createCatalog({ definitions: [subjectStatus(habits), speakerStatus] }))
  engine.apply([{ kind: 'every', read: true }], now)
  for (const objects of worlds)
    engine.apply(
      objects.map((object) => ({ object })),
      now,
    )
  const { conditions } = (engine.object(subjectRef)?.status ?? {}) as Status
  return conditions ?? []
}

const typesAfter = (order: ConditionOrder | undefined, worlds: readonly (readonly KubeObject[])[]): string =>
  conditionsAfter(worlds, { order })
    .map(({ type }) => type)
    .join(' ')

type Case = [
  name: string,
  worlds: readonly (readonly KubeObject[])[],
  asTheyCome: string,
  sorted: string,
  because: string,
]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['another definition speaks', [[subject()], [speaker]],                                  'Own Added',           'Added Own',            'what others add comes last or in its place'],
  ['somebody reports',          [[subject()], [subject({}, one('Foreign'))]],              'Own Foreign',         'Foreign Own',          'and so does what is reported'],
  ['it fails',                  [[subject()], [subject({ fails: true })]],                 'Own Failing',         'Failing Own',          'and so does the word that it failed'],
  ['it fails among others',     [[subject()], [speaker], [subject({ fails: true })]],      'Own Added Failing',   'Added Failing Own',    'whoever spoke before'],
  ['nothing is added',          [[subject({}, one('Z'), one('Own'), one('A'))]],           'Z Own A',             'Z Own A',              'a list in which nothing changes keeps its order'],
]

describe('the order of conditions to which others add', () => {
  for (const [name, worlds, asTheyCome, sorted, because] of cases) {
    it(`${name}: ${asTheyCome}, by type ${sorted}, because ${because}`, () => {
      assert.equal(typesAfter(undefined, worlds), asTheyCome)
      assert.equal(typesAfter('unsorted', worlds), asTheyCome)
      assert.equal(typesAfter(byType, worlds), sorted)
    })
  }
})

describe('the time since when a definition fails', () => {
  const since = '2025-01-01T00:00:00Z'
  const failing = {
    ...one('Failing'),
    status: 'Unknown',
    reason: 'Other',
    lastTransitionTime: since,
  } as const
  const timeWith = (moves: TransitionRule | undefined): string | undefined => {
    const conditions = conditionsAfter([[subject({ fails: true }, failing)]], { moves })
    return conditions.find(({ type }) => type === 'Failing')?.lastTransitionTime
  }

  it('moves with the status only, or by the rule of its kind', () => {
    assert.equal(timeWith(undefined), since)
    assert.equal(timeWith(moveWithAnyChange), now)
  })
})
