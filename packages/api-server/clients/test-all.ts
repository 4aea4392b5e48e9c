/** `npm run test:clients`: the client tests with every kubectl that is found, then the crash test at length. */
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'

const folder = import.meta.dirname
const run = (args: readonly string[]): number =>
  spawnSync(process.execPath, ['--conditions=@sitrep/source', ...args], {
    stdio: 'inherit',
    env: { ...process.env, SITREP_CLIENTS: 'all' },
  }).status ?? 1

const tests = globSync('*.test.ts', { cwd: folder }).map((file) => join(folder, file))
const outcomes = [run(['--test', '--test-concurrency=1', ...tests]), run([join(folder, 'crash', 'long.ts')])]
process.exitCode = Math.max(...outcomes)
