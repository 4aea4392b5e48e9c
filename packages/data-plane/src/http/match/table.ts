import type { RoutingEntry, RoutingMatch, ValueMatch } from '@sitrep/gateway-api'
import { maxPatternSize, patternSize } from '@sitrep/status/pattern-size'
import { RE2JS } from 're2js'
import type { Asked } from './asked.ts'

/** Finds the first entry of a listener that fits a request, without trying them all. */
export interface EntryTable {
  readonly find: (asked: Asked) => RoutingEntry | undefined
}

/** Whether a whole text is as an expression says. */
type Expression = (text: string) => boolean

/** One entry with its place and with what must hold besides hostname and path. */
interface Row {
  readonly place: number
  readonly entry: RoutingEntry
  readonly fits: (asked: Asked) => boolean
}

/** The rows of one hostname by the kind of their path. Within a list they keep their order. */
interface PathRows {
  readonly exact: Map<string, Row[]>
  readonly prefixes: Map<string, Row[]>
  /** How long prefixes are, so that a path is cut only where one could end. */
  readonly lengths: Set<number>
  readonly expressions: { readonly matches: Expression; readonly row: Row }[]
}

const everyPath: RoutingMatch['path'] = { type: 'PathPrefix', value: '/' }

/** Sorts the entries of a listener by hostname and path. Their order, which is their precedence, still decides among those that fit. */
export function createEntryTable(entries: readonly RoutingEntry[]): EntryTable {
  const hostnames = new Map<string, PathRows>()
  entries.forEach((entry, place) => {
    const rows = hostnames.get(entry.hostname) ?? emptyRows()
    hostnames.set(entry.hostname, rows)
    addRow(rows, { place, entry, fits: conditionsOf(entry.match) })
  })
  return {
    find: (asked) => {
      let best: Row | undefined
      for (const hostname of hostnamesOf(asked.target.host)) {
        const rows = hostnames.get(hostname)
        if (rows !== undefined) best = firstOf(rows, asked, best)
      }
      return best?.entry
    },
  }
}

/** Every hostname that holds a name, from the narrowest to the widest. */
export function* hostnamesOf(host: string): Generator<string> {
  if (host !== '') yield host
  for (let dot = host.indexOf('.'); dot >= 0; dot = host.indexOf('.', dot + 1)) yield `*${host.slice(dot)}`
  yield ''
}

const emptyRows = (): PathRows => ({
  exact: new Map(),
  prefixes: new Map(),
  lengths: new Set(),
  expressions: [],
})

function addRow(rows: PathRows, row: Row): void {
  const { type, value } = row.entry.match?.path ?? everyPath
  if (type === 'RegularExpression') rows.expressions.push({ matches: lazily(value), row })
  if (type === 'Exact') append(rows.exact, value, row)
  if (type !== 'PathPrefix') return
  const prefix = plainPrefix(value)
  append(rows.prefixes, prefix, row)
  rows.lengths.add(prefix.length)
}

/** A prefix without the slash at its end, which says nothing. */
export const plainPrefix = (value: string): string => value.replace(/\/+$/, '')

function append(lists: Map<string, Row[]>, key: string, row: Row): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [row])
  else list.push(row)
}

function firstOf(rows: PathRows, asked: Asked, best: Row | undefined): Row | undefined {
  const { path } = asked.target
  let found = firstIn(rows.exact.get(path), asked, best)
  for (const length of rows.lengths) {
    const whole = path.length === length || path.charCodeAt(length) === slash
    if (whole && path.startsWith('/')) found = firstIn(rows.prefixes.get(path.slice(0, length)), asked, found)
  }
  for (const { matches, row } of rows.expressions) {
    if (found !== undefined && row.place > found.place) break
    if (row.fits(asked) && matches(path)) found = row
  }
  return found
}

const slash = 47

function firstIn(list: readonly Row[] | undefined, asked: Asked, best: Row | undefined): Row | undefined {
  for (const row of list ?? []) {
    if (best !== undefined && row.place > best.place) return best
    if (row.fits(asked)) return row
  }
  return best
}

function conditionsOf(match: RoutingMatch | undefined): (asked: Asked) => boolean {
  const { method, headers = [], queryParams = [] } = match ?? {}
  if (method === undefined && headers.length === 0 && queryParams.length === 0) return () => true
  const wantedHeaders = headers.map(wanted)
  const wantedParameters = queryParams.map(wanted)
  return (asked) =>
    (method === undefined || method === asked.method) &&
    wantedHeaders.every(({ name, fits }) => fits(asked.header(name.toLowerCase()))) &&
    wantedParameters.every(({ name, fits }) => fits(asked.parameter(name)))
}

function wanted({ type, name, value }: ValueMatch) {
  const matches = type === 'RegularExpression' ? lazily(value) : (text: string) => text === value
  return { name, fits: (text: string | undefined) => text !== undefined && matches(text) }
}

// A configuration is taken over before anybody needs its expressions, and preparing them is what takes long.
function lazily(source: string): Expression {
  let prepared: Expression | undefined
  return (text) => {
    prepared ??= compileExpression(source)
    return prepared(text)
  }
}

const plainText = /^[^\\^$.*+?()[\]{}|]*$/

/**
 * Prepares a regular expression that takes time in proportion to the text, whatever was written: what cannot be done so
 * (looking around, references back) cannot be read, or is written out to more than can be prepared, fits nothing.
 */
function compileExpression(source: string): Expression {
  if (plainText.test(source)) return (text) => text === source
  if (patternSize(source) > maxPatternSize) return () => false
  try {
    const compiled = RE2JS.compile(source)
    return (text) => compiled.testExact(text)
  } catch {
    return () => false
  }
}
