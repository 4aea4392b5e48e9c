import type { Socket } from 'node:net'
import { type AnswerListener, AnswerReader } from './answer-reader.ts'

/** One request, as far as the socket is concerned that it goes over. */
export interface Exchange extends AnswerListener {
  /** The connection is gone before the answer was whole, or what came is no answer. */
  readonly onBroken: (error: Error) => void
}

// Go servers and ours keep idle connections longer than this, so none is written to while it is being closed.
const idleMs = 30_000

/** A connection that is asked one thing after the other. */
export class KeptSocket {
  readonly #socket: Socket
  readonly #onIdle: (socket: KeptSocket) => void
  #exchange: Exchange | undefined = undefined
  #reader: AnswerReader | undefined = undefined
  #error: Error | undefined = undefined
  #asked = 0
  #heard = false
  #brokenFromHere = false

  constructor(socket: Socket, onIdle: (socket: KeptSocket) => void, onGone: (socket: KeptSocket) => void) {
    this.#socket = socket
    this.#onIdle = onIdle
    socket.setTimeout(idleMs, () => {
      if (this.#exchange === undefined) socket.destroy()
    })
    socket.on('data', (chunk: Buffer) => this.#take(chunk))
    socket.on('error', (error) => {
      this.#error = error
    })
    // Whoever ends a connection without an error has said all that he wanted to say.
    socket.on('end', () => {
      if (this.#reader?.lastsUntilClose === true) this.#end()
    })
    socket.on('close', () => {
      onGone(this)
      this.#tellBroken(this.#error ?? new Error('the connection was closed before the answer was whole'))
    })
  }

  /** Whether it lay idle, was then asked something, and has not said a word: it may have been closed before it was asked. */
  get mayHaveBeenClosed(): boolean {
    return this.#asked > 1 && !this.#heard && !this.#brokenFromHere
  }

  get usable(): boolean {
    return this.#socket.writable && this.#exchange === undefined
  }

  /** Sends a request. The head has one byte for each character. */
  ask(head: string, body: string | undefined, exchange: Exchange): void {
    const socket = this.#socket
    this.#exchange = exchange
    const { onHead, onBytes } = exchange
    this.#reader = new AnswerReader({ onHead, onBytes, onEnd: () => this.#end() })
    this.#asked++
    this.#heard = false
    socket.ref()
    if (body === undefined || isPlain(body)) {
      socket.write(body === undefined ? head : head + body, 'latin1')
      return
    }
    socket.cork()
    socket.write(head, 'latin1')
    socket.write(body, 'utf8')
    socket.uncork()
  }

  pause(): void {
    this.#socket.pause()
  }

  resume(): void {
    this.#socket.resume()
  }

  /** Closes it; whoever waits for an answer is told why there is none. */
  break(error: Error): void {
    this.#brokenFromHere = true
    this.#socket.destroy()
    this.#tellBroken(error)
  }

  #tellBroken(error: Error): void {
    const exchange = this.#exchange
    this.#exchange = undefined
    exchange?.onBroken(error)
  }

  #take(chunk: Buffer): void {
    this.#heard = true
    try {
      // What comes without having been asked for makes no sense.
      if (this.#reader === undefined) this.#socket.destroy()
      else this.#reader.take(chunk)
    } catch (error) {
      this.break(error as Error)
    }
  }

  #end(): void {
    const exchange = this.#exchange
    const open = this.#reader?.leavesOpen === true
    this.#exchange = undefined
    if (open) {
      // It may have ended while its reader was behind.
      if (this.#socket.isPaused()) this.#socket.resume()
      // A process that waits for nothing else may end.
      this.#socket.unref()
      this.#onIdle(this)
    } else this.#socket.destroy()
    exchange?.onEnd()
  }
}

// What has one byte for each character is written as it is, and together with what stands before it.
const isPlain = (text: string): boolean => Buffer.byteLength(text) === text.length

/** Connections to one server, which are used again. */
export class SocketPool {
  readonly #open: () => Socket
  readonly #all: Set<KeptSocket> = new Set()
  /** The one that was used last comes last, and is used first. */
  readonly #idle: KeptSocket[] = []
  #closed = false

  constructor(open: () => Socket) {
    this.#open = open
  }

  /** One that is idle, or a new one. */
  take(): KeptSocket {
    for (let idle = this.#idle.pop(); idle !== undefined; idle = this.#idle.pop())
      if (idle.usable) return idle
    return this.open()
  }

  /** A new one: what is asked before it is connected waits in it. */
  open(): KeptSocket {
    if (this.#closed) throw closedFromHere()
    const made = new KeptSocket(
      this.#open(),
      (socket) => this.#idle.push(socket),
      (socket) => this.#forget(socket),
    )
    this.#all.add(made)
    return made
  }

  /** Closes all of them, also those that wait for an answer. No other is opened. */
  close(): void {
    this.#closed = true
    for (const socket of this.#all) socket.break(closedFromHere())
  }

  #forget(socket: KeptSocket): void {
    this.#all.delete(socket)
    const at = this.#idle.indexOf(socket)
    if (at !== -1) this.#idle.splice(at, 1)
  }
}

const closedFromHere = (): Error => new Error('the connection was closed from here')
