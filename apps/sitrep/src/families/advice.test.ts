import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ConditionRules, RowOutcome } from '@sitrep/conditions'
import { adviceOn, isTrouble } from '@sitrep/present'
import {
  isDescribed,
  type KindRef,
  type KubeObject,
  kindKey,
  profiles,
  type StatusDefinition,
} from '@sitrep/status'
import { catalogIn, families } from '../testing.ts'

/** A condition in trouble as a row of a table can set it. */
interface Spoken {
  readonly kind: KindRef
  readonly type: string
  readonly status: 'True' | 'False' | 'Unknown'
  readonly reason: string
}

// biome-ignore format: the table is the specification; its columns stay aligned
/** What needs no advice: kind, type and reason as in advice, and why. */
const unadvised: readonly (readonly [kind: string, type: string, reason: string, why: string])[] = [
  ['*', 'Deleting|Deleted', 'DeletionCompleted', 'it is gone in a moment'],
]

const tables = families.flatMap(({ advice = [] }) => advice)
// Kinds that are told by their looks.
const looks: KubeObject = {
  apiVersion: 'x/v1',
  kind: 'X',
  metadata: { name: 'x' },
  spec: { forProvider: {}, resourceRef: {}, resourceRefs: [] },
}

function statedBy(outcome: RowOutcome<never>): readonly Omit<Spoken, 'kind' | 'type'>[] {
  if (outcome.outcome !== 'set') return []
  const { status, reason } = outcome
  // What is made from the facts is whatever somebody else says.
  const reasons =
    typeof reason === 'string' ? [reason] : typeof reason === 'object' ? reason.reasons : ['(computed)']
  return reasons.map((each) => ({ status, reason: each }))
}

const spokenIn = (kind: KindRef, { type, rows }: ConditionRules<never>): readonly Spoken[] =>
  rows.flatMap(([, , outcome]) => statedBy(outcome).map((each) => ({ kind, type, ...each })))

const kindOf = ({ kind }: StatusDefinition): KindRef => (isDescribed(kind) ? { group: 'x', kind: 'X' } : kind)

const troubleOf = ({ kind, type, status, reason }: Spoken): boolean =>
  isTrouble({
    ref: { ...kind, name: 'x' },
    type,
    condition: { type, status, reason, message: '' },
    inputs: [],
    causes: [],
  })

const isListed = ({ kind, type, reason }: Spoken): boolean =>
  unadvised.some(([k, t, r]) => fits(k, kind.kind) && fits(t, type) && fits(r, reason))
const fits = (wanted: string, found: string): boolean => wanted === '*' || wanted.split('|').includes(found)

describe('Advice', () => {
  for (const profile of profiles)
    it(`is there for all that can be said to be wrong, or it is said why not: ${profile}`, async () => {
      const { definitions } = await catalogIn(profile)
      const spoken = definitions.flatMap((definition) =>
        (definition.rules ?? []).flatMap(({ on, tables: all }) =>
          all.flatMap((table) => spokenIn(on ?? kindOf(definition), table)),
        ),
      )
      const missing = spoken
        .filter((each) => troubleOf(each) && !isListed(each))
        .filter(({ kind, type, status, reason }) => {
          const condition = { type, status, reason, message: '' }
          return adviceOn({ ref: kind, type, condition, object: looks }, tables).length === 0
        })
      assert.deepEqual(
        [
          ...new Set(
            missing.map(({ kind, type, status, reason }) => `${kindKey(kind)} ${type} ${status} ${reason}`),
          ),
        ],
        [],
      )
    })
})
