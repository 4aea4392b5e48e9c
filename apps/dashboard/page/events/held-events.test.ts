import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Transition } from '../../src/answers.ts'
import { type HeldEvents, mostEvents, noEvents, withEvent, withOlder, withPause } from './held-events.ts'

const event = (id: number): Transition => ({
  id,
  at: id * 1000,
  ref: { group: '', kind: 'Node', name: 'n' },
  address: 'Ready',
  to: 'True',
  reason: 'KubeletReady',
  message: '',
  meaning: 'good',
})
const with_ = (events: HeldEvents, ...ids: readonly number[]): HeldEvents =>
  ids.reduce((so, id) => withEvent(so, event(id)), events)
const spoken = ({ shown, held }: HeldEvents): string =>
  `${shown.map(({ id }) => id).join(' ')} | ${held.map(({ id }) => id).join(' ')}`

type Case = [name: string, got: HeldEvents, says: string, because: string]

const paused = with_(withPause(with_(noEvents, 1, 2), true), 3, 4)

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: readonly Case[] = [
  ['new ones',    with_(noEvents, 1, 2, 3),               '3 2 1 | ',     'the newest stands first'],
  ['told twice',  with_(noEvents, 1, 2, 2),               '2 1 | ',       'after a reconnect one may come again'],
  ['paused',      paused,                                 '2 1 | 4 3',    'what is read does not move'],
  ['held twice',  with_(paused, 4),                       '2 1 | 4 3',    'it is counted once'],
  ['going on',    withPause(paused, false),               '4 3 2 1 | ',   'nothing is lost'],
  ['older ones',  withOlder(with_(noEvents, 5, 6), [event(5), event(4)]), '6 5 4 | ', 'they stand behind, each once'],
]

describe('live transitions', () => {
  for (const [name, got, says, because] of cases) {
    it(`${name}: ${says}, because ${because}`, () => assert.equal(spoken(got), says))
  }

  it('are bounded', () => {
    const many = with_(noEvents, ...Array.from({ length: mostEvents + 10 }, (_, at) => at))
    assert.equal(many.shown.length, mostEvents)
    assert.equal(many.shown[0]?.id, mostEvents + 9)
  })
})
