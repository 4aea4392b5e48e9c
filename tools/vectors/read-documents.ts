import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { parseAllDocuments } from 'yaml'
import { root } from '../workspace.ts'

const kept = join(root, '.cache', 'documents')

/**
 * Every document of a YAML file; one that is broken is refused with the file's name. What was read is kept as JSON under a hash of the
 * text: the vectors are 12 MB, half a dozen programs read all of them, and the parser takes longer than everything that is done with them.
 */
export function readDocuments(file: string): readonly unknown[] {
  const text = readFileSync(file, 'utf8')
  const path = join(kept, `${createHash('sha256').update(text).digest('hex')}.json`)
  if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8'))
  const documents = parsed(text, file)
  const json = JSON.stringify(documents)
  if (isDeepStrictEqual(JSON.parse(json), documents)) keep(path, json)
  return documents
}

function parsed(text: string, file: string): readonly unknown[] {
  return [...parseAllDocuments(text)].map((document) => {
    const [error] = document.errors
    if (error !== undefined) throw new Error(`${file}: ${error.message}`)
    return document.toJS({ maxAliasCount: -1 })
  })
}

// Several programs may write the same at once, and nobody must read the half of it.
function keep(path: string, json: string): void {
  mkdirSync(kept, { recursive: true })
  const unfinished = `${path}.${process.pid}`
  writeFileSync(unfinished, json)
  renameSync(unfinished, path)
}
