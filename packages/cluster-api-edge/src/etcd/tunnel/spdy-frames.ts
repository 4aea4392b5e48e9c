import { constants, deflateRawSync, deflateSync } from 'node:zlib'

/** The types of SPDY's control frames that matter for forwarding a port. */
export const frameTypes = { synStream: 1, synReply: 2, rstStream: 3, ping: 6, goAway: 7 } as const

/** What is left of SPDY/3.1: since the servers do not count what is in flight, nobody has to. */
export type Frame =
  | { readonly kind: 'data'; readonly stream: number; readonly last: boolean; readonly bytes: Buffer }
  | { readonly kind: 'control'; readonly type: number; readonly last: boolean; readonly bytes: Buffer }

const version = 3
const headBytes = 8
const lastFlag = 1
// Servers send what they have read from a connection, some ten kilobytes at a time.
const mostBytes = 1024 * 1024

/** A frame that opens a stream, answers, resets, pings. With `last`, nothing more follows on its stream from here. */
export function controlFrame(type: number, bytes: Buffer, last?: 'last'): Buffer {
  const head = headOf(bytes, last)
  head.writeUInt16BE(0x8000 | version, 0)
  head.writeUInt16BE(type, 2)
  return Buffer.concat([head, bytes])
}

export function dataFrame(stream: number, bytes: Buffer, last?: 'last'): Buffer {
  const head = headOf(bytes, last)
  head.writeUInt32BE(stream, 0)
  return Buffer.concat([head, bytes])
}

function headOf({ length }: Buffer, last: 'last' | undefined): Buffer {
  const head = Buffer.alloc(headBytes)
  head.writeUInt32BE(length, 4)
  head.writeUInt8(last === 'last' ? lastFlag : 0, 4)
  return head
}

/** A number of four bytes, as most of SPDY consists of. */
export function word(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/**
 * Packs the headers of one connection's streams. All of them together are one packed text that is flushed after each. The dictionary of
 * SPDY only makes it shorter, and what does not name one is unpacked without. The fixed code, because readers in use take any other
 * way of packing for bytes too many.
 */
export function headerPacker(): (headers: Readonly<Record<string, string>>) => Buffer {
  const options = { finishFlush: constants.Z_SYNC_FLUSH, strategy: constants.Z_FIXED }
  let pack: typeof deflateRawSync = deflateSync
  return (headers) => {
    const entries = Object.entries(headers)
    const texts = entries.flat().flatMap((text) => [word(Buffer.byteLength(text)), Buffer.from(text)])
    const packed = pack(Buffer.concat([word(entries.length), ...texts]), options)
    pack = deflateRawSync
    return packed
  }
}

/** Reads frames from chunks. */
export class FrameReader {
  #waiting: Buffer[] = []
  #size = 0
  /** How many bytes the next frame needs to be whole. */
  #needed = headBytes

  /** The frames that are whole with this chunk. Throws at what is no frame. */
  take(chunk: Buffer): readonly Frame[] {
    this.#waiting.push(chunk)
    this.#size += chunk.length
    if (this.#size < this.#needed) return []
    let bytes = Buffer.concat(this.#waiting)
    const frames: Frame[] = []
    for (this.#needed = lengthOf(bytes); bytes.length >= this.#needed; this.#needed = lengthOf(bytes)) {
      frames.push(frameIn(bytes.subarray(0, this.#needed)))
      bytes = bytes.subarray(this.#needed)
    }
    this.#waiting = [bytes]
    this.#size = bytes.length
    return frames
  }
}

function lengthOf(bytes: Buffer): number {
  if (bytes.length < headBytes) return headBytes
  const length = bytes.readUIntBE(5, 3)
  if (length > mostBytes) throw new Error('a frame of the tunnel is too long')
  return headBytes + length
}

function frameIn(whole: Buffer): Frame {
  const [first, last, bytes] = [
    whole.readUInt32BE(0),
    (whole.readUInt8(4) & lastFlag) !== 0,
    whole.subarray(headBytes),
  ]
  if (first < 0x80000000) return { kind: 'data', stream: first, last, bytes }
  if (((first >>> 16) & 0x7fff) !== version) throw new Error('the tunnel speaks no SPDY/3.1')
  return { kind: 'control', type: first & 0xffff, last, bytes }
}
