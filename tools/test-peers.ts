/** `npm run test:peers [-- FILE…]`: builds the genuine programs that are missing, then runs the tests that compare ours with them, all or some. */
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const run = (args: readonly string[]): number =>
  spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status ?? 1

run(['tools/peers.ts'])
const said = process.argv.slice(2)
const named = said.some((each) => each.endsWith('.test.ts'))
const tests = named ? [] : globSync('{packages,apps}/*/peers/**/*.test.ts', { cwd: root }).sort()
process.exitCode = run(['--conditions=@sitrep/source', '--test', '--test-concurrency=1', ...said, ...tests])
