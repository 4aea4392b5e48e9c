import { endOfValue } from './json-bytes.ts'

/** What is parsed before others have their turn, by its weight: some ten milliseconds. */
const sliceBytes = 1024 * 1024
/** Shorter lists are parsed in one go, which is faster. */
const longBytes = 2 * sliceBytes

/** What is copied before others have their turn: to fill memory that was never used takes far longer than to copy. */
const copiedBytes = 4 * sliceBytes

const [comma, openObject, closeArray] = [0x2c, 0x7b, 0x5d]
const beginning = /^\{(?:"[A-Za-z]+":(?:"[^"\\]*"|\{[^{}]*\}),)*"items":\[/
const enough = 4_096

/** A list whose items were parsed one by one. */
export interface SlicedList<Item = unknown> {
  /** The list without its items. */
  readonly envelope: unknown
  readonly items: readonly Item[]
  /** What the items weigh together. */
  readonly weight: number
}

/**
 * Parses a long list item by item, others having their turn in between: the platform's parser would hold the process for as long as
 * the whole takes. Nothing for a short list, or one that is not written as servers write it: that is parsed as a whole.
 */
export async function itemsInSlices<Item>(
  bytes: Buffer,
  parse: (item: Buffer) => Item,
  weigh: (item: Buffer) => number = ({ length }) => length,
): Promise<SlicedList<Item> | undefined> {
  const start = bytes.length <= longBytes ? undefined : startOfItems(bytes)
  if (start === undefined) return undefined
  const items: Item[] = []
  let [at, weight, turn] = [start, 0, 0]
  while (bytes[at] !== closeArray) {
    if (bytes[at] !== openObject) return undefined
    const end = endOfValue(bytes, at)
    const item = bytes.subarray(at, end)
    weight += weigh(item)
    items.push(parse(item))
    // What follows is the next item or the end; anything else is left to the parser.
    if (bytes[end] !== comma && bytes[end] !== closeArray) return undefined
    at = bytes[end] === comma ? end + 1 : end
    if (weight - turn < sliceBytes) continue
    turn = weight
    await new Promise((resolve) => setImmediate(resolve))
  }
  const around = Buffer.concat([bytes.subarray(0, start), bytes.subarray(at)])
  const envelope = JSON.parse(around.toString('utf8')) as unknown
  return isWithoutItems(envelope) ? { envelope, items, weight } : undefined
}

function startOfItems(bytes: Buffer): number | undefined {
  const found = beginning.exec(bytes.toString('latin1', 0, enough))
  return found?.[0].length
}

/** Items that are named a second time would count instead of the first. */
function isWithoutItems(envelope: unknown): boolean {
  const { items } = envelope as { readonly items?: unknown }
  return Array.isArray(items) && items.length === 0
}

/** The chunks as one, others having their turn while a long one is put together. */
export async function joinedInTurns(chunks: readonly Buffer[], size: number): Promise<Buffer> {
  if (size <= copiedBytes) return Buffer.concat(chunks, size)
  const whole = Buffer.allocUnsafe(size)
  let [at, turn] = [0, 0]
  for (const chunk of chunks) {
    at += chunk.copy(whole, at)
    if (at - turn < copiedBytes) continue
    turn = at
    await new Promise((resolve) => setImmediate(resolve))
  }
  return whole
}
