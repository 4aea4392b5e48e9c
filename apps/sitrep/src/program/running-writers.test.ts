import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Connection, ControllerError } from '@sitrep/controller/connection'
import { runningAmong } from './running-writers.ts'

const machine = { group: 'cluster.x-k8s.io', kind: 'Machine' }
const families = [{ writers: [{ manager: 'manager', lease: 'core', kinds: [machine] }] }]
const now = Date.parse('2026-01-01T12:00:00Z')
const minutes = 60_000

interface Held {
  readonly holderIdentity: string
  readonly renewTime: string
}
const held = (renewTime: string, holderIdentity = 'pod-1'): Held => ({ holderIdentity, renewTime })

/** Answers with the Lease as it is at the first look, and then as it is at every later one. */
function serving(looks: readonly (Held | undefined)[] | 'forbidden'): Connection {
  let look = 0
  const request = async (): Promise<never> => {
    if (looks === 'forbidden') throw new ControllerError('forbidden', 'no', { retry: 'never' })
    const spec = looks[Math.min(look++, looks.length - 1)]
    return {
      items: spec === undefined ? [] : [{ metadata: { name: 'core', namespace: 'capi-system' }, spec }],
    } as never
  }
  return { server: 'scripted', request, stream: request, close: () => {} }
}

type Case = [
  name: string,
  manager: string,
  looks: Parameters<typeof serving>[0],
  silentMs: number,
  runs: boolean,
  because: string,
]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: readonly Case[] = [
  ['renews its Lease',           'manager', [held('1'), held('2')],       60 * minutes,      true,  'whoever renews is alive'],
  ['renews it no longer',        'manager', [held('1'), held('1')],       1 * minutes,       false, 'its last words are all that is left'],
  ['has given it back',          'manager', [held('1', '')],              1 * minutes,       false, 'it has stopped as one should'],
  ['handed it to another',       'manager', [held('1'), held('1', 'pod-2')], 60 * minutes,   true,  'another replica goes on'],
  ['has none and is silent',     'manager', [undefined],                  11 * minutes,      false, 'nobody elects, and nobody writes'],
  ['has none and wrote just now', 'manager', [undefined],                 1 * minutes,       true,  'it may run without an election'],
  ['may not be looked for',      'manager', 'forbidden',                  60 * minutes,      true,  'who cannot look cannot tell'],
  ['is known to nobody',         'other',   [held('1'), held('1')],       60 * minutes,      true,  'no Lease speaks for it'],
  ['is known to nobody, and long silent', 'other', [undefined],           25 * 60 * minutes, false, 'a day without a word'],
]

describe('Whether somebody who wrote conditions still runs, when it', () => {
  for (const [name, manager, looks, silentMs, runs, because] of cases) {
    it(`${name}: ${runs ? 'yes' : 'no'}, because ${because}`, async () => {
      const writer = { kind: machine, manager, types: ['Ready'], lastWrite: now - silentMs }
      const question = { families, pause: async () => {}, now }
      const running = await runningAmong(serving(looks), [writer], question)
      assert.equal(running.length, runs ? 1 : 0)
    })
  }
})
