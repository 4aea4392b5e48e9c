import type { Readable } from 'node:stream'

/** How much of a body that nobody wants is read, so that a client that still sends gets to see the answer. */
const lingerBytes = 1024 * 1024

/** Reads the rest of a body that nobody wants; where it is long or takes long, `close` is called. */
export function linger(body: Readable, withinMs: number, close: () => void): void {
  let rest = lingerBytes
  const timer = setTimeout(close, withinMs)
  const done = (): void => clearTimeout(timer)
  body.on('data', (chunk: Buffer) => {
    rest -= chunk.length
    if (rest < 0) close()
  })
  body.once('end', done)
  body.once('close', done)
  body.resume()
}
