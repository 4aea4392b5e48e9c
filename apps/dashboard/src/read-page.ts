import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'

/** A file of the page as a server sends it. */
export interface PageFile {
  readonly type: string
  readonly body: Uint8Array
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
}

// From sources as from what is built, the page lies in the package's dist.
const folder = join(import.meta.dirname, '..', 'dist', 'page')

/**
 * The files of the page by the path under which they ask for each other: `index.html`, `page.js`, `page.css` and an empty `export.js`, which
 * an export replaces. Throws one sentence that says what to run when the page was not built.
 */
export function readPage(): ReadonlyMap<string, PageFile> {
  const names = namesIn(folder)
  if (!names.includes('index.html'))
    throw new Error('The page of the dashboard is not built; "node tools/setup.mjs" builds it')
  return new Map(
    names.map((name) => [
      name,
      { type: types[extname(name)] ?? 'application/octet-stream', body: readFileSync(join(folder, name)) },
    ]),
  )
}

function namesIn(where: string): readonly string[] {
  try {
    return readdirSync(where)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
