import type { KubeObject } from '@sitrep/status'
import { isAlias, LineCounter, parseAllDocuments, visit } from 'yaml'
import { CommandError } from '../command.ts'
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
}

/** All objects of a text, which is called `file` in messages: YAML documents, JSON, and Lists of either. A text that is neither is refused with its place. */
export function parseObjects(
  text: string,
  file: string,
  { kind, onLeftOut }: ParseOptions = {},
): readonly ObjectFromFile[] {
  return documentsOf(withoutLogs(text), file).flatMap(({ value, line }) => {
    if (value === null || value === undefined) return []
    const found = objectsIn(value, kind)
    if (found === undefined) onLeftOut?.(`${file}:${line}: ${lacking(value)}; it is left out`)
    return (found ?? []).map((object) => ({ object, file }))
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
  const { apiVersion, kind } = value as { apiVersion?: unknown; kind?: unknown }
  const missing =
    typeof kind !== 'string' ? 'kind' : typeof apiVersion !== 'string' ? 'apiVersion' : 'metadata.name'
  return `this is no Kubernetes object: ${missing} is missing`
}

interface ParsedDocument {
  readonly value: unknown
  readonly line: number
}

function documentsOf(text: string, file: string): readonly ParsedDocument[] {
  // JSON is YAML too, but a parser of its own reads large dumps many times faster.
  if (/^\s*[[{]/.test(text)) {
    try {
      return [{ value: JSON.parse(text), line: 1 }]
    } catch {
      // Several JSON documents after each other, or YAML in flow style: the other parser says what is wrong with it.
    }
  }
  const lineCounter = new LineCounter()
  const documents = parseAllDocuments(separated(text), { ...kubernetesYaml, lineCounter })
  return [...documents].map((document) => {
    const [error] = document.errors
    if (error !== undefined) {
      const { line, col } = lineCounter.linePos(error.pos[0])
      const [said = ''] = error.message.split('\n')
      throw new CommandError(2, `${file}:${line}:${col}: ${said.replace(/ at line \d+, column \d+:?$/, '')}`)
    }
    refuseBombs(document, file)
    const value = document.toJS({ maxAliasCount: 100 }) as unknown
    return { value, line: lineCounter.linePos(document.contents?.range?.[0] ?? document.range[0]).line }
  })
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

/** The objects of one document; nothing at all where it is something else. */
function objectsIn(value: unknown, usual: Kind): readonly KubeObject[] | undefined {
  if (Array.isArray(value)) return value.flatMap((item) => objectsIn(item, usual) ?? [])
  if (typeof value !== 'object' || value === null) return undefined
  const { kind, apiVersion, items } = value as { kind?: unknown; apiVersion?: unknown; items?: unknown }
  if (Array.isArray(items) && (kind === undefined || String(kind).endsWith('List'))) {
    const listed = String(kind ?? '').replace(/List$/, '')
    const itemKind = listed === '' || typeof apiVersion !== 'string' ? usual : { kind: listed, apiVersion }
    return items.flatMap((item) => objectsIn(item, itemKind) ?? [])
  }
  // Items of a typed list leave out what the list says for all of them.
  const whole = kind === undefined && usual !== undefined ? { ...usual, ...value } : value
  return isObject(whole) ? [whole] : undefined
}

function isObject(value: object): value is KubeObject {
  const { kind, apiVersion, metadata } = value as { kind?: unknown; apiVersion?: unknown; metadata?: unknown }
  if (
    typeof kind !== 'string' ||
    typeof apiVersion !== 'string' ||
    typeof metadata !== 'object' ||
    metadata === null
  )
    return false
  return typeof (metadata as { name?: unknown }).name === 'string'
}
