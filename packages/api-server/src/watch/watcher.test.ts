import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ResponseSink } from '../request/api-request.ts'
import { Watcher } from './watcher.ts'

/** A client that reads nothing until it is told to. */
function stuckSink(): ResponseSink & { readonly log: string[]; waiting: number } {
  const sink = {
    log: [] as string[],
    waiting: 0,
    write: (bytes: Buffer) => {
      sink.waiting += bytes.length
      sink.log.push(bytes.toString('latin1', 0, 8))
    },
    get buffered() {
      return sink.waiting
    },
    end: () => void sink.log.push('end'),
    cut: () => void sink.log.push('cut'),
    onClose: () => undefined,
  }
  return sink
}

const megabytes = (count: number): Buffer => Buffer.alloc(count * 1024 * 1024, 'x')

describe('a watcher', () => {
  it('that reads no more is given up, so that it cannot fill the memory of the server', () => {
    const sink = stuckSink()
    const watcher = new Watcher(sink, { after: 0, bookmarks: false })
    for (let round = 0; round < 6; round++) watcher.write(megabytes(4))
    assert.equal(sink.log.at(-1), 'cut')
  })

  it('may take its time for a large beginning', () => {
    const sink = stuckSink()
    const watcher = new Watcher(sink, { after: 0, bookmarks: false })
    watcher.writeInitial(megabytes(40))
    watcher.write(Buffer.from('event'))
    assert.equal(sink.log.at(-1), 'event')
  })

  it('gets what happens while its beginning is put together after it, in order', () => {
    const sink = stuckSink()
    const watcher = new Watcher(sink, { after: 0, bookmarks: false })
    watcher.hold()
    watcher.write(Buffer.from('second'))
    watcher.write(Buffer.from('third'))
    watcher.writeInitial(Buffer.from('first'))
    watcher.release()
    assert.deepEqual(sink.log, ['first', 'second', 'third'])
  })
})
