import type { HappeningReader } from './part.ts'
import type { Place, Reader } from './reader.ts'
import type { Happening, TimelineEntry } from './types.ts'

interface Known {
  /** What may happen, by the words of the file. */
  readonly readers: ReadonlyMap<string, HappeningReader>
  /** What the file creates. */
  readonly created: readonly Happening[]
}

/** Reads an entry of the timeline: what happens, and with a time also what ends it. */
export function readHappening(
  reader: Reader,
  entry: Place,
  { readers, created }: Known,
): readonly TimelineEntry[] {
  const names = [...readers.keys()]
  reader.fields(entry, ['at', ...names])
  const at = reader.field(entry, 'at')
  reader.required(at, 'when it happens (at)')
  const atMs = reader.duration(at, 0)
  const [told, second] = [...readers]
    .map(([name, read]) => ({ place: reader.field(entry, name), read }))
    .filter(({ place }) => place.node !== undefined)
  if (told === undefined || second !== undefined) {
    reader.problem(entry, `exactly one of ${names.join(', ')} is expected beside at`)
    return []
  }
  const { begins, ends } = told.read({ reader, place: told.place, created })
  const lastsMs = ends && reader.duration(ends.after, undefined)
  const begun = { atMs, happening: begins }
  return ends === undefined || lastsMs === undefined
    ? [begun]
    : [begun, { atMs: atMs + lastsMs, happening: ends.happening }]
}
