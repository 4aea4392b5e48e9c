// Builds the page into dist/page: one script, one style sheet, one document. Plain JavaScript, and nothing newer than Node 20, because it
// runs before anything else does.
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = dirname(fileURLToPath(import.meta.url))
const root = join(folder, '..', '..')
const page = join(folder, 'dist', 'page')
// Beside what is served, not in it.
const stamp = join(folder, 'dist', 'page.stamp')

/** Builds the page when one of the files that it was made of has changed, or when it is not there. */
export async function buildPageWhenChanged() {
  if (!isCurrent()) await buildPage()
}

/** Builds the page. What was there is replaced at once, so that nobody reads half of it. */
export async function buildPage() {
  const { build } = await import('esbuild')
  mkdirSync(join(folder, 'dist'), { recursive: true })
  const made = mkdtempSync(join(folder, 'dist', 'page-'))
  chmodSync(made, 0o755)
  const { metafile } = await build({
    entryPoints: [
      { in: join(folder, 'page', 'main.tsx'), out: 'page' },
      { in: join(folder, 'page', 'style', 'page.css'), out: 'page' },
    ],
    outdir: made,
    bundle: true,
    minify: true,
    // A classic script: what was exported opens from a disk, where browsers load no modules.
    format: 'iife',
    target: ['es2022', 'chrome123', 'firefox120', 'safari17.5'],
    conditions: ['@sitrep/source'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'none',
    charset: 'utf8',
    logLevel: 'error',
    metafile: true,
    absWorkingDir: root,
  })
  cpSync(join(folder, 'page', 'index.html'), join(made, 'index.html'))
  // Its licence goes wherever it goes.
  cpSync(
    join(dirname(fileURLToPath(import.meta.resolve('preact/package.json'))), 'LICENSE'),
    join(made, 'preact-licence.txt'),
  )
  writeFileSync(join(made, 'export.js'), '// What is live has nothing exported beside it.\n')
  rmSync(page, { recursive: true, force: true })
  try {
    renameSync(made, page)
  } catch (error) {
    // Another process has built the same meanwhile.
    rmSync(made, { recursive: true, force: true })
    if (!existsSync(page)) throw error
  }
  const inputs = [...Object.keys(metafile.inputs), ...ownInputs]
  writeFileSync(
    stamp,
    JSON.stringify(Object.fromEntries(inputs.map((path) => [path, hashOf(path)])), null, 1),
  )
}

const ownInputs = ['build.mjs', 'page/index.html'].map((path) => relative(root, join(folder, path)))

function isCurrent() {
  if (!existsSync(stamp) || !existsSync(join(page, 'page.js'))) return false
  return Object.entries(JSON.parse(readFileSync(stamp, 'utf8'))).every(
    ([path, hash]) => hashOf(path) === hash,
  )
}

function hashOf(path) {
  const file = join(root, path)
  return existsSync(file) ? createHash('sha256').update(readFileSync(file)).digest('hex') : undefined
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildPage()
