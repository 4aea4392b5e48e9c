import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { corpusTime, readCorpus } from '../corpus.testing.ts'
import { families } from '../families.testing.ts'
import { lintObject } from './lint.ts'
import { lintRules } from './lint-rules.ts'

const earlier = '2026-01-01T09:00:00Z'

// The corpus leaves out what no verdict depends on: times, and often reasons and generations. A real object has them.
function asReal(object: unknown): unknown {
  const { metadata } = (object ?? {}) as { readonly metadata?: { readonly generation?: unknown } }
  const generation = metadata?.generation
  const filled = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(filled)
    if (typeof value !== 'object' || value === null) return value
    const fields: Readonly<Record<string, unknown>> = Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, filled(inner)]),
    )
    if (!('type' in fields && 'status' in fields)) return fields
    return { reason: fields['type'], lastTransitionTime: earlier, observedGeneration: generation, ...fields }
  }
  return filled(object)
}

describe('The rules on the corpus', () => {
  const objects = readCorpus().map(({ says, object }) => ({
    good: says.includes('Ready'),
    rules: new Set(lintObject(asReal(object), { now: corpusTime, families }).map(({ rule }) => rule)),
  }))
  const good = objects.filter((each) => each.good)

  it('no rule is broken by a third of the good objects', (t) => {
    const counts = lintRules.map((rule) => ({
      id: rule.id,
      good: good.filter(({ rules }) => rules.has(rule)).length,
      all: objects.filter(({ rules }) => rules.has(rule)).length,
    }))
    const hit = counts.filter(({ all }) => all > 0).sort((a, b) => b.good - a.good)
    t.diagnostic(
      hit
        .map((each) => `${each.id} ${each.good}/${good.length} good, ${each.all}/${objects.length}`)
        .join('; '),
    )
    assert.deepEqual(
      counts.filter((each) => each.good * 3 >= good.length),
      [],
    )
  })

  it('three of four good objects keep every rule that is an error', (t) => {
    const clean = good.filter(({ rules }) => ![...rules].some(({ severity }) => severity === 'error'))
    t.diagnostic(`${clean.length} of ${good.length} good objects have no error`)
    assert.ok(clean.length * 4 >= good.length * 3)
  })
})
