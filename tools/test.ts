// Runs the tests: all of them, or the files and patterns named on the command line. After all of them, the rows of the rule tables are
// compared with what the tests went through.
import { spawn } from 'node:child_process'
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildPageWhenChanged } from '../apps/dashboard/build.mjs'
import { purePackages, root } from './workspace.ts'

const everywhere = [
  'packages/*/src/**/*.test.ts',
  'packages/*/clients/**/*.test.ts',
  'apps/*/{src,page}/**/*.test.ts',
  'apps/*/stories/**/*.test.ts',
  'examples/*/{src,stories}/**/*.test.ts',
  'tools/**/*.test.ts',
]
const named = process.argv.slice(2)
const files = (named.length > 0 ? named : everywhere)
  .flatMap((pattern) => globSync(pattern, { cwd: root }))
  .sort()
if (files.length === 0) {
  console.error(`No test file matches ${named.join(' ')}`)
  process.exit(2)
}

// Some of them open it in a browser.
await buildPageWhenChanged()

const source = '--conditions=@sitrep/source'
const folder = mkdtempSync(join(tmpdir(), 'sitrep-rows-'))
const rows = join(folder, 'tested')
const run = (...args: readonly string[]): Promise<number> => {
  const child = spawn(process.execPath, [source, ...args], {
    cwd: root,
    stdio: 'inherit',
    // What one process has compiled the others need not.
    env: { ...process.env, SITREP_ROWS: rows, NODE_COMPILE_CACHE: join(root, '.cache', 'compiled') },
  })
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)))
}

const preloaded = [
  './tools/unfollowed-promises.ts',
  './tools/fixed-seed.ts',
  './tools/rows/note-tested.ts',
].flatMap((file) => ['--import', file])
const together = ['tools/test-together.ts']
const apart = [
  '--test',
  `--test-concurrency=${availableParallelism() + 1}`,
  '--test-reporter=./tools/closing-lines.ts',
  '--test-reporter-destination=stdout',
]
const runTests = (how: readonly string[], tested: readonly string[]): Promise<number> =>
  tested.length === 0 ? Promise.resolve(0) : run(...preloaded, ...how, ...tested)

// One process does for all tests of the pure packages, and one for those of each package whose tests leave nothing behind that another
// of them could meet: loading a server anew for each file takes longer than most files do. What is left runs in one process a file. Many
// tests wait, so a few more processes run than there are cores, also when the lanes have come to their end; those of one lane follow each other.
const foldersOf = (names: readonly string[]): readonly string[] =>
  names.map((name) => `packages/${name}/src/`)
const lanes = [
  [foldersOf(purePackages), foldersOf(['api-server']), foldersOf(['controller']), foldersOf(['simulator'])],
  [['apps/sitrep/src/'], foldersOf(['data-plane']), foldersOf(['cluster-api-edge']), foldersOf(['provider'])],
]
const isIn = (folders: readonly string[], file: string): boolean =>
  folders.some((folder) => file.startsWith(folder))
const runLane = async (groups: (typeof lanes)[number]): Promise<number> => {
  let worst = 0
  for (const folders of groups) {
    const code = await runTests(
      together,
      files.filter((file) => isIn(folders, file)),
    )
    worst ||= code
  }
  return worst
}
const results = await Promise.all([
  ...lanes.map(runLane),
  runTests(
    apart,
    files.filter((file) => !isIn(lanes.flat(2), file)),
  ),
])
const compared = named.length > 0 ? 0 : await run('tools/rows/compare.ts', rows)
rmSync(folder, { recursive: true })
process.exitCode = results.find((code) => code !== 0) ?? compared
