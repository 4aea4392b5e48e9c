import type { Schema } from './schema.ts'

/** A path into a schema, written as `.spec.map['a.b'].field`. */
type ResolvedPath =
  | { readonly path: string; readonly schema: Schema; readonly first: string }
  | { readonly error: string }

interface PathOptions {
  /** Whether members may be named in brackets. */
  readonly brackets?: boolean
}

/** Follows a path through properties and maps of a schema; says why when it leads nowhere. */
export function resolveFieldPath(
  schema: Schema,
  path: string,
  { brackets = true }: PathOptions = {},
): ResolvedPath {
  const tokens = tokenize(path)
  let here: Schema | undefined = schema
  let resolved = ''
  let first = ''
  for (let at = 0; at < tokens.length; ) {
    const step = readStep(tokens, at, brackets)
    if ('error' in step) return step
    at = step.next
    const found = follow(here, step.name)
    if (!found) return { error: 'does not refer to a valid field' }
    if (resolved === '') first = step.name
    resolved += found.named ? (resolved === '' ? step.name : `.${step.name}`) : `[${step.name}]`
    here = found.schema
  }
  return { path: resolved, schema: here, first }
}

/** Delimiters and the texts between them; a quoted text is one token, whatever is in it. */
function tokenize(path: string): readonly string[] {
  return path.match(/'(?:\\'|[^'])*'|[.[\]]|[^.[\]']+(?:'[^.[\]]*)?|'/g) ?? []
}

type Step = { readonly name: string; readonly next: number } | { readonly error: string }

function readStep(tokens: readonly string[], at: number, brackets: boolean): Step {
  const token = tokens[at]
  const name = tokens[at + 1]
  if (token !== '.' && token !== '[') return { error: `expected [ or . but got: ${token}` }
  if (token === '[' && !brackets) return { error: 'array notation is not allowed' }
  if (name === undefined) return { error: 'unexpected end of JSON path' }
  if (token === '.') return { name, next: at + 2 }
  if (!/^'.*'$/s.test(name) || name.length < 2)
    return { error: `expected single quoted string but got ${name}` }
  const unescaped = unescapeName(name.slice(1, -1))
  if (typeof unescaped !== 'string') return unescaped
  const close = tokens[at + 2]
  if (close === undefined) return { error: 'unexpected end of JSON path' }
  return close === ']' ? { name: unescaped, next: at + 3 } : { error: `expected ] but got ${close}` }
}

const escapes: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  "'": "'",
  '\\': '\\',
}

function unescapeName(text: string): string | { readonly error: string } {
  const unknown = /\\[^abfnrtv'\\]/.exec(text)
  if (unknown) return { error: `invalid string literal: invalid escape char ${unknown[0]}` }
  return text.replace(/\\(.)/g, (_, letter: string) => escapes[letter] ?? '')
}

interface Followed {
  readonly schema: Schema
  readonly named: boolean
}

function follow(schema: Schema | undefined, name: string): Followed | undefined {
  const { properties, additionalProperties } = schema ?? {}
  if (properties && Object.keys(properties).length > 0) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined
    return property && { schema: property, named: true }
  }
  return typeof additionalProperties === 'object' ? { schema: additionalProperties, named: false } : undefined
}
