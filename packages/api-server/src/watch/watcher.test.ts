import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as nextTurn } from 'node:timers/promises'
import type { ResponseSink } from '../request/api-request.ts'
import { Watcher } from './watcher.ts'

/** A client that reads nothing until it is told to. */
function stuckSink(): ResponseSink & { readonly log: string[]; waiting: number; close(): void } {
  const closing: (() => void)[] = []
  const sink = {
    log: [] as string[],
    waiting: 0,
    close: () => {
      for (const listener of closing) listener()
    },
    write: (bytes: Buffer) => {
      sink.waiting += bytes.length
      sink.log.push(bytes.toString('latin1', 0, 8))
    },
    get buffered() {
      return sink.waiting
    },
    end: () => void sink.log.push('end'),
    cut: () => void sink.log.push('cut'),
    onClose: (listener: () => void) => void closing.push(listener),
  }
  return sink
}

const unexpected = (error: unknown): void => assert.ifError(error)
const megabytes = (count: number): Buffer => Buffer.alloc(count * 1024 * 1024, 'x')

describe('a watcher', () => {
  it('that reads no more is given up, so that it cannot fill the memory of the server', () => {
    const sink = stuckSink()
    const watcher = new Watcher(sink, { after: 0, bookmarks: false })
    for (let round = 0; round < 6; round++) watcher.write(megabytes(4))
    assert.equal(sink.log.at(-1), 'cut')
  })

  it('may take its time for a large beginning, of which no more is made than it reads', async () => {
    const sink = stuckSink()
    const watcher = new Watcher(sink, { after: 0, bookmarks: false })
    let made = 0
    function* pieces(): Generator<Buffer, void, void> {
      for (; made < 40; made++) yield megabytes(1)
    }
    watcher.begin(pieces(), unexpected)
    watcher.write(Buffer.from('event'))
    await until(() => sink.waiting >= 4 * 1024 * 1024)
    assert.ok(made < 8)
    while (made < 40) {
      sink.waiting = 0
      await nextTurn()
    }
    await until(() => sink.log.at(-1) === 'event')
    sink.close()
  })

  it('that does not read its beginning is given up when too much has happened meanwhile', () => {
    const sink = stuckSink()
    const watcher = new Watcher(sink, { after: 0, bookmarks: false })
    watcher.begin(Array.from({ length: 40 }, () => megabytes(1)).values(), unexpected)
    for (let round = 0; round < 6; round++) watcher.write(megabytes(4))
    assert.equal(sink.log.at(-1), 'cut')
    sink.close()
  })

  it('gets what happens while its beginning is put together after it, in order', () => {
    const sink = stuckSink()
    const watcher = new Watcher(sink, { after: 0, bookmarks: false })
    watcher.hold()
    watcher.write(Buffer.from('second'))
    watcher.write(Buffer.from('third'))
    watcher.begin([Buffer.from('first')].values(), unexpected)
    assert.deepEqual(sink.log, ['first', 'second', 'third'])
  })

  it('is told where its beginning breaks off', () => {
    const sink = stuckSink()
    const watcher = new Watcher(sink, { after: 0, bookmarks: false })
    // biome-ignore lint/correctness/useYield: it breaks before it has anything to give
    function* broken(): Generator<Buffer, void, void> {
      throw new TypeError('unreadable')
    }
    watcher.begin(broken(), (error) => watcher.fail(Buffer.from(String(error).slice(0, 8))))
    assert.deepEqual(sink.log, ['TypeErro', 'end'])
  })
})

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await nextTurn()
}
