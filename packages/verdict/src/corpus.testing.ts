import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAllDocuments } from 'yaml'
import { type Word, words } from './verdict.ts'

/** One object of the corpus: what is right to say about it, and why. */
export interface CorpusCase {
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

/** All objects of the corpus, by file and in the order in which they stand. */
export function readCorpus(): readonly CorpusCase[] {
  const folder = join(import.meta.dirname, '..', 'corpus')
  return readdirSync(folder)
    .filter((file) => file.endsWith('.yaml'))
    .sort()
    .flatMap((file) =>
      parseAllDocuments(readFileSync(join(folder, file), 'utf8')).map((document, index) => {
        if (document.errors[0] !== undefined)
          throw new Error(`${file}, object ${index + 1}: ${document.errors[0].message}`)
        return parseCase(file, document.toJS())
      }),
    )
}

function parseCase(file: string, value: unknown): CorpusCase {
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

/** How often a judge was wrong in the ways that matter. */
export interface Rates {
  /** Objects that are not good, and those of them that were called good. */
  readonly bad: number
  readonly falseGreen: number
  /** Objects that are good, and those of them that were called broken. */
  readonly good: number
  readonly falseRed: number
}

/** What a judge says, reduced to what it means for whoever waits. */
export type Colour = 'green' | 'red' | 'other'

const red: ReadonlySet<Word> = new Set(['Degraded', 'Stalled'])

/** The colour of a word of ours. */
export const colourOf = (word: Word): Colour => (word === 'Ready' ? 'green' : red.has(word) ? 'red' : 'other')

/** Counts false green among those that are not good, and false red among those that are. */
export function ratesOf(judged: readonly { readonly truth: readonly Word[]; readonly is: Colour }[]): Rates {
  const good = judged.filter(({ truth }) => truth.includes('Ready'))
  const bad = judged.filter(({ truth }) => !truth.includes('Ready'))
  return {
    bad: bad.length,
    falseGreen: bad.filter(({ is }) => is === 'green').length,
    good: good.length,
    falseRed: good.filter(({ is }) => is === 'red').length,
  }
}
