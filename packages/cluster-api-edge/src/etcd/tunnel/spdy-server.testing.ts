import { connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { constants, inflateSync } from 'node:zlib'
import { controlFrame, dataFrame, type Frame, FrameReader, frameTypes, word } from './spdy-frames.ts'

export interface SpdyServed {
  /** Where the port leads; nothing is an etcd that does not run. */
  readonly port: number | undefined
  /** The headers of every stream that was opened. */
  readonly onStream?: (headers: Readonly<Record<string, string>>) => void
}

/** The server's side of forwarding one port over SPDY/3.1, as a kubelet does it. */
export function serveSpdy(carrier: Duplex, { port, onStream }: SpdyServed): void {
  const frames = new FrameReader()
  const streams = new Map<string, number>()
  let [packed, unpacked] = [Buffer.alloc(0), 0]
  let target: Duplex | undefined
  const headersIn = (bytes: Buffer): Record<string, string> => {
    packed = Buffer.concat([packed, bytes])
    const whole = inflateSync(packed, { finishFlush: constants.Z_SYNC_FLUSH })
    const block = whole.subarray(unpacked)
    unpacked = whole.length
    return textsIn(block)
  }
  const open = (frame: Frame): void => {
    const id = frame.bytes.readUInt32BE(0)
    const headers = headersIn(frame.bytes.subarray(10))
    onStream?.(headers)
    streams.set(headers['streamtype'] ?? '', id)
    carrier.write(controlFrame(frameTypes.synReply, Buffer.concat([word(id), emptyHeaders(streams.size)])))
    if (streams.size === 2) start()
  }
  const start = (): void => {
    const [data = 0, errors = 0] = [streams.get('data'), streams.get('error')]
    const fail = (words: string): unknown => carrier.write(dataFrame(errors, Buffer.from(words)))
    if (port === undefined) return void fail('connection refused by the Pod')
    target = connect(port, '127.0.0.1')
    target.on('data', (bytes: Buffer) => carrier.write(dataFrame(data, bytes)))
    target.on('error', (error) => fail(error.message))
    target.on('close', () => carrier.write(dataFrame(data, Buffer.alloc(0), 'last')))
  }
  // As servers do that want to know whether the other side still lives.
  carrier.write(controlFrame(frameTypes.ping, word(2)))
  carrier.on('data', (chunk: Buffer) => {
    for (const frame of frames.take(chunk)) {
      if (frame.kind === 'data') target?.write(frame.bytes)
      else if (frame.type === frameTypes.synStream) open(frame)
    }
  })
  const end = (): void => {
    target?.destroy()
    carrier.destroy()
  }
  carrier.on('end', end).on('close', end).on('error', end)
}

// Servers pack the headers of their answers as well, and this side never looks into them.
const emptyHeaders = (which: number): Buffer =>
  Buffer.from(which === 1 ? '789c62600000000000ffff' : '02000000ffff', 'hex')

function textsIn(block: Buffer): Record<string, string> {
  let at = 4
  const next = (): string => {
    const length = block.readUInt32BE(at)
    at += 4 + length
    return block.toString('utf8', at - length, at)
  }
  const headers: Record<string, string> = {}
  while (at < block.length) {
    const name = next()
    headers[name] = next()
  }
  return headers
}
