import { fields, isFields, type KubeObject, text } from '@sitrep/status'
import { Composer, type Document, isAlias, LineCounter, Parser, visit } from 'yaml'
import { CommandError } from '../command.ts'
import { type FileLimits, fileLimits, refuseHeavyJson, refuseHeavyYaml } from './file-limits.ts'
import { kubernetesYaml } from './kubernetes-yaml.ts'

/** An object with where it was read from, for messages. */
export interface ObjectFromFile {
  readonly object: KubeObject
  readonly file: string
}

export interface ParseOptions {
  /** What objects are that do not say it themselves. */
  readonly kind?: { readonly apiVersion: string; readonly kind: string }
  /** Told of documents that are no Kubernetes objects. */
  readonly onLeftOut?: (message: string) => void
  readonly limits?: Pick<FileLimits, 'documents' | 'parts' | 'values'>
}

/** All objects of a text, which is called `file` in messages: YAML documents, JSON, and Lists of either. A text that is neither is refused with its place. */
export function parseObjects(
  text: string,
  file: string,
  { kind, onLeftOut, limits = fileLimits }: ParseOptions = {},
): readonly ObjectFromFile[] {
  return documentsOf(withoutLogs(text), { file, onLeftOut, limits }).flatMap(({ value, line }) => {
    if (value === null || value === undefined) return []
    const leftOut = ({ value: other, place }: Foreign): void =>
      onLeftOut?.(`${file}:${line}: ${place}${lacking(other)}; it is left out`)
    return objectsIn({ value, place: '' }, kind, leftOut).map((object) => ({ object, file }))
  })
}

// `kubectl cluster-info dump` writes the logs of all containers between its lists.
const withoutLogs = (text: string): string =>
  text.includes('==== START logs')
    ? text.replaceAll(
        /^==== START logs for container .* ====\n(?:.*\n)*?==== END logs for container .* ====$/gm,
        '---',
      )
    : text

function lacking(value: unknown): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return 'this is no Kubernetes object'
  const { apiVersion, kind, metadata } = value as Record<'apiVersion' | 'kind' | 'metadata', unknown>
  const { name } = fields(metadata)
  const [field, found] =
    typeof kind !== 'string'
      ? ['kind', kind]
      : typeof apiVersion !== 'string'
        ? ['apiVersion', apiVersion]
        : metadata !== undefined && !isFields(metadata)
          ? ['metadata', metadata]
          : ['metadata.name', name]
  const wanted = field === 'metadata' ? 'map' : 'text'
  const missing = found === undefined || found === null || found === ''
  return `this is no Kubernetes object: ${field} is ${missing ? 'missing' : `no ${wanted}`}`
}

interface ParsedDocument {
  readonly value: unknown
  readonly line: number
}

interface TextSource {
  readonly file: string
  readonly onLeftOut: ParseOptions['onLeftOut']
  readonly limits: Pick<FileLimits, 'documents' | 'parts' | 'values'>
}

