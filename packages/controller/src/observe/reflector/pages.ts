import type { KubeObject } from '@sitrep/status'
import type { Connection } from '../../connection/connection.ts'
import { ControllerError } from '../../errors.ts'
import type { Timing } from '../../timing.ts'
import type { LeanText } from './lean-text.ts'
import { guardAgainstSilence } from './silence-guard.ts'

/** Some objects of a list, as many as were asked for at once. */
export interface Page {
  readonly objects: readonly KubeObject[]
  readonly resourceVersion: string
}

export interface PagesOptions {
  readonly connection: Connection
  readonly timing: Timing
  readonly lean: LeanText
  readonly signal: AbortSignal
  /** The path of one page; without a token, of the first. */
  readonly pathOf: (token: string | undefined) => string
}

const silenceMs = 60_000

/** Reads a list page by page. The next page is on its way while the present one is parsed and taken in. */
export async function* pagesOf(options: PagesOptions): AsyncGenerator<Page> {
  let reading: Promise<Buffer> | undefined = readBytes(options, undefined)
  while (reading !== undefined) {
    const bytes = await reading
    const early = tokenAround(bytes)
    reading = early === undefined ? undefined : readBytes(options, early)
    // Fails again where it is awaited; until then it is nobody's.
    reading?.catch(() => {})
    const { items, metadata } = parseList(bytes, options.lean)
    const token = metadata?.continue
    if (reading === undefined && token !== undefined && token !== '') reading = readBytes(options, token)
    yield { objects: items ?? [], resourceVersion: metadata?.resourceVersion ?? '' }
  }
}

async function readBytes(
  { connection, timing, signal, pathOf }: PagesOptions,
  token: string | undefined,
): Promise<Buffer> {
  const stream = await connection.stream({ path: pathOf(token), signal })
  const guard = guardAgainstSilence(timing, silenceMs, stream.close)
  try {
    const chunks: Buffer[] = []
    for await (const chunk of stream.chunks) {
      guard.heard()
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  } finally {
    guard.stop()
  }
}

// Servers write a list's own metadata before its items or after them, depending on the kind; a token is never found in between.
const head = /^\{(?:"[A-Za-z]+":"[^"]*",)*"metadata":(\{[^{}]*\}),"items":\[/
const tail = /\](?:,"[A-Za-z]+":"[^"]*")*,"metadata":(\{[^{}]*\})\}\s*$/
const enough = 4_096

/** The token of the next page where it can be seen without parsing the whole. */
function tokenAround(bytes: Buffer): string | undefined {
  const first = bytes.toString('latin1', 0, enough)
  const last = bytes.toString('latin1', Math.max(0, bytes.length - enough))
  const metadata = head.exec(first)?.[1] ?? tail.exec(last)?.[1] ?? ''
  return /"continue":"([^"\\]+)"/.exec(metadata)?.[1]
}

interface ObjectList {
  readonly metadata?: { readonly continue?: string; readonly resourceVersion?: string }
  readonly items?: readonly KubeObject[] | null
}

function parseList(bytes: Buffer, lean: LeanText): ObjectList {
  const list = parsed(bytes, lean)
  if (typeof list !== 'object' || list === null) throw unreadable('An answer is no list')
  const { items = null } = list as { readonly items?: unknown }
  if (items !== null && !(Array.isArray(items) && items.every(isObject)))
    throw unreadable('A list holds something that is no object')
  return list
}

function parsed(bytes: Buffer, lean: LeanText): unknown {
  try {
    return JSON.parse(lean.of(bytes))
  } catch (cause) {
    throw unreadable('A list cannot be read', cause)
  }
}

// A workload cluster is a stranger: what it answers must not end the process.
const isObject = (item: unknown): boolean => typeof (item as KubeObject | null)?.metadata?.name === 'string'

const unreadable = (message: string, cause?: unknown): ControllerError =>
  new ControllerError('unreadable-answer', message, { retry: 'with-backoff', cause })
