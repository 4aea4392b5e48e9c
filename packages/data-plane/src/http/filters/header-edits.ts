import { type Fields, fields, list, text } from '@sitrep/status'
import { headerText } from './safe-text.ts'

/** What a header modifier does, prepared. */
export interface HeaderEdits {
  /** In lower case: what is taken out, or replaced. */
  readonly gone: ReadonlySet<string>
  /** Name, value, name, value. */
  readonly added: readonly string[]
}

/** What holds a message together, and with whom it is exchanged: no route may edit it. */
const untouchable = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

const token = /^[A-Za-z0-9!#$%&'*+\-.^_`|~]+$/

/** Reads the settings of a RequestHeaderModifier or ResponseHeaderModifier. */
export function readHeaderEdits(settings: Fields): HeaderEdits {
  const replaced = namedValues(settings['set'])
  const appended = namedValues(settings['add'])
  const removed = list(settings['remove']).flatMap((name) => text(name)?.toLowerCase() ?? [])
  const gone = [...removed, ...replaced.map(([name]) => name.toLowerCase())]
  return {
    gone: new Set(gone.filter((name) => !untouchable.has(name))),
    added: [...replaced, ...appended].flat(),
  }
}

const namedValues = (value: unknown): readonly (readonly [string, string])[] =>
  list(value)
    .map(fields)
    .map((entry) => [text(entry['name']) ?? '', headerText(text(entry['value']) ?? '')] as const)
    .filter(([name]) => token.test(name) && !untouchable.has(name.toLowerCase()))

/** Headers with the edits made. What is added to a header that is there stands in a line of its own. */
export function editHeaders(lines: readonly string[], { gone, added }: HeaderEdits): readonly string[] {
  if (gone.size === 0) return added.length === 0 ? lines : [...lines, ...added]
  const kept: string[] = []
  for (let index = 0; index + 1 < lines.length; index += 2) {
    const name = lines[index] ?? ''
    if (!gone.has(name.toLowerCase())) kept.push(name, lines[index + 1] ?? '')
  }
  return [...kept, ...added]
}
