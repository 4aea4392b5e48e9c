/**
 * Reads a mapping in the plainest YAML: block mappings and lists, and scalars that cannot be read in two ways. Whatever uses more
 * gives nothing and is left to a whole parser. Programs write their kubeconfigs so, and loading that parser takes longer than a request:
 * `sitrep get clusters` against a server on the same machine takes 125 ms of processor time without it and 155 ms with it (median of 20
 * runs each in turn, two cores, November 2026), where the whole command is to take 80 ms on an idle machine.
 */
export function parsePlainYaml(text: string): Readonly<Record<string, unknown>> | undefined {
  const lines = text
    .split('\n')
    .filter((line) => !/^ *(#.*)?$/.test(line))
    .map(lineOf)
  return lines.length === 0 ? undefined : mapping({ lines, at: 0 }, 0)
}

interface Line {
  readonly indent: number
  readonly text: string
}

/** Where reading stands; every reader leaves it behind what it has read. */
interface Cursor {
  readonly lines: Line[]
  at: number
}

const lineOf = (line: string): Line => {
  const text = line.replace(/^ +/, '')
  return { indent: line.length - text.length, text }
}

const entryPattern = /^([A-Za-z][\w-]{0,99}):(?: (.+))?$/

function mapping(cursor: Cursor, indent: number): Readonly<Record<string, unknown>> | undefined {
  const entries: Record<string, unknown> = {}
  for (let line = here(cursor); line?.indent === indent; line = here(cursor)) {
    const [, key, rest] = entryPattern.exec(line.text) ?? []
    if (key === undefined || constantPattern.test(key) || Object.hasOwn(entries, key)) return undefined
    cursor.at++
    const value = rest === undefined ? nested(cursor, indent) : scalar(rest)
    if (value === undefined) return undefined
    entries[key] = value
  }
  return endsAt(cursor, indent) ? entries : undefined
}

// A list may stand as far left as the key that it belongs to.
function nested(cursor: Cursor, indent: number): unknown {
  const line = here(cursor)
  if (line === undefined || line.indent < indent) return null
  if (isItem(line)) return list(cursor, line.indent)
  return line.indent === indent ? null : mapping(cursor, line.indent)
}

function list(cursor: Cursor, indent: number): readonly unknown[] | undefined {
  const items: unknown[] = []
  for (let line = here(cursor); line?.indent === indent && isItem(line); line = here(cursor)) {
    const item = itemOf(cursor, { indent: indent + 2, text: line.text.slice(2) })
    if (item === undefined) return undefined
    items.push(item)
  }
  return endsAt(cursor, indent) ? items : undefined
}

function itemOf(cursor: Cursor, content: Line): unknown {
  if (entryPattern.test(content.text)) {
    cursor.lines[cursor.at] = content
    return mapping(cursor, content.indent)
  }
  cursor.at++
  return scalar(content.text)
}

const here = ({ lines, at }: Cursor): Line | undefined => lines[at]

const isItem = ({ text }: Line): boolean => text.startsWith('- ')

// A line further in goes on with the scalar before it, or is a mistake.
const endsAt = (cursor: Cursor, indent: number): boolean => (here(cursor)?.indent ?? 0) <= indent

const constantPattern = /^(true|false|null)$/i
const wordPattern = /^(?:--?)?[\w/][\w./+=@:-]*$/
// Wider than numbers are: what only looks like one is left to the whole parser too.
const numberPattern = /^(-?0[ox][\da-f]*|(-\d)?\d*\.?\d*(e[+-]?\d*)?)$/i
const jsonPattern = /^(true|false|null|\{\}|\[\])$/
const quotedPattern = /^(?:"([\w./+=@: -]*)"|'([\w./+=@: -]*)')$/

function scalar(text: string): unknown {
  if (jsonPattern.test(text)) return JSON.parse(text) as unknown
  const quoted = quotedPattern.exec(text)
  if (quoted !== null) return quoted[1] ?? quoted[2]
  if (!wordPattern.test(text) || text.endsWith(':')) return undefined
  return constantPattern.test(text) || numberPattern.test(text) ? undefined : text
}
