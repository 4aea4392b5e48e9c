// Packs every package, installs the tarballs into an empty folder with nothing else, and runs the examples of their READMEs
// there, as a stranger would: type-checked, and on each supported Node.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommand } from '../run-command.ts'
import { type Package, published, root } from '../workspace.ts'
import { nodeOf } from './node-versions.ts'
import { pack } from './pack.ts'
import { useImageRoot, whyNoImageRoot } from './use-image-root.ts'

const supported = [24, 26]

const problems: string[] = []

async function step(name: string, command: string, args: readonly string[], cwd: string): Promise<void> {
  const { code, output } = await runCommand(command, args, { cwd })
  console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${name}`)
  if (code === 0) return
  problems.push(name)
  console.log(output.trimEnd())
}

function writeExamples(all: readonly Package[], folder: string): readonly string[] {
  return all.flatMap((each) => {
    const examples = readmeExamples(each)
    if (examples.length === 0 && each.manifest.bin === undefined)
      problems.push(`${each.short} has no example in its README`)
    return examples.map((code, at) => {
      const name = `${each.short}-${at + 1}.ts`
      writeFileSync(join(folder, name), code)
      return name
    })
  })
}

interface Installed {
  readonly all: readonly Package[]
  readonly examples: readonly string[]
  readonly empty: string
}

async function useOn(major: number, { all, examples, empty }: Installed): Promise<void> {
  const node = await nodeOf(major)
  if (node === undefined) {
    console.log(`skipped: Node ${major} (it could not be installed; check the package registry)`)
    return
  }
  for (const example of examples) await step(`${example} on Node ${major}`, node.path, [example], empty)
  for (const command of all.flatMap(({ manifest }) => Object.keys(manifest.bin ?? {}))) {
    const path = join('node_modules', '.bin', command)
    await step(`${command} version on Node ${major}`, node.path, [path, 'version'], empty)
  }
}

async function useAsImage(installed: string, folder: string): Promise<void> {
  const why = whyNoImageRoot()
  if (why !== undefined) {
    console.log(`skipped: the program as a container runs it (${why})`)
    return
  }
  for (const { name, problem } of await useImageRoot(installed, folder)) {
    console.log(`${problem === undefined ? 'ok  ' : 'FAIL'} ${name}, as a container runs it`)
    if (problem === undefined) continue
    problems.push(name)
    console.log(problem)
  }
}

const home = mkdtempSync(join(tmpdir(), 'sitrep-packed-'))
try {
  await step('build', process.execPath, [join(root, 'tools', 'build.ts')], root)
  const all = published()
  const tarballs = await pack(all, home)
  const empty = join(home, 'empty')
  mkdirSync(empty)
  writeFileSync(
    join(empty, 'package.json'),
    JSON.stringify({ name: 'stranger', private: true, type: 'module' }),
  )
  await step('install the tarballs', 'npm', ['install', '--no-audit', '--no-fund', ...tarballs], empty)
  const examples = writeExamples(all, empty)
  const typeRoots = join(root, 'node_modules', '@types')
  const language = [
    '--strict',
    '--module',
    'nodenext',
    '--target',
    'es2023',
    '--lib',
    'es2023',
    '--skipLibCheck',
  ]
  const flags = ['--noEmit', ...language, '--types', 'node', '--typeRoots', typeRoots]
  await step('type-check the examples', 'tsc', [...flags, ...examples], empty)
  await Promise.all(supported.map((major) => useOn(major, { all, examples, empty })))
  await useAsImage(empty, home)
} finally {
  rmSync(home, { recursive: true, force: true })
}
for (const problem of problems) console.error(`failed: ${problem}`)
process.exitCode = problems.length > 0 ? 1 : 0

/** The TypeScript examples of a package's README, in order. */
function readmeExamples({ folder }: Package): readonly string[] {
  const readme = join(folder, 'README.md')
  if (!existsSync(readme)) return []
  return [...readFileSync(readme, 'utf8').matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code ?? '')
}
