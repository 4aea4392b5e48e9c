import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ControllerError } from './errors.ts'
import { Background, type Fault, KnownFaults, type Task, wordsOf } from './faults.ts'

const task: Task = { what: 'writing a status', about: 'object', name: 'Machine prod/a' }
const mistake = new TypeError('no such thing')

function setUp() {
  const faults: Fault[] = []
  return { faults, background: new Background((fault) => faults.push(fault)) }
}

describe('Work in the background', () => {
  it('tells what fails with what it was about, and rejects nothing', async () => {
    const { faults, background } = setUp()
    await background.start(task, () => Promise.reject(mistake))
    background.run(task, async () => {
      throw mistake
    })
    await new Promise((resolve) => setImmediate(resolve))
    assert.deepEqual(faults, [
      { ...task, error: mistake },
      { ...task, error: mistake },
    ])
  })

  it('tells work that fails before it has begun', async () => {
    const { faults, background } = setUp()
    await background.start(task, () => {
      throw mistake
    })
    assert.equal(faults.length, 1)
  })

  it('survives whoever is told and fails', async () => {
    const warnings: string[] = []
    const note = (warning: Error): void => void warnings.push(warning.message)
    process.on('warning', note)
    const background = new Background(() => {
      throw new Error('the log is full')
    })
    await background.start(task, () => Promise.reject(mistake))
    await new Promise((resolve) => setImmediate(resolve))
    process.off('warning', note)
    assert.deepEqual(warnings, [
      'writing a status (Machine prod/a) failed: no such thing',
      'telling a fault (writing a status) failed: the log is full',
    ])
  })

  it('leaves errors of the edge as they are, and makes one of a mistake that names what it was about', () => {
    const { faults, background } = setUp()
    const known = new ControllerError('not-reachable', 'gone', { retry: 'with-backoff' })
    assert.equal(background.errorOf(task, known), known)
    const made = background.errorOf(task, mistake)
    assert.equal(made.code, 'failed-here')
    assert.match(made.message, /Machine prod\/a/)
    assert.equal(made.cause, mistake)
    assert.equal(faults.length, 1)
  })
})

describe('Known faults', () => {
  it('are told once however often they come, and forgotten when they come no more', () => {
    const known = new KnownFaults()
    known.take({ ...task, error: mistake }, 1_000)
    known.take({ ...task, error: new Error('another reason') }, 61_000)
    assert.deepEqual(known.at(61_000), [
      { ...task, why: 'another reason', count: 2, since: 1_000, last: 61_000 },
    ])
    assert.deepEqual(known.at(61_000 + 600_001), [])
  })

  it('are no more than can be shown', () => {
    const known = new KnownFaults()
    for (let at = 0; at < 1_000; at++) known.take({ ...task, name: `Machine prod/${at}`, error: mistake }, at)
    const names = known.at(1_000).map(({ name }) => name)
    assert.equal(names.length, 50)
    assert.ok(names.includes('Machine prod/999'))
  })
})

describe('The words of an error', () => {
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: readonly [error: unknown, says: string, because: string][] = [
    [new Error('no such\n  thing'),                                    'no such thing',  'it is one line'],
    ['a text',                                                          'a text',         'anything may be thrown'],
    [new AggregateError([new Error('no ::1'), new Error('no 127')]),    'no ::1, no 127', 'who was tried at several addresses says nothing himself'],
    [new AggregateError([new Error('no ::1')], 'both are down'),        'both are down',  'it says something itself'],
    [new Error('x'.repeat(2_000)),                                      'x'.repeat(500),  'it can be shown'],
  ]
  for (const [error, says, because] of cases)
    it(`are ${says.slice(0, 20)}, because ${because}`, () => assert.equal(wordsOf(error), says))
})
