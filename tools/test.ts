// Runs the tests: all of them, or the files and patterns named on the command line. After all of them, the rows of the rule tables are
// compared with what the tests went through.
import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './workspace.ts'

const everywhere = [
  'packages/*/src/**/*.test.ts',
  'packages/*/clients/**/*.test.ts',
  'apps/*/src/**/*.test.ts',
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

const source = '--conditions=@sitrep/source'
const folder = mkdtempSync(join(tmpdir(), 'sitrep-rows-'))
const rows = join(folder, 'tested')
const run = (...args: readonly string[]): number =>
  spawnSync(process.execPath, [source, ...args], {
    cwd: root,
    stdio: 'inherit',
    // Every file runs in a process of its own: what one has compiled the others need not.
    env: { ...process.env, SITREP_ROWS: rows, NODE_COMPILE_CACHE: join(root, '.cache', 'compiled') },
  }).status ?? 1

const reporter = ['--test-reporter=./tools/closing-lines.ts', '--test-reporter-destination=stdout']
const tests = run(
  '--import',
  './tools/fixed-seed.ts',
  '--import',
  './tools/rows/note-tested.ts',
  '--test',
  // One more than there are cores: many of them wait, for a server or for a clock.
  `--test-concurrency=${availableParallelism() + 1}`,
  ...reporter,
  ...files,
)
const compared = named.length > 0 ? 0 : run('tools/rows/compare.ts', rows)
rmSync(folder, { recursive: true })
process.exitCode = tests || compared
