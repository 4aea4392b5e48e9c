import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Fault } from '@sitrep/controller'
import { lastNet, tellFault } from './faults.ts'

function setUp() {
  const faults: Fault[] = []
  let now = 0
  const caught = lastNet({ onFault: (fault) => faults.push(fault), now: () => now })
  return { faults, caught, pass: (milliseconds: number) => (now += milliseconds) }
}

describe('A fault', () => {
  it('is one line in the log with what it was about, and is counted', () => {
    const counted: string[] = []
    const lines: unknown[] = []
    const quiet = (): void => {}
    const log = { info: quiet, warn: quiet, error: (...line: unknown[]) => lines.push(line) }
    const fault: Fault = { what: 'writing a status', about: 'object', name: 'Machine prod/a', error: 'full' }
    tellFault(fault, { metrics: { observeFault: (about) => counted.push(about) }, log })
    const keys = { what: 'writing a status', about: 'object', name: 'Machine prod/a', why: 'full' }
    assert.deepEqual(lines, [['something went wrong by a mistake of Sitrep and is set aside', keys]])
    assert.deepEqual(counted, ['object'])
  })
})

describe('The last net', () => {
  it('tells what nobody caught, and lets the process go on', () => {
    const { faults, caught } = setUp()
    caught(new TypeError('a'), 'rejection')
    caught(new TypeError('b'), 'exception')
    assert.deepEqual(
      faults.map(({ about, error }) => [about, (error as Error).message]),
      [
        ['process', 'a'],
        ['process', 'b'],
      ],
    )
  })

  it('lets the process end when exceptions do not cease, and not when they come now and then', () => {
    const { faults, caught, pass } = setUp()
    for (let count = 0; count < 100; count++) {
      pass(10_000)
      caught(new Error('now and then'), 'exception')
    }
    assert.equal(faults.length, 100)
    assert.throws(() => {
      for (let count = 0; count < 30; count++) caught(new Error('again'), 'exception')
    }, /again/)
  })

  it('is spread out by a real process for as long as it is wanted', () => {
    const context = fileURLToPath(new URL('../terminal/process-context.ts', import.meta.url))
    const script = `
      import { processContext } from ${JSON.stringify(context)}
      const taken = processContext(['run'], []).onUncaught?.((error, from) => console.log(from, error.message))
      Promise.reject(new Error('one'))
      setTimeout(() => { throw new Error('two') }, 1)
      setTimeout(() => { taken?.(); console.log('alive') }, 20)
      setTimeout(() => { throw new Error('three') }, 40)
    `
    const { stdout, status } = spawnSync(
      process.execPath,
      ['--conditions=@sitrep/source', '--input-type=module-typescript', '-e', script],
      { encoding: 'utf8' },
    )
    assert.equal(stdout, 'rejection one\nexception two\nalive\n')
    assert.notEqual(status, 0)
  })
})
