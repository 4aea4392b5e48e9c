import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { KnownNames } from './known-names.ts'
import { ownLimits } from './limits.ts'
import {
  answered,
  bookmark,
  breaking,
  ending,
  event,
  laidOut,
  list,
  presentUntil,
  reflect,
  type Script,
  type Stream,
  staying,
  thing,
} from './scripted.testing.ts'

describe('A reflector', () => {
  it('reads page by page and watches from where the list was', async () => {
    const { asked, told } = await reflect({ lists: [list(['a'], '5', 'more'), list(['b'], '5')] })
    assert.deepEqual(told, ['+a', '+b'])
    assert.deepEqual(asked, ['list limit=500', 'list limit=500&continue=more', 'watch 5'])
  })

  it('waits for room behind every page, and before every piece of a watch', async () => {
    const waited: number[] = []
    const { told } = await reflect({
      room: async (before) => void waited.push(before),
      lists: [list(['a'], '5', 'more'), list(['b'], '5')],
      watches: [staying(event('ADDED', thing('c', '6')), event('ADDED', thing('d', '7')))],
    })
    assert.deepEqual(told, ['+a', '+b', '+c', '+d'])
    assert.deepEqual(waited, [1, 2, 2, 3])
  })

  it('resumes where it was when a watch ends or breaks, and nobody hears of it', async () => {
    const { asked, told, read } = await reflect({
      lists: [list(['a'], '5')],
      watches: [() => breaking(event('MODIFIED', thing('a', '6'))), () => ending(bookmark('9'))],
    })
    assert.deepEqual(asked, ['list limit=500', 'watch 5', 'watch 6', 'watch 9'])
    assert.deepEqual(told, ['+a', '+a'])
    assert.ok(read.every(Boolean))
  })

  it('lists again when the server no longer remembers, and tells what went missing meanwhile', async () => {
    const expired = event('ERROR', { code: 410, message: 'too old resource version' })
    const { asked, told } = await reflect({
      lists: [list(['a', 'b'], '5'), list(['b', 'c'], '80')],
      watches: [() => ending(expired)],
    })
    assert.deepEqual(told, ['+a', '+b', '+b', '+c', '-a'])
    assert.deepEqual(asked, ['list limit=500', 'watch 5', 'list limit=500', 'watch 80'])
  })

  it('reads everything and passes the others over where a server fails on the name of one', async () => {
    const { asked, told, read } = await reflect({
      fieldSelector: 'metadata.name=b',
      lists: [answered(500), list(['a', 'b'], '5')],
      watches: [staying(event('MODIFIED', thing('a', '6')), event('DELETED', thing('b', '7')))],
    })
    assert.deepEqual(told, ['+b', '-b'])
    assert.deepEqual(asked, ['list limit=500&fieldSelector=metadata.name%3Db', 'list limit=500', 'watch 5'])
    assert.deepEqual(read.at(-1), true)
  })

  it('leaves a server alone for as long as it asks for, with lists and with watches', async () => {
    const script = (): Script => ({
      lists: [answered(429, 20_000), list(['a'], '5')],
      watches: [answered(503, 30_000)],
    })
    const asked = async (ms: number): Promise<number> => (await reflect(script(), ms)).asked.length
    assert.deepEqual(await Promise.all([19_900, 22_000, 50_000, 55_000].map(asked)), [1, 3, 3, 4])
  })

  it('does not read everything for a selection by anything else', async () => {
    const { asked } = await reflect({ fieldSelector: 'spec.nodeName=n', lists: [answered(500)] })
    assert.ok(asked.every((question) => question.startsWith('watch') || question.includes('spec.nodeName')))
  })

  it('tells nothing more once it is stopped, whatever still comes', async () => {
    const late = (buffer: Buffer): Stream =>
      async function* (signal) {
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
        yield buffer
      }
    const watching = await reflect({
      lists: [list(['a'], '5')],
      watches: [late(event('ADDED', thing('b', '6')))],
    })
    assert.deepEqual(watching.told, ['+a'])
    const listing = await reflect({ lists: [late(Buffer.from(JSON.stringify(list(['a'], '5'))))] })
    assert.deepEqual([listing.told, listing.read], [[], []])
  })

  it('tells what went missing since somebody else showed it', async () => {
    const known = new KnownNames()
    for (const name of ['a', 'b']) known.shown({ namespace: 'x', name })
    const { told } = await reflect({ lists: [list(['b'], '5')], known })
    assert.deepEqual(told, ['+b', '-a'])
  })

  it('says that it cannot look when it cannot, waits, and says when it can again', async () => {
    const { told, read } = await reflect({ lists: [answered(403), answered(403), list(['a'], '5')] })
    assert.deepEqual(told, ['+a'])
    assert.deepEqual(read.slice(0, 3), [false, false, true])
  })

  it('takes a watch for dead on which not even a bookmark comes, and opens another', async () => {
    const { asked, read } = await reflect({ lists: [list([], '5')] }, 101_000)
    assert.deepEqual(asked, ['list limit=500', 'watch 5', 'watch 5'])
    assert.ok(read.every(Boolean))
  })

  it('gives up a list on which nothing comes, and says so', async () => {
    const { asked, read } = await reflect({ lists: [staying(), list(['a'], '5')] }, 61_000)
    assert.deepEqual(asked, ['list limit=500', 'list limit=500', 'watch 5'])
    assert.deepEqual(read.slice(0, 2), [false, true])
  })

  it('starts a list that expires halfway over with larger pages, and forgets nothing that it had told', async () => {
    const { asked, told } = await reflect({
      lists: [list(['a'], '5', 'more'), answered(410), list(['b'], '9')],
    })
    assert.deepEqual(told, ['+a', '+b', '-a'])
    assert.deepEqual(asked, ['list limit=500', 'list limit=500&continue=more', 'list limit=5000', 'watch 9'])
  })

  it('says so when lists expire every time, and asks for no more than a server can count', async () => {
    const { asked, read } = await reflect(
      { lists: [...Array.from({ length: 12 }, () => answered(410)), list(['a'], '5')] },
      400_000,
    )
    assert.equal(read[0], false)
    assert.equal(read.at(-1), true)
    const limits = asked.flatMap((each) => /limit=(\d+)$/.exec(each)?.[1] ?? [])
    assert.equal(Math.max(...limits.map(Number)), 500_000)
    assert.equal(limits.length, 13)
  })

  it('begins small again after a list that expired no more, and lists again whatever expires then', async () => {
    const expired = event('ERROR', { code: 410, message: 'too old resource version' })
    const five = Array.from({ length: 5 }, () => answered(410))
    const { asked } = await reflect(
      {
        lists: [answered(410), answered(500), ...five, list(['a'], '5'), list(['a'], '80')],
        watches: [() => ending(expired)],
      },
      90_000,
    )
    const limits = asked.flatMap((each) => /limit=(\d+)$/.exec(each)?.[1] ?? [])
    assert.deepEqual(limits.map(Number), [500, 5_000, 500, 5_000, 50_000, 500_000, 500_000, 500_000, 500])
    assert.equal(asked.at(-1), 'watch 80')
  })

  it('tells what came before an error in the same packet', async () => {
    const failed = event('ERROR', { code: 500, message: 'the store is away' })
    const { told } = await reflect({
      lists: [list([], '5')],
      watches: [() => ending(Buffer.concat([event('ADDED', thing('a', '6')), failed]))],
    })
    assert.deepEqual(told, ['+a'])
  })

  it('lists again after a watch from no version in particular, for nothing could be resumed', async () => {
    const { asked, told } = await reflect({
      lists: [list(['a'], '0'), list([], '7')],
      watches: [() => ending()],
    })
    assert.deepEqual(asked, ['list limit=500', 'watch 0', 'list limit=500', 'watch 7'])
    assert.deepEqual(told, ['+a', '-a'])
  })

  it('reads events over many lines, several of them in a chunk and one over several chunks', async () => {
    const sent = Buffer.concat(
      ['ä', 'b', 'c'].map((name, at) => laidOut('ADDED', thing(name, String(6 + at)))),
    )
    const cut = Array.from({ length: sent.length }, (_, at) => sent.subarray(at, at + 1))
    const { asked, told } = await reflect({
      lists: [list([], '5')],
      watches: [() => ending(sent), () => ending(...cut)],
    })
    assert.deepEqual(told, ['+ä', '+b', '+c', '+ä', '+b', '+c'])
    assert.deepEqual(asked.slice(1), ['watch 5', 'watch 8', 'watch 8'])
  })

  type Flood = [name: string, script: () => Script]
  const limits = { ...ownLimits, pageBytes: 1_000_000, objects: 3 }
  const flood = (): string[] => Array.from({ length: 4 }, () => `o${++version}`)
  const floods: Flood[] = [
    ['in a list', () => ({ lists: [list(flood(), '5')] })],
    ['page after page', () => ({ lists: Array.from({ length: 3 }, () => list(['a', 'b'], '5', 'more')) })],
    [
      'in a watch',
      () => ({
        lists: [list(['a'], '5')],
        watches: [() => ending(...flood().map((name) => event('ADDED', thing(name, '6'))))],
      }),
    ],
  ]
  for (const [name, script] of floods)
    it(`forgets all that a server shows when there is too much of it ${name}, and reads again`, async () => {
      const { lists = [], ...rest } = script()
      const { told, read } = await reflect({ lists: [...lists, list(['z'], '9')], ...rest, limits })
      const left = new Set<string>()
      for (const words of told) {
        if (words.startsWith('+')) left.add(words.slice(1))
        else left.delete(words.slice(1))
      }
      assert.deepEqual([...left], ['z'])
      assert.deepEqual([read.includes(false), read.at(-1)], [true, true])
    })

  it('takes an object that it is shown twice for one', async () => {
    const { told } = await reflect({
      lists: [list(['a', 'a'], '5'), list([], '8')],
      watches: [() => ending(event('ADDED', thing('a', '6')), event('ERROR', { code: 410 }))],
    })
    assert.deepEqual(told, ['+a', '+a', '+a', '-a'])
  })
})

