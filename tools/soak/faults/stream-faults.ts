import type { ApiStream } from '@sitrep/controller/connection'
import type { Chance } from '../chance.ts'
import { broken } from './request-faults.ts'

/** What can become of a stream that had begun well. `ends` is only for watches: lists have no events. */
export const streamFaults = [
  'cut between events',
  'cut in an event',
  'reset between events',
  'reset in an event',
  'half-open',
  'ERROR 410',
  'ERROR 500',
] as const
export type StreamFault = (typeof streamFaults)[number]

/** A stream, and what is to happen to it. */
export interface HitStream {
  readonly stream: ApiStream
  readonly fault: StreamFault | undefined
  /** So many chunks come through unharmed. */
  readonly after: number
  /** How likely a chunk of whole events comes twice. */
  readonly twice: number
  readonly chance: Chance
  readonly onHit: (name: string) => void
}

const error = (code: number): Buffer => {
  const object = { kind: 'Status', apiVersion: 'v1', status: 'Failure', code, message: `${code} by chance` }
  return Buffer.from(`${JSON.stringify({ type: 'ERROR', object })}\n`)
}

/** The same stream, with its fault. */
export function hitStream(hit: HitStream, signal: AbortSignal | undefined): ApiStream {
  const closing = new AbortController()
  return {
    chunks: chunksOf(hit, signal === undefined ? closing.signal : AbortSignal.any([signal, closing.signal])),
    close: () => {
      closing.abort()
      hit.stream.close()
    },
  }
}

async function* chunksOf(hit: HitStream, ending: AbortSignal): AsyncGenerator<Buffer> {
  const { stream, fault, after, twice, chance, onHit } = hit
  let count = 0
  for await (const chunk of stream.chunks) {
    if (fault !== undefined && count++ === after) {
      onHit(fault)
      yield* endOf(fault, chunk, ending)
      stream.close()
      return
    }
    yield chunk
    if (isWhole(chunk) && chance.happens(twice)) {
      onHit('event twice')
      yield chunk
    }
  }
}

async function* endOf(fault: StreamFault, chunk: Buffer, ending: AbortSignal): AsyncGenerator<Buffer> {
  const half = chunk.subarray(0, Math.ceil(chunk.length / 2))
  switch (fault) {
    case 'cut between events':
      return
    case 'cut in an event':
      yield half
      return
    case 'reset between events':
      throw broken('the connection broke')
    case 'reset in an event':
      yield half
      throw broken('the connection broke')
    case 'half-open':
      await ended(ending)
      throw broken('the stream was given up')
    case 'ERROR 410':
      yield error(410)
      return
    case 'ERROR 500':
      yield error(500)
  }
}

const isWhole = (chunk: Buffer): boolean => chunk[0] === 0x7b && chunk.at(-1) === 0x0a

const ended = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
