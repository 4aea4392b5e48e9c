import { Duplex } from 'node:stream'
import {
  controlFrame,
  dataFrame,
  type Frame,
  FrameReader,
  frameTypes,
  headerPacker,
  word,
} from './spdy-frames.ts'

// A client numbers its streams oddly. One is for what goes wrong, the other for the bytes.
const [errorStream, dataStream] = [1, 3]
const longestError = 500

/**
 * One port of a Pod as a stream of bytes, over a connection to an API server that speaks SPDY/3.1. It breaks off with the error that the
 * API server or the kubelet gives.
 */
export class PortTunnel extends Duplex {
  readonly #carrier: Duplex
  readonly #frames = new FrameReader()
  readonly #answered: Set<number> = new Set()
  /** Resolves when the server has taken both streams; before that it would drop what it is sent. */
  readonly opened: Promise<void>
  #open: () => void = () => {}

  constructor(carrier: Duplex, port: number) {
    super()
    this.#carrier = carrier
    this.opened = new Promise((resolve, reject) => {
      this.#open = resolve
      this.once('close', () => reject(this.errored ?? new Error('the tunnel was closed')))
    })
    // It may break before anybody waits for it, and whoever uses it finds the error on it.
    this.opened.catch(() => {})
    this.on('error', () => {})
    carrier.on('data', (chunk: Buffer) => this.#receive(chunk))
    carrier.once('error', (error) => this.destroy(error))
    carrier.once('close', () => this.#end())
    carrier.once('end', () => this.#end())
    this.#openStreams(port)
  }

  #openStreams(port: number): void {
    const pack = headerPacker()
    const open = (id: number, streamtype: string, last?: 'last'): void => {
      const headers = pack({ streamtype, port: String(port), requestid: '0' })
      const bytes = Buffer.concat([word(id), word(0), Buffer.alloc(2), headers])
      this.#carrier.write(controlFrame(frameTypes.synStream, bytes, last))
    }
    // Nothing is ever sent on the one for errors.
    open(errorStream, 'error', 'last')
    open(dataStream, 'data')
  }

  #receive(chunk: Buffer): void {
    try {
      for (const frame of this.#frames.take(chunk)) if (!this.destroyed) this.#take(frame)
    } catch (error) {
      this.destroy(error as Error)
    }
  }

  #take(frame: Frame): void {
    if (frame.kind === 'control') this.#obey(frame.type, frame.bytes)
    else if (frame.stream === errorStream && frame.bytes.length > 0)
      this.destroy(new Error(frame.bytes.toString('utf8').trim().slice(0, longestError)))
    else if (frame.stream === dataStream) {
      if (frame.bytes.length > 0 && !this.push(frame.bytes)) this.#carrier.pause()
      if (frame.last) this.#end()
    }
  }

  #obey(type: number, bytes: Buffer): void {
    const id = bytes.length < 4 ? 0 : bytes.readUInt32BE(0)
    switch (type) {
      case frameTypes.synReply:
        this.#answered.add(id)
        if (this.#answered.has(errorStream) && this.#answered.has(dataStream)) this.#open()
        return
      case frameTypes.ping:
        // Its own are even; odd ones would be answers to ours.
        if (id % 2 === 0) this.#carrier.write(controlFrame(type, bytes))
        return
      case frameTypes.rstStream:
        this.destroy(new Error('the API server gave up the tunnel'))
        return
      case frameTypes.goAway:
        this.#end()
        return
      default:
        // Settings and windows: nothing that this side goes by.
        return
    }
  }

  #end(): void {
    if (this.destroyed) return
    this.push(null)
    this.destroy()
  }

  override _read(): void {
    this.#carrier.resume()
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    this.#carrier.write(dataFrame(dataStream, chunk), done)
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#carrier.destroy()
    done(error)
  }
}