const failing = (code: number | undefined) => () =>
  ending(event('ERROR', { kind: 'Status', ...(code !== undefined && { code }) }))

type Ending = [name: string, watch: Stream, asked: readonly string[], because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const endings: readonly Ending[] = [
  ['410',          failing(410),                                                   ['list', 'watch 9'], 'the server forgot what came after'],
  ['500',          failing(500),                                                   ['watch 5'],         'the server still knows what came after'],
  ['429',          failing(429),                                                   ['watch 5'],         'a busy server is asked the same later'],
  ['no code',      failing(undefined),                                             ['watch 5'],         'resuming loses nothing'],
  ['no JSON',      () => ending(Buffer.from('<html>\n')),                          ['watch 5'],         'a proxy may answer once for the server'],
  ['no event',     () => ending(Buffer.from('7\nnull\n')),                         ['watch 5'],         'what is no event tells nothing'],
  ['no object',    () => ending(Buffer.from('{"type":"ADDED"}\n')),                ['watch 5'],         'what is no event tells nothing'],
  ['no name',      () => ending(event('ADDED', { metadata: {} })),                 ['watch 5'],         'an object without a name is nobody'],
  ['unknown type', () => ending(event('RENAMED', thing('a', '6'))),                ['watch 5'],         'what it means is not known'],
  ['half an event', () => ending(event('ADDED', thing('a', '6')).subarray(0, 40)),  ['watch 5'],         'the rest comes when it is asked again'],
]

describe('A watch that ends with', () => {
  for (const [name, watch, then, because] of endings) {
    it(`${name}: ${then.join(', ')}, because ${because}`, async () => {
      const { asked, told } = await reflect({ lists: [list([], '5'), list([], '9')], watches: [watch] })
      assert.deepEqual(
        asked.slice(2).map((question) => question.replace(' limit=500', '')),
        then,
      )
      assert.deepEqual(told, [])
    })
  }

  it('the same failure three times: list, because the version may be what fails', async () => {
    const watches = [failing(500), failing(500), failing(500)]
    const { asked } = await reflect({ lists: [list([], '5'), list([], '9')], watches })
    assert.deepEqual(asked.slice(1), ['watch 5', 'watch 5', 'watch 5', 'list limit=500', 'watch 9'])
  })
})

type Storm = [name: string, watch: Stream, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const storms: readonly Storm[] = [
  ['ends at once',                () => ending(),                                                            'nothing came'],
  ['ends after a bookmark',       () => ending(bookmark('5')),                                               'nothing new came'],
  ['breaks at once',              () => breaking(),                                                          'nothing came'],
  ['ends after an event',         () => ending(event('MODIFIED', thing('a', String(++version)))),            'even what is new does not come a thousand times a second'],
  ['expires after an event',      () => ending(event('MODIFIED', thing('a', '6')), event('ERROR', { code: 410 })), 'each costs a whole list'],
  ['fails',                       failing(500),                                                              'a failing server needs rest'],
  ['sends what nobody can read',  () => ending(Buffer.from('<html>\n')),                                     'a proxy needs rest too'],
  ['sends no event',              () => ending(laidOut('RENAMED', thing('a', '6'))),                         'it will be the same the next time'],
]
let version = 10

describe('A server whose every watch', () => {
  for (const [name, watch, because] of storms) {
    it(`${name} is asked less and less often, because ${because}`, async () => {
      const watches = Array.from({ length: 5_000 }, () => watch)
      const { asked } = await reflect({ watches }, 30_000)
      assert.ok(asked.length < 40, `${asked.length} requests in thirty seconds`)
    })
  }
})

describe('A server whose watches lived for a while', () => {
  it('is asked at once again when they end, because nothing is wrong with it', async () => {
    const living: Stream = async function* (signal) {
      yield* staying(bookmark('6'))(signal)
    }
    const watches = [() => ending(), () => ending(), () => ending(), living, () => ending()]
    // The fourth falls silent after a bookmark and is closed after a hundred seconds.
    const { asked } = await reflect({ lists: [list([], '5')], watches }, 103_000)
    assert.deepEqual(asked.slice(1), ['watch 5', 'watch 5', 'watch 5', 'watch 5', 'watch 6', 'watch 6'])
  })
})

describe('A server that begins watches with the present state', () => {
  it('is not asked for a list', async () => {
    const { asked, told, read } = await reflect({
      present: [staying(event('ADDED', thing('b', '3')), event('ADDED', thing('a', '2')), presentUntil('7'))],
    })
    assert.deepEqual(asked, ['present'])
    assert.deepEqual(told, ['+b', '+a'])
    assert.deepEqual(read, [true])
  })

  it('is resumed at the end of the present state, not at the versions of its objects', async () => {
    const { asked } = await reflect({
      present: [() => ending(event('ADDED', thing('a', '2')), presentUntil('7'))],
    })
    assert.deepEqual(asked, ['present', 'watch 7'])
  })

  it('begins again when it broke off in between, and what was told and is gone is told so', async () => {
    const { asked, told, read } = await reflect({
      present: [
        () => breaking(event('ADDED', thing('a', '2'))),
        staying(event('ADDED', thing('b', '3')), presentUntil('7')),
      ],
    })
    assert.deepEqual(asked, ['present', 'present'])
    assert.deepEqual(told, ['+a', '+b', '-a'])
    assert.deepEqual(read, [true])
  })

  it('is asked for it again when it no longer remembers', async () => {
    const { asked, told } = await reflect({
      present: [
        () => ending(event('ADDED', thing('a', '2')), presentUntil('7'), event('ERROR', { code: 410 })),
        staying(presentUntil('90')),
      ],
    })
    assert.deepEqual(asked, ['present', 'present'])
    assert.deepEqual(told, ['+a', '-a'])
  })

  it('is read in pages when the present state breaks off every time', async () => {
    const { asked } = await reflect({
      present: [() => breaking(), () => breaking(), () => ending()],
      lists: [list([], '5')],
    })
    assert.deepEqual(asked, ['present', 'present', 'present', 'list limit=500', 'watch 5'])
  })
})

type Refusal = [name: string, present: Stream, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const refusals: readonly Refusal[] = [
  ['sends nothing',                   staying(),                                 'it does not know what it was asked for'],
  ['sends the objects but no end',    staying(event('ADDED', thing('a', '2'))),  'servers of old ignore what they do not know'],
  ['sends nothing but bookmarks',     bookmarks,                                       'a bookmark is no object and no end'],
]

async function* bookmarks(signal: AbortSignal): AsyncGenerator<Buffer> {
  while (!signal.aborted) {
    yield bookmark('4')
    await new Promise((resolve) => setImmediate(resolve))
  }
}

describe('A server that is asked for the present state and', () => {
  for (const [name, present, because] of refusals) {
    it(`${name} is read in pages after a while, because ${because}`, async () => {
      const { asked, read } = await reflect({ present: [present], lists: [list(['a'], '5')] }, 31_000)
      assert.deepEqual(asked, ['present', 'list limit=500', 'watch 5'])
      assert.deepEqual(read, [true, true])
    })
  }

  for (const status of [400, 422])
    it(`answers ${status} is read in pages at once, because it does not offer that`, async () => {
      const { asked } = await reflect({ present: [answered(status)], lists: [list([], '5')] })
      assert.deepEqual(asked, ['present', 'list limit=500', 'watch 5'])
    })

  it('answers 503 is asked the same again, because that has nothing to do with it', async () => {
    const { asked, read } = await reflect({ present: [answered(503), staying(presentUntil('5'))] })
    assert.deepEqual(asked, ['present', 'present'])
    assert.deepEqual(read, [false, true])
  })
})
