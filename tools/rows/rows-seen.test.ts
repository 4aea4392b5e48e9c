import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  type ChoiceRules,
  type ConditionRules,
  choose,
  decide,
  False,
  otherwise,
  True,
} from '@sitrep/conditions'
import { createEngine, fileChanges } from '@sitrep/engine'
import { createCatalog, type KubeObject, type StatusDefinition } from '@sitrep/status'
import { tablesOf } from '../generate/rules.ts'
import { allRows, keyOf, rowsOf, rowText, watched } from './rows-seen.ts'

interface Facts {
  readonly size: number
}

const ready: ConditionRules<Facts> = {
  type: 'Ready',
  rows: [
    ['it is large', (f) => f.size > 2, True('Large')],
    ['otherwise', otherwise, False('Small')],
  ],
}

const step: ChoiceRules<Facts, { readonly action: string }> = {
  name: 'next step',
  rows: [
    ['it is small', (f) => f.size < 2, { action: 'grow' }],
    ['otherwise', otherwise, { action: 'wait' }],
  ],
}

const rules = [{ tables: [ready], choices: [step] }]

const thing: StatusDefinition<KubeObject, Facts, object> = {
  kind: { group: 'rows.sitrep.dev', kind: 'Thing' },
  observe: ({ spec }) => spec as Facts,
  compute: (facts) => ({ status: {}, decided: [decide(ready, facts)], chosen: [choose(step, facts)] }),
  columns: [],
  rules,
  onFailure: 'Ready',
}

const withSize = (size: number): KubeObject => ({
  apiVersion: 'rows.sitrep.dev/v1',
  kind: 'Thing',
  metadata: { name: `of-size-${size}` },
  spec: { size },
})

/** The rows that no object of these sizes reaches. */
function unseen(...sizes: readonly number[]): readonly string[] {
  const seen = new Set<string>()
  const catalog = watched(createCatalog({ definitions: [thing] }), (row) =>
    seen.add(keyOf({ profile: 'released', ...row })),
  )
  createEngine(catalog).apply(fileChanges(sizes.map(withSize)), '2026-01-01T00:00:00Z')
  return rowsOf(thing, 'released')
    .filter((row) => !seen.has(keyOf(row)))
    .map(rowText)
}

describe('rows of tables that nothing reaches', () => {
  it('are found in tables of conditions and in tables that choose', () => {
    assert.deepEqual(unseen(3), [
      'released: Thing, Ready, row 2: otherwise',
      'released: Thing, next step, row 1: it is small',
    ])
    assert.deepEqual(unseen(3, 1), [])
  })
})

describe('what a row is known by', () => {
  it('is its profile, kind, list, table and place: the same words elsewhere are another row', () => {
    const place = {
      profile: 'released',
      choice: thing.kind,
      on: 'Thing',
      type: 'Ready',
      index: 1,
      words: 'otherwise',
    } as const
    const elsewhere = [
      place,
      { ...place, profile: 'proposal' as const },
      { ...place, choice: { group: 'other.sitrep.dev', kind: 'Thing' } },
      { ...place, on: 'Part' },
      { ...place, at: 'parts[*]' },
      { ...place, type: 'Available' },
      { ...place, index: 2 },
    ]
    assert.equal(new Set(elsewhere.map(keyOf)).size, elsewhere.length)
    assert.equal(keyOf({ ...place, at: 'parts[a]' }), keyOf({ ...place, at: 'parts[*]' }))
  })

  it('is unique in the whole of what we know', () => {
    const rows = allRows()
    assert.equal(new Set(rows.map(keyOf)).size, rows.length)
  })
})

describe('the printed page of a kind', () => {
  it('has its tables of conditions, then those that choose', () => {
    assert.deepEqual(rules.flatMap(tablesOf), [
      '### Ready',
      '',
      '| When | Status | Reason | Message |\n|---|---|---|---|\n| it is large | True | `Large` |  |\n| otherwise | False | `Small` |  |',
      '',
      '### next step',
      '',
      '| When | Action |\n|---|---|\n| it is small | grow |\n| otherwise | wait |',
      '',
    ])
  })
})
