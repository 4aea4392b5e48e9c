import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { drawnExceptions, layers, type Package, packages, purePackages, root } from '../workspace.ts'
import { fragmentProblems } from './fragments.ts'
import { type FoundImport, importsOf, impureCalls, linesAskingClock, linesLosingValues } from './imports.ts'
import { roomProblems } from './rooms.ts'

/** A source file with all that it imports. */
export interface SourceFile {
  readonly path: string
  readonly owner: Package
  readonly imports: readonly FoundImport[]
  /** How many lines it has. */
  readonly lines?: number
  /** The lines in which it asks the clock. */
  readonly clockAsked?: readonly number[]
}

/** Whether a file is no part of what runs. */
export const isTest = (path: string): boolean =>
  /\.test\.ts$|testing\.ts$/.test(path) || /[\\/](bench|soak|peers|clients)[\\/]/.test(path)

/** Everything that breaks design §3, a line each, with file, line and what to do. */
export function boundaryProblems(all: readonly Package[] = packages()): readonly string[] {
  const files = all.flatMap(sourceFiles)
  const problems = files.flatMap((file) => file.imports.flatMap((found) => importProblems(file, found, all)))
  return [
    ...problems,
    ...files.flatMap(purityProblems),
    ...files.flatMap(lostPromises),
    ...cycles(files),
    ...lightnessProblems(files),
    ...roomProblems(files),
    ...fragmentProblems(files),
  ]
}

