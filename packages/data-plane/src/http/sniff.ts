import type { Duplex } from 'node:stream'

const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')

/**
 * Finds out from the first bytes of a connection which version of HTTP its client speaks, and puts them back. A connection on which
 * nothing is said in time is closed, and nobody is called.
 */
export function sniffProtocol(
  connection: Duplex,
  withinMs: number,
  found: (protocol: 'http/1.1' | 'h2') => void,
): void {
  let seen: Buffer = Buffer.alloc(0)
  const timer = setTimeout(() => connection.destroy(), withinMs)
  const forget = (): void => clearTimeout(timer)
  connection.once('close', forget)
  const look = (chunk: Buffer): void => {
    seen = seen.length === 0 ? chunk : Buffer.concat([seen, chunk])
    const length = Math.min(seen.length, preface.length)
    const same = seen.compare(preface, 0, length, 0, length) === 0
    if (same && length < preface.length) return
    forget()
    connection.off('close', forget)
    connection.off('data', look)
    connection.pause()
    connection.unshift(seen)
    found(same ? 'h2' : 'http/1.1')
    if (!same) connection.resume()
  }
  connection.on('data', look)
}
