type Model = { [name: string]: unknown }

/** A part of a form: something fixed, a blank, or a map or list of parts. */
export class Part {
  /** What stands here; of a map or list one that has everything in place but what goes into blanks. */
  readonly value: unknown
  /** The number of the blank; none where this is no blank. */
  readonly blank: number
  /** Of a map. */
  readonly names: readonly string[] | undefined
  /** Of a map or list. */
  readonly parts: readonly Part[] | undefined
  /** Which of the parts have blanks in them. */
  readonly open: readonly number[]

  constructor(
    value: unknown,
    inside: { blank?: number; names?: readonly string[]; parts?: readonly Part[] },
  ) {
    const { blank = 0, names, parts } = inside
    this.value = value
    this.blank = blank
    this.names = names
    this.parts = parts
    this.open = (parts ?? []).flatMap((part, at) => (part.blank > 0 || part.open.length > 0 ? [at] : []))
  }
}

/** A form without blanks; none for what can not be built again name by name. */
export function formOf(value: unknown): Part | undefined {
  if (typeof value !== 'object' || value === null) return new Part(value, {})
  const names = Array.isArray(value) ? undefined : Object.keys(value)
  if (names?.includes('__proto__')) return undefined
  const parts: Part[] = []
  for (const inner of Object.values(value)) {
    const part = formOf(inner)
    if (part === undefined) return undefined
    parts.push(part)
  }
  return new Part(value, { ...(names && { names }), parts })
}

/** Reads what stands in the blanks off a value, in their order; tells whether everything else is as the form has it. */
export function readOff(form: Part, value: unknown, entries: unknown[]): boolean {
  const { parts, names } = form
  if (parts === undefined) return readOffLeaf(form, value, entries)
  if (value === form.value && form.open.length === 0) return true
  if (typeof value !== 'object' || value === null) return false
  if (names === undefined) return Array.isArray(value) && readOffList(parts, value, entries)
  if (Array.isArray(value)) return false
  let at = 0
  for (const name in value) {
    if (names[at] !== name) return false
    const part = parts[at] as Part
    const inner = (value as Model)[name]
    // Most parts are leaves that are as the form has them, and all of a world is read off.
    if (part.parts === undefined && part.blank === 0) {
      if (part.value !== inner) return false
    } else if (!readOff(part, inner, entries)) return false
    at++
  }
  return at === names.length
}

function readOffLeaf(form: Part, value: unknown, entries: unknown[]): boolean {
  const { blank } = form
  if (blank === 0) return value === form.value
  if (typeof value === 'object' || value === undefined) return false
  if (blank < entries.length) return entries[blank] === value
  entries.push(value)
  return true
}

function readOffList(parts: readonly Part[], value: readonly unknown[], entries: unknown[]): boolean {
  if (value.length !== parts.length) return false
  for (let at = 0; at < parts.length; at++) if (!readOff(parts[at] as Part, value[at], entries)) return false
  return true
}

/** The value that a form stands for with its blanks filled in; what has no blanks is the same for all. */
export function fillIn(form: Part, entries: readonly unknown[]): unknown {
  const { open, parts, names } = form
  if (parts === undefined) return form.blank === 0 ? form.value : entries[form.blank]
  if (open.length === 0) return form.value
  if (names === undefined) {
    const list = (form.value as readonly unknown[]).slice()
    for (const at of open) list[at] = fillIn(parts[at] as Part, entries)
    return list
  }
  const record = { ...(form.value as Model) }
  for (const at of open) record[names[at] as string] = fillIn(parts[at] as Part, entries)
  return record
}

/** What stood in one place before, by its value or the number of its blank, and what stands there now. */
interface Difference {
  readonly fixed: boolean
  readonly before: unknown
  readonly after: unknown
}

/** The form with blanks where a value differs from it; none where that is not a matter of filling in. Places that go together share a blank. */
export function blanked(form: Part, value: unknown): Part | undefined {
  return withBlanks(form, value, [])
}

function withBlanks(form: Part, value: unknown, differences: Difference[]): Part | undefined {
  const { parts, names } = form
  if (parts === undefined) return leafWithBlanks(form, value, differences)
  if (typeof value !== 'object' || value === null || Array.isArray(value) !== (names === undefined))
    return undefined
  const values = Object.values(value)
  if (values.length !== parts.length) return undefined
  if (names !== undefined && !Object.keys(value).every((name, at) => name === names[at])) return undefined
  const next: Part[] = []
  for (let at = 0; at < parts.length; at++) {
    const part = withBlanks(parts[at] as Part, values[at], differences)
    if (part === undefined) return undefined
    next.push(part)
  }
  return new Part(form.value, { ...(names && { names }), parts: next })
}

function leafWithBlanks(form: Part, value: unknown, differences: Difference[]): Part | undefined {
  const fixed = form.blank === 0
  if (fixed && value === form.value) return form
  if (typeof value === 'object' || value === undefined) return undefined
  if (fixed && (typeof form.value === 'object' || form.value === undefined)) return undefined
  const before = fixed ? form.value : form.blank
  let at = differences.findIndex(
    (known) => known.fixed === fixed && known.before === before && known.after === value,
  )
  if (at < 0) at = differences.push({ fixed, before, after: value }) - 1
  return new Part(form.value, { blank: at + 1 })
}
