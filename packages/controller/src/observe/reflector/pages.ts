import { isFields, type KubeObject } from '@sitrep/status'
import type { Connection } from '../../connection/connection.ts'
import { HeldBytes } from '../../connection/held-bytes.ts'
import { weighJson } from '../../connection/json-weight.ts'
import { ControllerError } from '../../errors.ts'
import type { Timing } from '../../timing.ts'
import { itemsInSlices, joinedInTurns, type SlicedList } from './items-in-slices.ts'
import type { LeanText } from './lean-text.ts'
import type { ServedResource } from './resource.ts'
import { shownObject, unreadable } from './shown-object.ts'
import { guardAgainstSilence } from './silence-guard.ts'

/** Some objects of a list, as many as were asked for at once. */
export interface Page {
  readonly objects: readonly KubeObject[]
  readonly resourceVersion: string
  /** What its objects weigh together. */
  readonly weight: number
}

export interface PagesOptions {
  readonly connection: Connection
  readonly timing: Timing
  readonly lean: LeanText
  readonly resource: ServedResource
  /** How long one page may be. */
  readonly mostBytes: number
  /** How many values an item may have, or a list that is not parsed item by item. */
  readonly mostValues: number
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
  let [empty, before] = [0, '']
  while (reading !== undefined) {
    const bytes = await reading
    const early = tokenAround(bytes)
    reading = early === undefined ? undefined : readBytes(options, early)
    // Fails again where it is awaited; until then it is nobody's.
    reading?.catch(() => {})
    const { token, ...page } = await parseList(bytes, options)
    if (token !== '' && token === before) throw unreadable(options.resource, 'the list goes on where it was')
    before = token
    if (reading === undefined && token !== '') reading = readBytes(options, token)
    empty = page.objects.length === 0 ? empty + 1 : 0
    if (empty > mostEmptyPages) throw unreadable(options.resource, 'the list goes on without objects')
    yield page
  }
}

async function readBytes(
  { connection, timing, signal, pathOf, mostBytes, resource }: PagesOptions,
  token: string | undefined,
): Promise<Buffer> {
  const stream = await connection.stream({ path: pathOf(token), signal })
  const guard = guardAgainstSilence(timing, silenceMs, stream.close)
  try {
    const held = new HeldBytes()
    for await (const chunk of stream.chunks) {
      guard.heard()
      held.push(chunk)
      if (held.size > mostBytes)
        throw unreadable(resource, `a page of the list has more than ${mostBytes} bytes`)
    }
    return await joinedInTurns(held.pieces, held.size)
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

interface ParsedPage extends Page {
  /** Of the next page; empty on the last. */
  readonly token: string
}

// A workload cluster is a stranger: what it answers must not end the process.
async function parseList(bytes: Buffer, options: PagesOptions): Promise<ParsedPage> {
  const { envelope, items: objects, weight } = await parsed(bytes, options)
  const metadata = isFields(envelope) ? envelope['metadata'] : undefined
  const { resourceVersion, continue: token } = isFields(metadata) ? metadata : {}
  return { objects, weight, resourceVersion: textOf(resourceVersion), token: textOf(token) }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

async function parsed(
  bytes: Buffer,
  { lean, resource, mostValues }: PagesOptions,
): Promise<SlicedList<KubeObject>> {
  const weigh = (json: Buffer): number => weighJson(json, mostValues)
  const parse = (item: Buffer): KubeObject => shownObject(JSON.parse(lean.of(item, 'one')), resource)
  try {
    const sliced = await itemsInSlices(bytes, parse, weigh)
    if (sliced !== undefined) return sliced
    const weight = weigh(bytes)
    const envelope: unknown = JSON.parse(lean.of(bytes))
    return { envelope, items: objectsIn(envelope, resource), weight }
  } catch (cause) {
    if (cause instanceof ControllerError) throw cause
    throw unreadable(resource, 'the list is no JSON', cause)
  }
}

function objectsIn(list: unknown, resource: ServedResource): readonly KubeObject[] {
  if (!isFields(list)) throw unreadable(resource, 'the answer is no list')
  const items = list['items'] ?? []
  if (!Array.isArray(items)) throw unreadable(resource, 'the items of the list are no list')
  return items.map((item: unknown) => shownObject(item, resource))
}
