import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PageFile } from '@sitrep/dashboard'
import { CommandError } from '../../command.ts'
import type { ExportedAnswers } from './export-answers.ts'

const beginning = 'globalThis.sitrepExport = '
const answersFile = 'export.js'

/** What an export is a picture of. */
export interface ExportWords {
  /** The time of the world. */
  readonly at: string
  readonly words: string
}

/** Writes the page with all its answers into a folder, which then opens in a browser without any server. */
export function writeExport(
  folder: string,
  { answers }: Pick<ExportedAnswers, 'answers'>,
  { page, at, words }: ExportWords & { readonly page: ReadonlyMap<string, PageFile> },
): void {
  // What is in a cluster is nobody's business but its owner's, as with a bundle.
  const mode = 0o600
  const write = (name: string, body: string | Uint8Array): void => {
    writeFileSync(join(folder, name), body, { mode })
    chmodSync(join(folder, name), mode)
  }
  for (const [name, { body }] of page) if (name !== answersFile) write(name, body)
  write(answersFile, exportScript({ answers }, { at, words }))
}

/** The answers as a script that leaves them for the page; nothing in it can be taken for markup or an end of line. */
export function exportScript(
  { answers }: Pick<ExportedAnswers, 'answers'>,
  { at, words }: ExportWords,
): string {
  const entries = [...answers].map(([question, answer]) => `${JSON.stringify(question)}:${answer}`)
  const text = `{"at":${JSON.stringify(at)},"words":${JSON.stringify(words)},"answers":{\n${entries.join(',\n')}\n}}`
  return `${beginning}${text.replaceAll(/[<\u2028\u2029]/g, escaped)}\n`
}

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Makes the folder where there is none; refuses one in which something lies that no export left there. */
export function makeExportFolder(folder: string, named: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (readdirSync(folder).length === 0 || isExport(folder)) return
  throw new CommandError(2, `${named} is not empty, and no export lies there: name another folder`)
}

function isExport(folder: string): boolean {
  try {
    return readFileSync(join(folder, answersFile), 'utf8').startsWith(beginning)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
    throw error
  }
}
