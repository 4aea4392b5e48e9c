// Runs the tests: all of them, or the files and patterns named on the command line.
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { root } from './workspace.ts'

const everywhere = [
  'packages/*/src/**/*.test.ts',
  'packages/*/clients/**/*.test.ts',
  'apps/*/src/**/*.test.ts',
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
const reporter = ['--test-reporter=./tools/closing-lines.ts', '--test-reporter-destination=stdout']
const flags = ['--conditions=@sitrep/source', '--test', ...reporter, ...files]
const { status } = spawnSync(process.execPath, flags, { cwd: root, stdio: 'inherit' })
process.exitCode = status ?? 1
