// Runs the test files that are named in one process: what `node --test --test-isolation=none` does, but that one starts the runner before
// it loads what is preloaded.
import { resolve } from 'node:path'
import { run } from 'node:test'
import closingLines from './closing-lines.ts'

const events = run({ files: process.argv.slice(2).map((file) => resolve(file)), isolation: 'none' })
events.on('test:fail', () => {
  process.exitCode = 1
})
events.compose(closingLines).pipe(process.stdout)
