import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Condition } from '@sitrep/conditions'
import { plainLine } from '../table.ts'
import type { Explained } from './explained.ts'
import { explanationLines } from './explanation-lines.ts'
import { headline } from './headline.ts'

const now = '2026-01-01T00:05:00Z'
const weighing = { now, holds: [] }
const since = 'for 5m (since 2026-01-01T00:00:00Z)'
const condition = (type: string, status: Condition['status'], message = ''): Condition => ({
  type,
  status,
  reason: `${type}${status}`,
  message,
  lastTransitionTime: '2026-01-01T00:00:00Z',
})

const explained = (name: string, found: Condition, causes: readonly Explained[] = []): Explained => ({
  ref: {
    group: name.startsWith('node') ? '' : 'cluster.x-k8s.io',
    kind: name.startsWith('node') ? 'Node' : 'Machine',
    name,
  },
  type: found.type,
  condition: found,
  decision: {
    by: 'table',
    row: { index: 1, words: 'the Node is not healthy', passedOver: ['the Node cannot be read'] },
  },
  inputs: [],
  causes,
})

const node = explained('node-1', condition('Ready', 'False', 'PLEG is not healthy'))
const calm = explained('node-1', condition('MemoryPressure', 'False', 'all is well'))
const ill = (causes: readonly Explained[]): Explained =>
  explained('m', condition('Available', 'False'), causes)

describe('The sentence at the top', () => {
  type Case = [name: string, given: Explained, says: string, because: string]
  const silent = explained('m', condition('NodeHealthy', 'Unknown', 'lost'))
  const nodes = ['node-1', 'node-2', 'node-3'].map((name) =>
    explained(name, condition('Ready', 'False', `${name} is ill`)),
  )
  const health = explained(
    'm',
    condition('HealthCheckSucceeded', 'False', 'Health check failed:\n  * Ready is False'),
  )
  const wide = explained('m', condition('HealthCheckSucceeded', 'False', 'x'))
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Case[] = [
    ['a first cause',     ill([calm, node]),    `Machine m has not been available ${since} because of Node node-1: PLEG is not healthy (Ready is False, ReadyFalse)`,                        'what is wrong, since when, and where it began'],
    ['nothing below',     node,                 `Node node-1 has not been ready ${since}: PLEG is not healthy`,                                                                        'it is its own first cause'],
    ['unknown',           silent,               `It has been unknown ${since} whether Machine m is on a healthy Node: lost`,                                                           'nobody knows'],
    ['all is well',       explained('m', condition('Ready', 'True', 'fine'), [node]), `Machine m has been ready ${since}`,                                                             'what is well has no cause to look for'],
    ['several alike',     ill(nodes),           `Machine m has not been available ${since} because of Node node-1: node-1 is ill (Ready is False, ReadyFalse), and so are 2 more Nodes`, 'they differ in nothing but their names'],
    ['several causes',    ill([node, wide]),    `Machine m has not been available ${since} because of Node node-1: PLEG is not healthy (Ready is False, ReadyFalse); there is one more cause`, 'the reader knows that there is more'],
    ['its own condition', ill([health]),        `Machine m has not been available ${since}: Health check failed: Ready is False (HealthCheckSucceeded is False, HealthCheckSucceededFalse)`, 'an object is not named twice, and bullets are drawn in'],
    ['a deletion',        explained('m', condition('Deleting', 'True', 'it drains')), `Machine m has been in deletion ${since}: it drains`,                                                          'it reads as a sentence'],
    ['no condition',      { ref: node.ref, type: 'Ready', inputs: [], causes: [] }, 'Node node-1 has no condition Ready',                                                              'absence is said'],
  ]
  for (const [name, given, says, because] of cases)
    it(`${name}, because ${because}`, () => assert.equal(headline(given, weighing), says))

  it('takes a certain cause before an unknown one', () => {
    const unknown = explained('node-2', condition('Ready', 'Unknown', 'silent'))
    assert.match(headline(ill([unknown, node]), weighing), /because of Node node-1: PLEG/)
  })

  it('does not count from the beginning of time, which says that nobody knows since when', () => {
    const found = { ...condition('Ready', 'Unknown', 'silent'), lastTransitionTime: '1970-01-01T00:00:00Z' }
    assert.equal(
      headline(explained('m', found), weighing),
      'It has been unknown whether Machine m is ready: silent',
    )
  })

  it('does not say of what is well by being False that it is so', () => {
    const whole = explained('m', condition('Paused', 'False'))
    const held = explained('m', condition('Updating', 'True', 'by hand'))
    assert.equal(
      headline(node, { ...weighing, whole }),
      `Node node-1 has not been ready ${since}: PLEG is not healthy`,
    )
    assert.match(headline(held, { ...weighing, whole }), /^Machine m has been updating for 5m/)
  })

  it('cannot be made to say something else by the text of an object', () => {
    const hostile = explained('m', condition('Ready', 'False', 'a\u001b[2Jb'))
    const [first = []] = explanationLines(hostile, { ...weighing, advice: [] })
    assert.equal(plainLine(first), `Machine m has not been ready ${since}: a\\u{1b}[2Jb`)
  })
})

