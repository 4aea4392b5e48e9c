import { isFields, type KubeObject } from '@sitrep/status'
import type { Connection } from '../../connection/connection.ts'
import type { Timing } from '../../timing.ts'
import { itemsInSlices, joinedInTurns } from './items-in-slices.ts'
import type { LeanText } from './lean-text.ts'
import type { ServedResource } from './resource.ts'
import { shownObject, unreadable } from './shown-object.ts'
import { guardAgainstSilence } from './silence-guard.ts'

/** Some objects of a list, as many as were asked for at once. */
export interface Page {
  readonly objects: readonly KubeObject[]
  readonly resourceVersion: string
  /** How long it was. */
  readonly bytes: number
}

export interface PagesOptions {
  readonly connection: Connection
  readonly timing: Timing
  readonly lean: LeanText
  readonly resource: ServedResource
  /** How long one page may be. */
  readonly mostBytes: number
  readonly signal: AbortSignal
  /** The path of one page; without a token, of the first. */
  readonly pathOf: (token: string | undefined) => string
}

const silenceMs = 60_000
/** A list that goes on without objects for so many pages goes on for ever. */
const mostEmptyPages = 100

/** Reads a list page by page. The next page is on its way while the present one is parsed and taken in. */
export async function* pagesOf(options: PagesOptions): AsyncGenerator<Page> {
  let reading: Promise<Buffer> | undefined = readBytes(options, undefined)
  let empty = 0
  while (reading !== undefined) {
    const bytes = await reading
    const early = tokenAround(bytes)
    reading = early === undefined ? undefined : readBytes(options, early)
    // Fails again where it is awaited; until then it is nobody's.
    reading?.catch(() => {})
    const { objects, resourceVersion, token } = await parseList(bytes, options)
    if (reading === undefined && token !== '') reading = readBytes(options, token)
    empty = objects.length === 0 ? empty + 1 : 0
    if (empty > mostEmptyPages) throw unreadable(options.resource, 'the list goes on without objects')
    yield { objects, resourceVersion, bytes: bytes.length }
  }
}

async function readBytes(
  { connection, timing, signal, pathOf, mostBytes, resource }: PagesOptions,
  token: string | undefined,
): Promise<Buffer> {
  const stream = await connection.stream({ path: pathOf(token), signal })
  const guard = guardAgainstSilence(timing, silenceMs, stream.close)
  try {
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of stream.chunks) {
      guard.heard()
      size += chunk.length
      if (size > mostBytes) throw unreadable(resource, `a page of the list has more than ${mostBytes} bytes`)
      chunks.push(chunk)
    }
    return await joinedInTurns(chunks, size)
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

interface ParsedPage extends Omit<Page, 'bytes'> {
  /** Of the next page; empty on the last. */
  readonly token: string
}

// A workload cluster is a stranger: what it answers must not end the process.
async function parseList(bytes: Buffer, options: PagesOptions): Promise<ParsedPage> {
  const { resource } = options
  const { envelope: list, items } = await parsed(bytes, options)
  if (!isFields(list)) throw unreadable(resource, 'the answer is no list')
  if (!Array.isArray(items)) throw unreadable(resource, 'the items of the list are no list')
  const { metadata } = list
  const objects = (items as readonly unknown[]).map((item) => shownObject(item, resource))
  const { resourceVersion, continue: token } = isFields(metadata) ? metadata : {}
  return { objects, resourceVersion: textOf(resourceVersion), token: textOf(token) }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

async function parsed(
  bytes: Buffer,
  { lean, resource }: Pick<PagesOptions, 'lean' | 'resource'>,
): Promise<{ readonly envelope: unknown; readonly items: unknown }> {
  try {
    const sliced = await itemsInSlices(bytes, (item) => JSON.parse(lean.of(item, 'one')))
    if (sliced !== undefined) return sliced
    const envelope: unknown = JSON.parse(lean.of(bytes))
    return { envelope, items: isFields(envelope) ? (envelope['items'] ?? []) : [] }
  } catch (cause) {
    throw unreadable(resource, 'the list is no JSON', cause)
  }
}
