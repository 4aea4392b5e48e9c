import { compileJsonPath, type JsonPath, JsonPathError } from '@sitrep/api-server/jsonpath'
import { layTable, plainLine, span } from '@sitrep/present'
import { groupOf, type KubeObject } from '@sitrep/status'
import { CommandError } from '../command.ts'

/** `pod/web`, `deployment.apps/web`: as `-o name` prints it. */
export function nameForm({ kind, apiVersion, metadata }: KubeObject): string {
  const group = groupOf(apiVersion)
  return `${kind.toLowerCase()}${group === '' ? '' : `.${group}`}/${metadata.name}`
}

type Json = Parameters<JsonPath>[0]

/** Prints objects by what somebody wrote behind `-o`. */
export type ObjectPrinter = (
  objects: readonly KubeObject[],
  options: { readonly headings: boolean },
) => readonly string[]

/** How those are written. */
export const templateForms: readonly string[] = ['jsonpath=TEMPLATE', 'custom-columns=SPEC']

/** The printer that `jsonpath=…` or `custom-columns=…` means, as kubectl has them; nothing where it is another form. What cannot be read is refused. */
export function templatePrinter(output: unknown): ObjectPrinter | undefined {
  if (typeof output !== 'string') return undefined
  const [form = '', ...rest] = output.split('=')
  const template = rest.join('=')
  if (form !== 'jsonpath' && form !== 'custom-columns') return undefined
  if (template === '') throw new CommandError(2, `-o ${form} needs a template: ${examples[form]}`)
  return form === 'jsonpath' ? byPath(template) : byColumns(template)
}

const examples = {
  jsonpath: "-o jsonpath='{.status.phase}'",
  'custom-columns': '-o custom-columns=NAME:.metadata.name,PHASE:.status.phase',
} as const

// As kubectl has it: one object is itself, several are a List.
const whole = (objects: readonly KubeObject[]): unknown =>
  objects.length === 1 ? objects[0] : { apiVersion: 'v1', kind: 'List', items: objects }

function compiled(path: string): JsonPath {
  try {
    return compileJsonPath(path)
  } catch (error) {
    if (!(error instanceof JsonPathError)) throw error
    throw new CommandError(2, `${JSON.stringify(path)} is no JSONPath: ${error.message}`, { cause: error })
  }
}

type Part = (value: Json) => string

function byPath(template: string): ObjectPrinter {
  const pieces = piecesOf(template.includes('{') ? template : `{${template}}`)
  const { parts, rest } = partsOf(pieces)
  if (rest.length > 0) throw new CommandError(2, 'The template has an {end} without a {range}')
  return (objects) =>
    render(parts, whole(objects) as Json)
      .replace(/\n$/, '')
      .split('\n')
}

const render = (parts: readonly Part[], value: Json): string => parts.map((part) => part(value)).join('')

/** Text, and what stands in braces, quotes and brackets inside respected. */
function piecesOf(template: string): readonly string[] {
  const pieces = template.match(/\{(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^{}"'])*\}|[^{}]+/g) ?? []
  if (pieces.join('') === template) return pieces
  throw new CommandError(2, `${JSON.stringify(template)} is no template: a brace is not closed`)
}

interface Parsed {
  readonly parts: readonly Part[]
  /** What comes behind the `{end}` that ended them. */
  readonly rest: readonly string[]
}

function partsOf(pieces: readonly string[], inRange?: 'in range'): Parsed {
  const parts: Part[] = []
  for (let left = pieces; left.length > 0; ) {
    const [piece = '', ...rest] = left
    left = rest
    const inner = piece.startsWith('{') ? piece.slice(1, -1).trim() : undefined
    if (inner === 'end') return { parts, rest: ['end', ...left] }
    if (inner?.startsWith('range ')) {
      const range = compiled(inner.slice(6).trim())
      const body = partsOf(left, 'in range')
      parts.push((value) =>
        range(value)
          .map((each) => render(body.parts, each))
          .join(''),
      )
      left = body.rest.slice(1)
    } else parts.push(inner === undefined ? () => piece : partOf(inner))
  }
  if (inRange) throw new CommandError(2, 'The template has a {range} without an {end}')
  return { parts, rest: [] }
}

function partOf(inner: string): Part {
  const quoted = /^(["'])(.*)\1$/s.exec(inner)?.[2]
  if (quoted !== undefined) {
    const text = quoted.replaceAll(/\\(.)/g, (_, letter: string) => escapes[letter] ?? letter)
    return () => text
  }
  const path = compiled(inner)
  return (value) => path(value).map(textOf).join(' ')
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' }

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

function byColumns(template: string): ObjectPrinter {
  const columns = template.split(/,(?![^[\](]*[\])])/).map((column) => {
    const colon = column.indexOf(':')
    if (colon < 1)
      throw new CommandError(2, `${JSON.stringify(column)} is no column: ${examples['custom-columns']}`)
    return { name: column.slice(0, colon), path: compiled(column.slice(colon + 1)) }
  })
  return (objects, { headings }) => {
    const rows = objects.map((object) =>
      columns.map(({ path }) => {
        const found = path(object as unknown as Json)
        return span(found.length === 0 ? '<none>' : found.map(textOf).join(','))
      }),
    )
    const lines = layTable({ columns: columns.map(({ name }) => name), rows }, {}).map(plainLine)
    return headings ? lines : lines.slice(1)
  }
}
