import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Condition } from '@sitrep/conditions'
import { type Explained, explanationLines, headline } from './explanation.ts'
import { plainLine } from './table.ts'

const now = '2026-01-01T00:05:00Z'
const condition = (type: string, status: Condition['status'], message = ''): Condition => ({
  type,
  status,
  reason: `${type}${status}`,
  message,
  lastTransitionTime: '2026-01-01T00:00:00Z',
})

const explained = (name: string, found: Condition, causes: readonly Explained[] = []): Explained => ({
  ref: { group: 'g', kind: name.startsWith('node') ? 'Node' : 'Machine', name },
  type: found.type,
  condition: found,
  decision: {
    by: 'table',
    row: { index: 1, words: 'the Node is not healthy', passedOver: ['the Node cannot be read'] },
  },
  decidedBy: undefined,
  inputs: [],
  causes,
})

const node = explained('node-1', condition('Ready', 'False', 'PLEG is not healthy'))
const calm = explained('node-1', condition('MemoryPressure', 'False', 'all is well'))

describe('The sentence at the top', () => {
  it('names what is wrong, since when, and the first cause', () => {
    assert.equal(
      headline(explained('m', condition('Available', 'False'), [calm, node]), now),
      'Machine m is not available for 5m because of Node node-1: PLEG is not healthy (Ready is False, ReadyFalse)',
    )
  })

  it('gives its own words where nothing lies below', () => {
    assert.equal(headline(node, now), 'Node node-1 is not ready for 5m: PLEG is not healthy')
  })

  it('says that it may or may not be so where that is unknown', () => {
    assert.match(
      headline(explained('m', condition('NodeHealthy', 'Unknown', 'lost')), now),
      /^Machine m may or may not be NodeHealthy for 5m: lost$/,
    )
  })

  it('cannot be made to say something else by the text of an object', () => {
    const hostile = explained('m', condition('Ready', 'False', 'a\u001b[2Jb'))
    assert.equal(
      plainLine(explanationLines(hostile, now)[0] ?? []),
      'Machine m is not ready for 5m: a\\u{1b}[2Jb',
    )
  })
})

describe('The chain of causes', () => {
  it('leaves out what is well', () => {
    const lines = explanationLines(explained('m', condition('Available', 'False'), [calm, node]), now).map(
      plainLine,
    )
    assert.deepEqual(lines.slice(lines.indexOf('Causes:')), [
      'Causes:',
      '  Node node-1 Ready is False: PLEG is not healthy',
    ])
  })

  it('shows the row that decided and those that did not apply', () => {
    const lines = explanationLines(node, now).map(plainLine)
    assert.ok(lines.includes('Decided by the rule: the Node is not healthy'))
    assert.ok(lines.includes('  the Node cannot be read'))
  })

  it('names a few of many', () => {
    const many = Array.from({ length: 9 }, (_, at) => explained(`node-${at}`, condition('Ready', 'False')))
    const lines = explanationLines(explained('m', condition('Available', 'False'), many), now).map(plainLine)
    assert.equal(lines.at(-1), '  and 4 more')
  })
})