function sourceFiles(owner: Package): readonly SourceFile[] {
  return readdirSync(owner.folder, { recursive: true, withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/node_modules|dist/.test(entry.parentPath),
    )
    .map((entry) => {
      const path = join(entry.parentPath, entry.name)
      const text = readFileSync(path, 'utf8')
      return {
        path,
        owner,
        imports: importsOf(path, text),
        clockAsked: linesAskingClock(text),
        lines: text.trimEnd().split('\n').length,
      }
    })
}

function importProblems(file: SourceFile, found: FoundImport, all: readonly Package[]): readonly string[] {
  const at = `${relative(root, file.path)}:${found.line}`
  const problem = isTest(file.path)
    ? testProblem(file, found.specifier, all)
    : productionProblem(file, found.specifier, all)
  return problem === undefined ? [] : [`${at} imports ${found.specifier}: ${problem}`]
}

// Tests share what stands in tools; what they need of another package it exports for them. Benches run on each other's worlds.
function testProblem(
  { path, owner }: SourceFile,
  specifier: string,
  all: readonly Package[],
): string | undefined {
  if (!specifier.startsWith('.') || /[\\/]bench[\\/]/.test(path)) return undefined
  const target = resolve(dirname(path), specifier)
  const other = all.find((each) => each !== owner && target.startsWith(each.folder + sep))
  return other === undefined
    ? undefined
    : `test code of ${other.short} is reached by ${other.manifest.name}/testing`
}

function productionProblem(
  { path, owner }: SourceFile,
  specifier: string,
  all: readonly Package[],
): string | undefined {
  if (specifier.startsWith('.')) return relativeProblem(path, owner, specifier)
  const pure = purePackages.includes(owner.short)
  if (specifier.startsWith('node:')) return pure ? `${owner.short} is pure and runs in a browser` : undefined
  const target = all.find(
    ({ manifest }) => specifier === manifest.name || specifier.startsWith(`${manifest.name}/`),
  )
  if (target !== undefined) return packageProblem(owner, target, specifier)
  const name = specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
  const { dependencies = {}, devDependencies = {} } = owner.manifest
  if (!Object.hasOwn(isBundled(path, owner) ? devDependencies : dependencies, name))
    return `${name} is no dependency of ${owner.short}`
  return pure ? `${owner.short} is pure and has no third-party dependencies` : undefined
}

// What is made into one file for a browser brings along what it uses: nobody installs that.
const isBundled = (path: string, owner: Package): boolean => path.startsWith(join(owner.folder, 'page') + sep)

function relativeProblem(path: string, owner: Package, specifier: string): string | undefined {
  const target = resolve(dirname(path), specifier)
  if (!target.startsWith(owner.folder + sep)) return 'another package is imported by its name'
  if (isTest(target)) return 'production code does not import test code'
  return undefined
}

function packageProblem(owner: Package, target: Package, specifier: string): string | undefined {
  const entry = `.${specifier.slice(target.manifest.name.length)}`
  if (entry === './testing') return 'production code does not import test code'
  if (!Object.hasOwn(target.manifest.exports ?? { '.': {} }, entry))
    return 'deep imports go past the public surface'
  if (owner.manifest.dependencies?.[target.manifest.name] === undefined) {
    return `${target.short} is no dependency of ${owner.short}`
  }
  const [from, to] = [layerOf(owner), layerOf(target)]
  if (from === -1 || to === -1)
    return `${from === -1 ? owner.short : target.short} has no layer in tools/workspace.ts`
  if (to < from || drawnExceptions.some(([a, b]) => a === owner.short && b === target.short)) return undefined
  return to === from ? 'siblings do not know each other' : 'dependencies point one way, from below to above'
}

const layerOf = ({ short }: Package): number => layers.findIndex((layer) => layer.includes(short))

function purityProblems({ path, owner }: SourceFile): readonly string[] {
  if (!purePackages.includes(owner.short) || isTest(path)) return []
  return impureCalls(path, readFileSync(path, 'utf8')).map(
    ({ call, line }) => `${relative(root, path)}:${line} calls ${call}: time and chance are arguments here`,
  )
}

// The linter takes `void` for an answer; a rejected promise behind it ends the process.
function lostPromises({ path }: SourceFile): readonly string[] {
  if (isTest(path)) return []
  return linesLosingValues(path, readFileSync(path, 'utf8')).map(
    (line) => `${relative(root, path)}:${line} uses void: work that nobody awaits goes through a Background`,
  )
}

// What a family's value may load: the contract, and other families as light as itself.
const lightPackages = /^@sitrep\/(status|conditions|[\w-]+\/(family|following|kinds))$/

/** What comes along with a family's value although it should wait behind `parts`. */
export function lightnessProblems(files: readonly SourceFile[]): readonly string[] {
  const byPath = new Map(files.map((file) => [file.path, file]))
  return files
    .filter(({ path, owner }) => path === join(owner.folder, 'src', 'family.ts'))
    .flatMap((family) => {
      const loaded = new Set<string>()
      const problems: string[] = []
      const visit = (file: SourceFile): void => {
        if (loaded.has(file.path)) return
        loaded.add(file.path)
        for (const { specifier, line, lazy } of file.imports) {
          if (lazy) continue
          const target = byPath.get(resolve(dirname(file.path), specifier))
          if (target !== undefined && !/[\\/](parts|catalog|status)\.ts$/.test(target.path)) visit(target)
          else if (target !== undefined || !lightPackages.test(specifier))
            problems.push(
              `${relative(root, file.path)}:${line} imports ${specifier}: a family's value is light, what it computes is loaded behind parts()`,
            )
        }
      }
      visit(family)
      return problems
    })
}

/** Files that reach themselves again through their imports, types included. */
export function cycles(files: readonly SourceFile[]): readonly string[] {
  const targets = new Map(
    files.map(({ path, imports }) => [
      path,
      imports
        .filter(({ specifier }) => specifier.startsWith('.'))
        .map(({ specifier }) => resolve(dirname(path), specifier)),
    ]),
  )
  const done = new Set<string>()
  const problems: string[] = []
  const walk = (path: string, trail: readonly string[]): void => {
    const start = trail.indexOf(path)
    if (start !== -1) {
      problems.push(
        `import cycle: ${[...trail.slice(start), path].map((step) => relative(root, step)).join(' → ')}`,
      )
      return
    }
    if (done.has(path)) return
    for (const target of targets.get(path) ?? []) walk(target, [...trail, path])
    done.add(path)
  }
  for (const path of targets.keys()) walk(path, [])
  return problems
}
