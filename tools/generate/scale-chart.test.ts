import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Result } from '../proof/record.ts'
import { scaleChart } from './scale-chart.ts'

const recorded = (figures: Result['figures']): Result => ({
  part: 'scale',
  at: '2026-01-01T00:00:00Z',
  machine: { cores: 2, processor: 'any', system: 'linux', node: '26.0.0', load: 0 },
  command: 'npm run bench -- scale',
  figures,
})

describe('The chart of sizes', () => {
  it('has one bar a size, as long as its share of the largest of the same thing', () => {
    const chart = scaleChart([
      recorded({
        'size S, 10 × 4 machines: full status, s': 1,
        'size M, 200 × 53 machines: full status, s': 4,
        'size S, 10 × 4 machines: one Node goes bad, ms': 2,
      }),
    ])
    const lengths = [...chart.matchAll(/<rect x="210"[^>]* width="(\d+)"/g)].map(([, length]) =>
      Number(length),
    )
    assert.deepEqual(lengths, [85, 340, 340])
    assert.equal(chart.split('font-weight="bold"').length - 1, 2)
  })

  it('leaves out what is no figure of a size, and is a picture without any too', () => {
    assert.equal(scaleChart([recorded({ 'something else': 3 })]), scaleChart([]))
  })

  it('shows a name as text, whatever stands in it', () => {
    assert.ok(scaleChart([recorded({ 'size <b>: full status, s': 1 })]).includes('>&lt;b&gt;<'))
  })
})
