import { CommandError, type Context } from '../command.ts'
import { LimitPassed, sizeWords } from './file-limits.ts'

/** How long and how much is read from an address. */
export interface UrlLimits {
  readonly bytes: number
  readonly redirects: number
  readonly timeMs: number
}

/** Enough for any manifest, and nobody waits for long. */
export const urlLimits: UrlLimits = { bytes: 64 * 1_048_576, redirects: 5, timeMs: 30_000 }

/** Whether a path is an address. */
export const isUrl = (path: string): boolean => /^https?:\/\//i.test(path)

type Interruptible = Partial<Pick<Context, 'interrupted'>>

/** What lies at an address, in bounds of size, time and redirects. Only what lies on this machine is read without encryption. */
export async function readUrl(
  path: string,
  { interrupted }: Interruptible,
  limits: UrlLimits = urlLimits,
): Promise<Buffer> {
  const late = AbortSignal.timeout(limits.timeMs)
  const signal = interrupted === undefined ? late : AbortSignal.any([interrupted, late])
  try {
    const answer = await followed(parsedUrl(path), { path, signal, redirects: limits.redirects })
    if (!answer.ok) throw new CommandError(3, `${path} answers with ${answer.status} ${answer.statusText}`)
    return await bodyOf(answer, path, limits.bytes)
  } catch (cause) {
    if (cause instanceof CommandError) throw cause
    if (interrupted?.aborted) throw new CommandError(3, 'Interrupted', { cause })
    if (late.aborted)
      throw new CommandError(3, `${path} has not answered within ${limits.timeMs / 1000}s`, { cause })
    throw new CommandError(3, `${path} cannot be read: ${wordsOf(cause)}`, { cause })
  }
}

function parsedUrl(text: string, before?: URL): URL {
  if (!URL.canParse(text, before)) throw new CommandError(2, `${JSON.stringify(text)} is no address`)
  const url = new URL(text, before)
  const own = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname)
  if (url.protocol === 'https:' || (url.protocol === 'http:' && own)) return url
  throw new CommandError(2, `${url.href} is not encrypted: what is read from elsewhere comes by https`)
}

interface Asked {
  readonly path: string
  readonly signal: AbortSignal
  readonly redirects: number
}

async function followed(url: URL, { path, signal, redirects }: Asked): Promise<Response> {
  const answer = await fetch(url, { redirect: 'manual', signal })
  const further = answer.headers.get('location')
  if (answer.status < 300 || answer.status > 399 || further === null) return answer
  await answer.body?.cancel()
  if (redirects === 0) throw new CommandError(3, `${path} leads on and on: it is not followed any further`)
  return followed(parsedUrl(further, url), { path, signal, redirects: redirects - 1 })
}

async function bodyOf({ body }: Response, path: string, most: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > most) throw new LimitPassed(`${path} is larger than ${sizeWords(most)}`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

// What went wrong on the way stands below what fetch says of it.
function wordsOf(cause: unknown): string {
  const below = cause instanceof Error ? cause.cause : undefined
  if (below instanceof AggregateError && below.errors[0] instanceof Error) return below.errors[0].message
  if (below instanceof Error) return below.message
  return cause instanceof Error ? cause.message : String(cause)
}
