import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { AnswerReader, valuesOf } from './answer-reader.ts'

/** An answer as it was read, in the words that the tables below use. */
interface Read {
  readonly status: number
  readonly body: string
  readonly end: 'whole' | 'open' | 'until close'
  readonly reused: boolean
}

function read(pieces: readonly Buffer[]): Read {
  const bodies: Buffer[] = []
  let [status, whole] = [0, false]
  const reader = new AnswerReader({
    onHead: (head) => {
      status = head.status
    },
    onBytes: (bytes) => bodies.push(bytes),
    onEnd: () => {
      whole = true
    },
  })
  for (const piece of pieces) reader.take(piece)
  const end = whole ? 'whole' : reader.lastsUntilClose ? 'until close' : 'open'
  return { status, body: Buffer.concat(bodies).toString(), end, reused: reader.leavesOpen }
}

const lines = (...all: readonly string[]): string => all.join('\r\n')
const chunked = (...body: readonly string[]): string =>
  lines('HTTP/1.1 200 OK', 'Transfer-Encoding: chunked', '', ...body)

describe('An answer', () => {
  // biome-ignore format: the table is the specification; its columns stay aligned
  const readable: readonly [name: string, sent: string, says: string, because: string][] = [
    ['with a length',              lines('HTTP/1.1 200 OK', 'Content-Length: 2', '', '{}'),                         '200 "{}" whole, reused',      'so many bytes are its body'],
    ['without a reason',           lines('HTTP/1.1 200', 'content-length: 2', '', '{}'),                            '200 "{}" whole, reused',      'the words behind the number are for people'],
    ['of no bytes',                lines('HTTP/1.1 200 OK', 'Content-Length: 0', '', ''),                           '200 "" whole, reused',        'nothing more comes'],
    ['that says so twice',         lines('HTTP/1.1 200 OK', 'Content-Length: 2', 'Content-Length: 2', '', '{}'),   '200 "{}" whole, reused',      'both say the same'],
    ['in parts',                   chunked('1', '{', '1;why=so', '}', '0', '', ''),                                  '200 "{}" whole, reused',      'what stands behind a length is passed over'],
    ['in parts, with more behind', chunked('2', '{}', '0', 'Expires: never', '', ''),                                '200 "{}" whole, reused',      'headers may come last'],
    ['in parts, the last to come', chunked('2', '{}', ''),                                                           '200 "{}" open, not reused',   'only an empty part is the end'],
    ['half of it',                 lines('HTTP/1.1 200 OK', 'Content-Length: 9', '', '{}'),                         '200 "{}" open, not reused',   'seven bytes are missing'],
    ['without a length',           lines('HTTP/1.1 200 OK', '', '{}'),                                              '200 "{}" until close, not reused', 'it lasts as long as the connection'],
    ['that closes',                lines('HTTP/1.1 200 OK', 'Connection: foo, Close', 'Content-Length: 2', '', '{}'), '200 "{}" whole, not reused', 'the server says that nothing may follow'],
    ['of an old server',           lines('HTTP/1.0 200 OK', 'Content-Length: 2', '', '{}'),                         '200 "{}" whole, not reused',  'HTTP/1.0 closes unless something is agreed'],
    ['without a body',             lines('HTTP/1.1 204 No Content', '', ''),                                        '204 "" whole, reused',        'none may follow'],
    ['with a hint before it',      lines('HTTP/1.1 103 Early Hints', 'Link: x', '', 'HTTP/1.1 200 OK', 'Content-Length: 2', '', '{}'), '200 "{}" whole, reused', 'the real one comes behind it'],
  ]
  for (const [name, sent, says, because] of readable)
    it(`${name} is ${says}, because ${because}`, () => {
      const { status, body, end, reused } = read([Buffer.from(sent)])
      assert.equal(`${status} ${JSON.stringify(body)} ${end}, ${reused ? '' : 'not '}reused`, says)
    })

  // biome-ignore format: the table is the specification; its columns stay aligned
  const refused: readonly [name: string, sent: string, why: RegExp][] = [
    ['of another protocol',              'SSH-2.0-OpenSSH_9.6\r\n\r\n',                                                                     /no HTTP/],
    ['of a later version',               lines('HTTP/2 200', '', ''),                                                                        /no HTTP/],
    ['with a status of words',           lines('HTTP/1.1 OK', '', ''),                                                                       /no HTTP/],
    ['with a length and in parts',       lines('HTTP/1.1 200 OK', 'Content-Length: 2', 'Transfer-Encoding: chunked', '', '{}'),              /two lengths/],
    ['with two lengths',                 lines('HTTP/1.1 200 OK', 'Content-Length: 2', 'Content-Length: 3', '', '{}'),                       /no number/],
    ['with a length of another kind',    lines('HTTP/1.1 200 OK', 'Content-Length: +2', '', '{}'),                                           /no number/],
    ['with two codings',                 lines('HTTP/1.1 200 OK', 'Transfer-Encoding: gzip, chunked', '', ''),                               /coded/],
    ['with two headers of codings',      lines('HTTP/1.1 200 OK', 'Transfer-Encoding: chunked', 'Transfer-Encoding: chunked', '', ''),        /coded/],
    ['with a blank before the colon',    lines('HTTP/1.1 200 OK', 'Content-Length : 2', '', '{}'),                                           /header/],
    ['with a header over two lines',     lines('HTTP/1.1 200 OK', 'X-A: 1', ' Content-Length: 2', '', '{}'),                                 /header/],
    ['with a line that only returns',    lines('HTTP/1.1 200 OK', 'X-A: 1\rContent-Length: 2', '', '{}'),                                    /header/],
    ['with a part of no length',         chunked('', '{}'),                                                                                   /no number/],
    ['with a part of a negative length', chunked('-2', '{}'),                                                                                 /no number/],
    ['with a part of a huge length',     chunked('fffffffff', '{}'),                                                                          /no number/],
    ['with a part that goes on',         chunked('1', '{}', '0', '', ''),                                                                     /longer than it says/],
    ['that is followed by another',      lines('HTTP/1.1 200 OK', 'Content-Length: 2', '', '{}HTTP/1.1 200 OK'),                             /more was sent/],
    ['that changes the protocol',        lines('HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', '', ''),                             /protocol/],
    ['that is announced without end',    'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(17),                                                  /announced/],
    ['with headers without end',         `HTTP/1.1 200 OK\r\nX-A: ${'x'.repeat(20_000)}`,                                                     /16384 bytes/],
    ['with ten thousand headers',        `HTTP/1.1 200 OK\r\n${'a:\r\n'.repeat(3_000)}\r\n`,                                                  /2000 headers/],
    ['with a line without end',          chunked(`2;${'x'.repeat(2_000)}`),                                                                   /1024 bytes/],
    ['with headers behind it without end', chunked('0', `${`X: ${'x'.repeat(1_000)}\r\n`.repeat(20)}`),                                      /16384 bytes/],
  ]
  for (const [name, sent, why] of refused)
    it(`${name} is no answer`, () => {
      assert.throws(() => read([Buffer.from(sent, 'latin1')]), why)
    })

  it('is the same wherever its bytes are cut', () => {
    const part = fc.uint8Array({ minLength: 1, maxLength: 40 }).map((bytes) => Buffer.from(bytes))
    const anything = fc.array(part, { maxLength: 6 })
    const cuts = fc.array(fc.nat(600), { maxLength: 12 })
    fc.assert(
      fc.property(anything, fc.boolean(), cuts, (parts, inParts, at) => {
        const body = Buffer.concat(parts)
        const framed = inParts
          ? Buffer.concat([
              Buffer.from('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'),
              ...parts.flatMap((each) => [
                Buffer.from(`${each.length.toString(16)}\r\n`),
                each,
                Buffer.from('\r\n'),
              ]),
              Buffer.from('0\r\n\r\n'),
            ])
          : Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n`), body])
        const ends = [...new Set([...at.filter((each) => each < framed.length), framed.length])].sort(
          (a, b) => a - b,
        )
        const pieces = ends.map((end, index) => framed.subarray(ends[index - 1] ?? 0, end))
        assert.deepEqual(read(pieces), { status: 200, body: body.toString(), end: 'whole', reused: true })
      }),
    )
  })

  it('of chance bytes is refused or waited for, and never breaks anything else', () => {
    const words = fc.constantFrom(
      'HTTP/1.1 200 OK',
      '\r\n',
      'Content-Length: 3',
      'Transfer-Encoding: chunked',
      '0',
      'a',
    )
    const chance = fc.array(fc.oneof(words, fc.string({ unit: 'binary' })), { maxLength: 12 })
    fc.assert(
      fc.property(chance, (parts) => {
        try {
          read(parts.map((part) => Buffer.from(part, 'latin1')))
        } catch (error) {
          assert.equal((error as Error).constructor, Error)
        }
      }),
    )
  })

  it('may say a thing several times', () => {
    const values = valuesOf(
      {
        status: 200,
        headers: [
          ['warning', 'a'],
          ['date', 'b'],
          ['warning', 'c'],
        ],
      },
      'warning',
    )
    assert.deepEqual(values, ['a', 'c'])
  })
})
