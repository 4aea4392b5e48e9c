// Runs everything that must hold: what stands in one line side by side, line after line, until one fails.
import { spawn } from 'node:child_process'
import { runCommand } from './run-command.ts'
import { root } from './workspace.ts'

// The checks take about as long as the documents and the vectors, which have one thread; the tests fill all cores themselves. What is
// packed is built first, the page of the dashboard included, which tests and documents read: it comes last.
const lines: readonly (readonly (readonly string[])[])[] = [
  [['check'], ['verify', 'vectors']],
  [['test:unit']],
  [['test:packed']],
]

const npm = (script: string): readonly string[] => ['run', '--silent', script]

/** Runs scripts one after the other; each tells what it has to say at its end, so that lines of two do not mix. */
async function runQuietly(scripts: readonly string[]): Promise<number> {
  for (const script of scripts) {
    const { code, output } = await runCommand('npm', npm(script))
    console.log(output.trimEnd())
    if (code !== 0) return code
  }
  return 0
}

function runAlone(script: string): Promise<number> {
  const child = spawn('npm', npm(script), { cwd: root, stdio: 'inherit' })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

for (const line of lines) {
  const [[script = ''] = []] = line
  const codes = line.length === 1 ? [await runAlone(script)] : await Promise.all(line.map(runQuietly))
  const failed = codes.find((code) => code !== 0)
  if (failed === undefined) continue
  process.exitCode = failed
  break
}
