import { globSync, readFileSync, rmSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { build } from 'esbuild'
import { type Manifest, type Package, root } from './workspace.ts'

/**
 * Makes of the many files of a built package one for each of its entries, and one for what several of them share: to find, open and link a hundred small
 * files is a third of what a short command does. A package that finds files by the place of its own is left as it is.
 */
export async function joinFiles({ folder, manifest }: Package): Promise<void> {
  const dist = join(folder, 'dist')
  const single = globSync('**/*.js', { cwd: dist }).map((file) => join(dist, file))
  if (single.some((file) => readFileSync(file, 'utf8').includes('import.meta'))) return
  const { metafile } = await build({
    entryPoints: entriesOf(manifest).map((entry) => join(folder, entry)),
    outdir: dist,
    outbase: dist,
    allowOverwrite: true,
    bundle: true,
    splitting: true,
    chunkNames: 'shared/[name]-[hash]',
    packages: 'external',
    format: 'esm',
    platform: 'neutral',
    target: 'es2023',
    sourcemap: true,
    metafile: true,
    absWorkingDir: root,
  })
  const joined = new Set(Object.keys(metafile.outputs).map((file) => resolve(root, file)))
  for (const file of single.filter((each) => !joined.has(each))) {
    rmSync(file)
    rmSync(`${file}.map`, { force: true })
  }
}

/** What others may import: `dist/index.js`. */
function entriesOf({ exports = {} }: Manifest): readonly string[] {
  return Object.values(exports).flatMap((entry) => {
    const file = typeof entry === 'object' && entry !== null && 'default' in entry ? entry.default : entry
    return typeof file === 'string' && file.endsWith('.js') ? [relative('.', file)] : []
  })
}