function documentsOf(text: string, source: TextSource): readonly ParsedDocument[] {
  // JSON is YAML too, but a parser of its own reads large dumps many times faster.
  if (/^\s*[[{]/.test(text)) {
    refuseHeavyJson(text, source.file, source.limits)
    try {
      return [{ value: JSON.parse(text), line: 1 }]
    } catch {
      // Several JSON documents after each other, or YAML in flow style: the other parser says what is wrong with it.
    }
  }
  refuseHeavyYaml(text, source.file, source.limits)
  try {
    return yamlDocuments(separated(text), source.file)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return oneByOne(separated(text), source)
  }
}

// The parser goes down with the text, and a text can go deeper than any parser: then the other documents are still read.
function oneByOne(text: string, { file, onLeftOut }: TextSource): readonly ParsedDocument[] {
  let before = 0
  return text.split(/^---(?=\s)/m).flatMap((piece) => {
    const first = before
    before += piece.split('\n').length - 1
    try {
      return yamlDocuments(piece, file).map(({ value, line }) => ({ value, line: line + first }))
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      const said = `${file}:${first + 1}: this is nested too deep to be read`
      if (onLeftOut === undefined) throw new CommandError(2, said, { cause: error })
      onLeftOut(`${said}; it is left out`)
      return []
    }
  })
}

// One after another: what the parser holds of a document is many times as large as its values.
function yamlDocuments(text: string, file: string): readonly ParsedDocument[] {
  const lineCounter = new LineCounter()
  const documents = new Composer(kubernetesYaml).compose(new Parser(lineCounter.addNewLine).parse(text))
  return Array.from(documents, (document) => {
    const [error] = document.errors
    if (error?.code === 'RESOURCE_EXHAUSTION') throw new RangeError(error.message)
    if (error !== undefined) {
      const { line, col } = lineCounter.linePos(error.pos[0])
      const [said = ''] = error.message.split('\n')
      throw new CommandError(2, `${file}:${line}:${col}: ${said.replace(/ at line \d+, column \d+:?$/, '')}`)
    }
    refuseBombs(document, file)
    const { line } = lineCounter.linePos(document.contents?.range?.[0] ?? document.range[0])
    return { value: valueMadeOf(document, `${file}:${line}`), line }
  })
}

// Aliases that lead nowhere and merges of what is no map are found only when values are made of the text.
function valueMadeOf(document: Pick<Document, 'toJS'>, place: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 }) as unknown
  } catch (error) {
    if (error instanceof RangeError || !(error instanceof Error)) throw error
    throw new CommandError(2, `${place}: ${error.message}`, { cause: error })
  }
}

// JSON documents one after another, as programs stream them: each begins where a line ends the one before.
const separated = (text: string): string =>
  /^\s*\{/.test(text) ? text.replaceAll(/^\}\s*\n(?=\s*\{)/gm, '}\n---\n') : text

// A few lines of aliases can stand for gigabytes.
function refuseBombs(document: Parameters<typeof visit>[0], file: string): void {
  let aliases = 0
  visit(document, (_, node) => {
    if (isAlias(node) && ++aliases > 1_000)
      throw new CommandError(2, `${file}: more than 1000 YAML aliases are not read`)
  })
}

type Kind = ParseOptions['kind']

/** Something that is no object, and where in its document it stands. */
interface Foreign {
  readonly value: unknown
  readonly place: string
}

// Lists of lists are rare; a thousand of them in each other are meant to break something.
const mostLists = 16

/** The objects of one document; what is something else is told. */
function objectsIn(
  { value, place }: Foreign,
  usual: Kind,
  leftOut: (foreign: Foreign) => void,
): readonly KubeObject[] {
  const inner = (items: readonly unknown[], kind: Kind, name: string): readonly KubeObject[] =>
    items.flatMap((item, at) => objectsIn({ value: item, place: `${place}${name}[${at}]: ` }, kind, leftOut))
  const tooDeep = place.split(': ').length > mostLists
  if (Array.isArray(value) && !tooDeep) return inner(value, usual, '')
  if (isFields(value)) {
    const { kind, apiVersion, items } = value
    if (Array.isArray(items) && !tooDeep && (kind === undefined || String(kind).endsWith('List'))) {
      const listed = String(kind ?? '').replace(/List$/, '')
      const itemKind = listed === '' || typeof apiVersion !== 'string' ? usual : { kind: listed, apiVersion }
      return inner(items, itemKind, 'items')
    }
    // Items of a typed list leave out what the list says for all of them.
    const whole = kind === undefined && usual !== undefined ? { ...usual, ...value } : value
    if (isObject(whole)) return [whole]
  }
  leftOut({ value, place })
  return []
}

function isObject(value: object): value is KubeObject {
  const { kind, apiVersion, metadata } = value as Record<'kind' | 'apiVersion' | 'metadata', unknown>
  return (
    typeof kind === 'string' && typeof apiVersion === 'string' && text(fields(metadata).name) !== undefined
  )
}
