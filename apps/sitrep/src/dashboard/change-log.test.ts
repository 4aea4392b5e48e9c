import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ChangeLog } from './change-log.ts'

const started = 1_000
const first = started * 1_000 + 1

function heardBy(
  log: ChangeLog,
  asked: { readonly after?: string; readonly lastEventId?: string },
): string[] {
  const heard: string[] = []
  const query = new URLSearchParams(asked.after === undefined ? {} : { after: asked.after })
  log.open({ send: (text) => void heard.push(...eventsIn(text)) }, { query, lastEventId: asked.lastEventId })
  return heard
}

const eventsIn = (text: string): readonly string[] =>
  text
    .split('\n\n')
    .filter((event) => event.startsWith('id: '))
    .map((event) =>
      event.replace(/^id: (\d+)\nevent: (\w+)\n[\s\S]*$/, (_, id, name) => `${Number(id) - first} ${name}`),
    )

const touched = { refs: [] }

function filled(count: number, most?: { readonly events?: number; readonly bytes?: number }): ChangeLog {
  const log = new ChangeLog(started, most)
  for (let at = 0; at < count; at++) log.publish('touched', touched)
  return log
}

type Case = [
  name: string,
  asked: { after?: string; lastEventId?: string },
  hears: readonly string[],
  because: string,
]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['who comes for the first time',    {},                                        [],                       'it asks for everything anyway'],
  ['who has seen all',                { after: String(first + 3) },              [],                       'nothing happened meanwhile'],
  ['who has missed some',             { after: String(first + 1) },              ['2 touched', '3 touched'], 'they are still known'],
  ['who says it by a header',         { lastEventId: String(first + 2) },        ['3 touched'],            'browsers do'],
  ['header and question',             { lastEventId: String(first + 2), after: '0' }, ['3 touched'],       'what was seen last counts'],
  ['who was here before the first',   { after: String(first - 1) },              ['0 touched', '1 touched', '2 touched', '3 touched'], 'nothing is lost'],
  ['who was away too long',           { after: String(first - 2) },              ['3 reset'],              'what happened between is not known'],
  ['who comes from an earlier life',  { after: '900001' },                       ['3 reset'],              'numbers begin with the time of the start'],
  ['who comes from the future',       { after: String(first + 9) },              ['3 reset'],              'this server never said so'],
  ['who says nonsense',               { after: 'x' },                            ['3 reset'],              'it is nobody’s number'],
  ['who says half a number',          { lastEventId: '1.5' },                    ['3 reset'],              'it is nobody’s number'],
]

describe('The stream of changes', () => {
  for (const [name, asked, hears, because] of cases)
    it(`${name} hears ${hears.join(', ') || 'nothing'}, because ${because}`, () => {
      assert.deepEqual(heardBy(filled(4), asked), hears)
    })

  it('tells what happens from then on, with numbers that grow by one', () => {
    const log = filled(1)
    const heard = heardBy(log, { after: String(first) })
    log.publish('touched', touched)
    log.publish('touched', touched)
    assert.deepEqual(heard, ['1 touched', '2 touched'])
    assert.equal(log.last, first + 2)
  })

  it('tells nothing to who is gone', () => {
    const log = filled(0)
    const heard: string[] = []
    const leave = log.open(
      { send: (text) => void heard.push(text) },
      { query: new URLSearchParams(), lastEventId: undefined },
    )
    leave()
    log.publish('touched', touched)
    assert.deepEqual(heard, [':\n\n'])
  })

  it('keeps no more than so many events, and no more than so many bytes', () => {
    assert.deepEqual(heardBy(filled(10, { events: 2 }), { after: String(first + 7) }), [
      '8 touched',
      '9 touched',
    ])
    assert.deepEqual(heardBy(filled(10, { events: 2 }), { after: String(first + 6) }), ['9 reset'])
    assert.deepEqual(heardBy(filled(10, { bytes: 1 }), { after: String(first + 8) }), ['9 reset'])
  })

  it('has everybody ask again where too much changed at once', () => {
    const log = filled(2)
    const heard = heardBy(log, { after: String(first + 1) })
    log.reset()
    assert.deepEqual(heard, ['2 reset'])
    assert.deepEqual(heardBy(log, { after: String(first + 1) }), ['2 reset'])
    assert.deepEqual(heardBy(log, { after: String(first + 2) }), [])
  })
})
