// Types, format, lint, boundaries, unused code: everything about the sources that needs no running.
import { relative } from 'node:path'
import { boundaryProblems } from './boundaries/check.ts'
import { terminalProblems } from './boundaries/terminal.ts'
import { type CommandResult, runCommand } from './run-command.ts'
import { packages, root } from './workspace.ts'

interface Check {
  readonly name: string
  readonly run: () => Promise<CommandResult>
}

const boundaries = async (): Promise<CommandResult> => {
  // The families are loaded only here: one that does not compile is the compiler's business, which comes first.
  const { groupProblems } = await import('./boundaries/groups.ts')
  const problems = [...boundaryProblems(), ...groupProblems(), ...terminalProblems()]
  return { code: problems.length > 0 ? 1 : 0, output: problems.join('\n') }
}

const checks: readonly Check[] = [
  { name: 'types of everything', run: () => runCommand('tsc', ['-p', '.']) },
  // Each package once more by itself: a pure one without Node's types and without the DOM.
  ...packages().map(({ short, folder }) => ({
    name: `types of ${short}`,
    run: () => runCommand('tsc', ['-p', relative(root, folder)]),
  })),
  // What runs in a browser knows its DOM and nothing of Node.
  { name: 'types of the page', run: () => runCommand('tsc', ['-p', 'apps/dashboard/page']) },
  {
    name: 'format and lint',
    run: () => runCommand('biome', ['ci', '--colors=off', '--error-on-warnings', '--reporter=summary']),
  },
  { name: 'boundaries', run: boundaries },
  { name: 'unused code', run: () => runCommand('knip', ['--no-progress', '--no-config-hints']) },
]

let failed = 0
for (const { name, run } of checks) {
  const { code, output } = await run()
  console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${name}`)
  if (code === 0) continue
  failed++
  console.log(output.trimEnd())
}
process.exitCode = failed > 0 ? 1 : 0
