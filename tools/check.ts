// Types, format, lint, boundaries, unused code: everything about the sources that needs no running.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { boundaryProblems } from './boundaries/check.ts'
import { terminalProblems } from './boundaries/terminal.ts'
import { type CommandResult, runCommand, runTsc } from './run-command.ts'
import { runInTurn } from './run-in-turn.ts'
import { type Package, packages, root } from './workspace.ts'

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

// Packages of the same settings are one program: each source is checked once with them, and not again for everybody who imports it.
function packageTypes(): readonly Check[] {
  const all = packages()
  const settingsOf = ({ folder }: Package): string => readFileSync(join(folder, 'tsconfig.json'), 'utf8')
  return [...Map.groupBy(all, settingsOf)].map(([settings, members]) => {
    const [, extended] = /^\{ "extends": "\.\.\/\.\.\/tsconfig\.(\w+)\.json" \}\n$/.exec(settings) ?? []
    if (extended === undefined)
      throw new Error(
        `${members[0]?.folder}/tsconfig.json must extend a tsconfig of the workspace, nothing else`,
      )
    return { name: `types of the packages, ${extended}`, run: () => runTsc('-p', program(extended, members)) }
  })
}

/** Writes the settings of a program of several packages, and gives back where. */
function program(extended: string, members: readonly Package[]): string {
  const folder = join(root, '.cache', 'types')
  const sources = members.map(({ folder: member }) => join(relative(folder, member), 'src'))
  const settings = {
    extends: join(relative(folder, root), `tsconfig.${extended}.json`),
    compilerOptions: { rootDir: relative(folder, root) },
    include: sources,
    exclude: sources.flatMap((source) => [`${source}/**/*.test.ts`, `${source}/**/*testing.ts`]),
  }
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${extended}.json`), JSON.stringify(settings))
  return join(folder, `${extended}.json`)
}

const checks: readonly Check[] = [
  { name: 'types of everything', run: () => runTsc('-p', '.') },
  // Packages once more without their tests: the pure ones without Node's types and without the DOM.
  ...packageTypes(),
  // What runs in a browser knows its DOM and nothing of Node.
  { name: 'types of the page', run: () => runTsc('-p', 'apps/dashboard/page') },
  {
    name: 'format and lint',
    run: () => runCommand('biome', ['ci', '--colors=off', '--error-on-warnings', '--reporter=summary']),
  },
  { name: 'boundaries', run: boundaries },
  { name: 'unused code', run: () => runCommand('knip', ['--no-progress', '--no-config-hints']) },
]

let failed = 0
for await (const [{ name }, { code, output }] of runInTurn(checks, ({ run }) => run())) {
  console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${name}`)
  if (code === 0) continue
  failed++
  console.log(output.trimEnd())
}
process.exitCode = failed > 0 ? 1 : 0
