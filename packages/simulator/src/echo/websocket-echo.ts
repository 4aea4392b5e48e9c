import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'

const magic = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'
const [closing, ping, pong] = [0x8, 0x9, 0xa]

/** Takes an upgrade to WebSocket at `/ws` and sends every frame back; refuses any other. */
export function echoFrames(request: IncomingMessage, socket: Duplex, head: Buffer): void {
  socket.on('error', () => socket.destroy())
  const key = request.headers['sec-websocket-key']
  const [path] = (request.url ?? '').split('?')
  if (key === undefined || path !== '/ws') {
    socket.end('HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n')
    return
  }
  const accept = createHash('sha1').update(`${key}${magic}`).digest('base64')
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
  )
  let rest = head
  const take = (chunk: Buffer): void => {
    rest = Buffer.concat([rest, chunk])
    for (let frame = readFrame(rest); frame !== undefined; frame = readFrame(rest)) {
      rest = rest.subarray(frame.length)
      answer(socket, frame)
    }
  }
  socket.on('data', take)
  take(Buffer.alloc(0))
}

interface Frame {
  /** The first byte: whether it is the last of its message, and what it is. */
  readonly first: number
  readonly payload: Buffer
  /** All of it, in bytes. */
  readonly length: number
}

function answer(socket: Duplex, { first, payload }: Frame): void {
  const opcode = first & 0x0f
  if (opcode === pong) return
  socket.write(writeFrame(opcode === ping ? (first & 0xf0) | pong : first, payload))
  if (opcode === closing) socket.end()
}

/** The frame at the beginning, once all of it is there. */
function readFrame(bytes: Buffer): Frame | undefined {
  if (bytes.length < 2) return undefined
  const [first = 0, second = 0] = bytes
  const short = second & 0x7f
  const extra = short === 126 ? 2 : short === 127 ? 8 : 0
  const masked = (second & 0x80) !== 0
  const start = 2 + extra + (masked ? 4 : 0)
  if (bytes.length < start) return undefined
  const size = extra === 0 ? short : extra === 2 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2))
  if (bytes.length < start + size) return undefined
  const payload = Buffer.from(bytes.subarray(start, start + size))
  if (masked)
    for (let at = 0; at < payload.length; at++)
      payload[at] = (payload[at] ?? 0) ^ (bytes[start - 4 + (at % 4)] ?? 0)
  return { first, payload, length: start + size }
}

function writeFrame(first: number, payload: Buffer): Buffer {
  const { length } = payload
  if (length < 126) return Buffer.concat([Buffer.from([first, length]), payload])
  if (length < 65_536) {
    const head = Buffer.from([first, 126, 0, 0])
    head.writeUInt16BE(length, 2)
    return Buffer.concat([head, payload])
  }
  const head = Buffer.alloc(10)
  head.writeUInt8(first, 0)
  head.writeUInt8(127, 1)
  head.writeBigUInt64BE(BigInt(length), 2)
  return Buffer.concat([head, payload])
}
