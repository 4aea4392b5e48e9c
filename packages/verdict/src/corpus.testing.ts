import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAllDocuments } from 'yaml'
import { type Word, words } from './verdict.ts'

/** `aside` is what nobody looks at while rules are written: it tells how they do on what they were not written for. */
export type CorpusPart = 'open' | 'aside'

/** One object of the corpus: what is right to say about it, and why. */
export interface CorpusCase {
  readonly part: CorpusPart
  readonly file: string
  readonly name: string
  readonly because: string
  readonly source: string
  /** The right words: one, or several where what the operator documents allows either. */
  readonly says: readonly Word[]
  readonly contract?: string
  readonly object: unknown
}

/** The time at which the corpus is judged. */
export const corpusTime = '2026-01-01T12:00:00Z'

/** All objects of the corpus, or of one part of it, by file and in the order in which they stand. */
export function readCorpus(part?: CorpusPart): readonly CorpusCase[] {
  return [
    ...(part === 'aside' ? [] : readFolder('open', '')),
    ...(part === 'open' ? [] : readFolder('aside', 'aside/')),
  ]
}

function readFolder(part: CorpusPart, under: string): readonly CorpusCase[] {
  const folder = join(import.meta.dirname, '..', 'corpus', under)
  return readdirSync(folder)
    .filter((file) => file.endsWith('.yaml'))
    .sort()
    .flatMap((file) =>
      parseAllDocuments(readFileSync(join(folder, file), 'utf8')).map((document, index) => {
        if (document.errors[0] !== undefined)
          throw new Error(`${under}${file}, object ${index + 1}: ${document.errors[0].message}`)
        return { part, ...parseCase(`${under}${file}`, document.toJS()) }
      }),
    )
}

function parseCase(file: string, value: unknown): Omit<CorpusCase, 'part'> {
  const entry = value as Readonly<Record<string, unknown>>
  const said = String(entry['says']).split(' or ')
  const known = said.filter((word): word is Word => (words as readonly string[]).includes(word))
  const texts = ['name', 'because', 'source'].map((key) => entry[key])
  if (known.length !== said.length || texts.some((text) => typeof text !== 'string' || text === ''))
    throw new Error(`${file}: ${String(entry['name'])}: name, because, source and known words are needed`)
  const [name = '', because = '', source = ''] = texts.map(String)
  const contract = entry['contract']
  return {
    file,
    name,
    because,
    source,
    says: known,
    ...(typeof contract === 'string' && { contract }),
    object: entry['object'],
  }
}
