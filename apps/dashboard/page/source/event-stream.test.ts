import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createEventStreamParser } from './event-stream.ts'

type Case = [name: string, pieces: readonly string[], says: readonly string[], because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: readonly Case[] = [
  ['one event',          ['event: row\nid: 7\ndata: {}\n\n'],           ['row 7 {}'],              'an empty line ends an event'],
  ['cut anywhere',       ['eve', 'nt: ro', 'w\nid: 7\nda', 'ta: {}\n', '\n'], ['row 7 {}'],        'a network cuts where it likes'],
  ['returns and feeds',  ['event: row\r\nid: 7\r\ndata: {}\r\n\r\n'],   ['row 7 {}'],              'all three ends of lines are allowed'],
  ['a cut line end',     ['event: row\r', '\nid: 7\r', '\ndata: {}\r', '\n\r', '\n'], ['row 7 {}'], 'a return may be half of an end'],
  ['several lines',      ['data: a\ndata: b\n\n'],                      ['message  a\nb'],         'the lines of one event belong together'],
  ['a comment',          [': still here\n\n'],                          [],                        'it only shows that somebody speaks'],
  ['the id stays',       ['id: 7\ndata: a\n\ndata: b\n\n'],             ['message 7 a', 'message 7 b'], 'an event without an id is at the last one'],
  ['the name does not',  ['event: row\ndata: a\n\ndata: b\n\n'],        ['row  a', 'message  b'],  'a name is for one event'],
  ['no space',           ['data:a\n\n'],                                ['message  a'],            'the space after the colon may be left out'],
  ['unfinished',         ['event: row\ndata: {}\n'],                    [],                        'half an event is none'],
]

describe('a stream of events', () => {
  for (const [name, pieces, says, because] of cases) {
    it(`${name}, because ${because}`, () => {
      const parser = createEventStreamParser()
      const events = pieces.flatMap((piece) => parser.push(piece))
      assert.deepEqual(
        events.map((event) => `${event.name} ${event.id ?? ''} ${event.text}`),
        says,
      )
    })
  }
})
