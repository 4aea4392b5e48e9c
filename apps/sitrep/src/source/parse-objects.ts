import type { KubeObject } from '@sitrep/status'
import {
  type DocumentOptions,
  isAlias,
  LineCounter,
  type ParseOptions,
  parseAllDocuments,
  type SchemaOptions,
  visit,
} from 'yaml'
import { CommandError } from '../command.ts'

/** An object with where it was read from, for messages. */
export interface ObjectFromFile {
  readonly object: KubeObject
  readonly file: string
}

// Kubernetes reads YAML 1.1, with `yes` and `on` for true, but its times are text like everything else.
const kubernetesYaml: ParseOptions & DocumentOptions & SchemaOptions = {
  version: '1.1',
  schema: 'yaml-1.1',
  merge: true,
  logLevel: 'silent',
  customTags: (tags) =>
    tags.filter((tag) => typeof tag === 'string' || tag.tag !== 'tag:yaml.org,2002:timestamp'),
}

/** All objects of a text: YAML documents, JSON, and Lists of either. A text that is neither is refused with its place. */
export function parseObjects(text: string, file: string): readonly ObjectFromFile[] {
  return documentsOf(text, file).flatMap((document) => objectsIn(document, file))
}

function documentsOf(text: string, file: string): readonly unknown[] {
  // JSON is YAML too, but a parser of its own reads large dumps many times faster.
  if (/^\s*[[{]/.test(text)) {
    try {
      return [JSON.parse(text)]
    } catch {
      // Several JSON documents after each other, or YAML in flow style: the other parser says what is wrong with it.
    }
  }
  const lineCounter = new LineCounter()
  const documents = parseAllDocuments(text, { ...kubernetesYaml, lineCounter })
  return [...documents].map((document) => {
    const [error] = document.errors
    if (error !== undefined) {
      const { line, col } = lineCounter.linePos(error.pos[0])
      throw new CommandError(2, `${file}:${line}:${col}: ${error.message.split('\n')[0]}`)
    }
    refuseBombs(document, file)
    return document.toJS({ maxAliasCount: 100 }) as unknown
  })
}

// A few lines of aliases can stand for gigabytes.
function refuseBombs(document: Parameters<typeof visit>[0], file: string): void {
  let aliases = 0
  visit(document, (_, node) => {
    if (isAlias(node) && ++aliases > 1_000)
      throw new CommandError(2, `${file}: more than 1000 YAML aliases are not read`)
  })
}

function objectsIn(value: unknown, file: string): readonly ObjectFromFile[] {
  if (value === null || value === undefined) return []
  if (Array.isArray(value)) return value.flatMap((item) => objectsIn(item, file))
  if (typeof value !== 'object') return []
  const { kind, apiVersion, items } = value as { kind?: unknown; apiVersion?: unknown; items?: unknown }
  if (Array.isArray(items) && (kind === undefined || String(kind).endsWith('List'))) {
    const itemKind = String(kind ?? '').replace(/List$/, '')
    return items.flatMap((item) => objectsIn(withKind(item, itemKind, apiVersion), file))
  }
  return isObject(value) ? [{ object: value, file }] : []
}

// Items of a typed list leave out what the list says for all of them.
function withKind(item: unknown, kind: string, apiVersion: unknown): unknown {
  if (typeof item !== 'object' || item === null || kind === '' || 'kind' in item) return item
  return { apiVersion, kind, ...item }
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