const linesOf = (given: Explained, width?: number): readonly string[] =>
  explanationLines(given, {
    ...weighing,
    advice: [],
    verbose: true,
    reach: { kubectl: ['--context', 'a b'], sitrep: ['--context', 'a b'] },
    ...(width !== undefined && { width }),
  }).map(plainLine)

const part = (lines: readonly string[], title: string): readonly string[] => {
  const rest = lines.slice(lines.indexOf(title) + 1)
  const end = rest.indexOf('')
  return end === -1 ? rest : rest.slice(0, end)
}

describe('The page of an explanation', () => {
  it('leaves out of the chain what is well', () => {
    assert.deepEqual(part(linesOf(ill([calm, node])), 'Because:'), [
      '  Node node-1 Ready is False: PLEG is not healthy',
    ])
  })

  it('shows the row that decided and those that did not apply', () => {
    const lines = linesOf(node)
    assert.ok(lines.includes('Decided by the rule: the Node is not healthy'))
    assert.ok(lines.includes('  the Node cannot be read'))
  })

  // biome-ignore format: the table is the specification; its columns stay aligned
  const foreign: [name: string, given: Partial<Explained>, says: string, because: string][] = [
    ['another writer, who is right', { expected: condition('Ready', 'False') },  'It belongs to another writer; Sitrep would say the same',                  'there is nothing to add'],
    ['another writer, who is not',   { expected: condition('Ready', 'True') },   'It belongs to another writer; Sitrep would say True (ReadyTrue)',          'the difference is what matters'],
    ['a condition that is given',    { given: true },                            'It is reported by somebody else; the Node is not healthy',                 'only what it rests on is known'],
    ['nothing known of it',          { decision: undefined },                    'It is reported by somebody else; Sitrep does not decide it.',              'nobody pretends to know'],
  ]
  for (const [name, given, says, because] of foreign)
    it(`tells of ${name}, because ${because}`, () => assert.ok(linesOf({ ...node, ...given }).includes(says)))

  it('puts siblings with the same cause into one line, and names a few of many', () => {
    const many = Array.from({ length: 9 }, (_, at) =>
      explained(`node-${at}`, condition('Ready', 'False', `of ${at}`)),
    )
    assert.equal(part(linesOf(ill(many)), 'Because:').at(-1), '  and 6 more first causes')
    const same = Array.from({ length: 6 }, (_, at) =>
      explained(`node-${at}`, condition('Ready', 'False', 'ill')),
    )
    assert.deepEqual(part(linesOf(ill(same)), 'Because:'), [
      '  Node node-0 Ready is False: ill, the same of node-1, node-2, node-3, … (2 more)',
    ])
  })

  it('says what could not be looked at, and why', () => {
    const reads = [{ query: { kind: 'Node', name: 'node-1' }, answer: { read: false, why: 'forbidden' } }]
    assert.deepEqual(part(linesOf({ ...ill([]), reads }), 'It could not look at:'), [
      '  Node node-1: forbidden',
    ])
  })

  it('is short unless more is asked for: no rule, no evidence', () => {
    const short = explanationLines(ill([node]), { ...weighing, advice: [] }).map(plainLine)
    assert.deepEqual(short.slice(1), [
      '',
      'Because:',
      '  Node node-1 Ready is False: PLEG is not healthy',
      '',
      'What usually helps:',
      '  Look at kubelet and container runtime on that machine, and at its network plugin.',
    ])
  })

  it('has nothing to add where an object says all of itself in the sentence', () => {
    assert.ok(!linesOf(ill([explained('m', condition('NodeHealthy', 'False', 'ill'))])).includes('Because:'))
  })

  it('names the field where it begins, with its value', () => {
    const inputs = [{ ref: node.ref, field: 'spec.taints', value: ['x'] }]
    assert.deepEqual(part(linesOf(ill([{ ...node, inputs }])), 'Where it begins:'), [
      '  Node node-1 spec.taints = ["x"]',
    ])
    assert.deepEqual(part(linesOf(ill([node])), 'Where it begins:'), [
      '  Node node-1 status.conditions[Ready] = False (ReadyFalse)',
    ])
  })

  it('offers advice and commands for trouble only', () => {
    const well = linesOf(explained('m', condition('Ready', 'True')))
    assert.ok(!well.includes('What usually helps:') && !well.includes('Next:'))
    assert.equal(part(linesOf(ill([node])), 'What usually helps:').length, 1)
  })

  it('fits the terminal, but leaves commands whole', () => {
    const lines = linesOf(ill([node]), 40)
    const commands = part(lines, 'Next:')
    assert.ok(commands.some((line) => line.length > 40))
    for (const line of lines) assert.ok(commands.includes(line) || line.length <= 40, line)
  })
})
