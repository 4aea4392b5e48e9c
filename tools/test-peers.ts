/** `npm run test:peers`: builds the genuine programs that are missing, then runs every test that compares ours with them. */
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const run = (args: readonly string[]): number =>
  spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status ?? 1

run(['tools/peers.ts'])
const tests = globSync('{packages,apps}/*/peers/**/*.test.ts', { cwd: root }).sort()
process.exitCode = run([
  '--conditions=@sitrep/source',
  '--test',
  '--test-concurrency=1',
  ...process.argv.slice(2),
  ...tests,
])
