// Runs everything that must hold: what stands in one line side by side, line after line, until one fails.
import { runCommand } from './run-command.ts'

// The checks take about as long as the documents and the vectors, which have one thread. The tests fill all cores but for those that wait,
// and what is packed is mostly built and installed one after the other: together they leave no core idle.
const lines: readonly (readonly (readonly string[])[])[] = [
  [['check'], ['verify', 'vectors']],
  [['test:unit'], ['test:packed']],
]

/** Runs scripts one after the other; each tells what it has to say at its end, so that lines of two do not mix. */
async function runQuietly(scripts: readonly string[]): Promise<number> {
  for (const script of scripts) {
    const { code, output } = await runCommand('npm', ['run', '--silent', script])
    console.log(output.trimEnd())
    if (code !== 0) return code
  }
  return 0
}

for (const line of lines) {
  const codes = await Promise.all(line.map(runQuietly))
  const failed = codes.find((code) => code !== 0)
  if (failed === undefined) continue
  process.exitCode = failed
  break
}
