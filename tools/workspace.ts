import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The folder that holds everything. */
export const root: string = join(import.meta.dirname, '..')

/** What a package.json says, as far as our tools ask. */
export interface Manifest {
  readonly name: string
  readonly version: string
  readonly private?: boolean
  readonly bin?: Readonly<Record<string, string>>
  readonly exports?: Readonly<Record<string, unknown>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

export interface Package {
  /** The folder's name: `conditions`. */
  readonly short: string
  readonly folder: string
  readonly manifest: Manifest
}

/**
 * One direction of dependencies, top to bottom: a package may use those in the rows above it, never those beside or below.
 */
export const layers: readonly (readonly string[])[] = [
  ['conditions'],
  ['status'],
  ['cluster-api', 'crossplane', 'gateway-api'],
  ['eks-anywhere'],
  ['verdict', 'engine', 'present'],
  ['api-server', 'controller'],
  ['cluster-api-edge', 'provider', 'data-plane', 'simulator'],
  ['dashboard'],
  ['sitrep'],
  // Examples, which stand on everything.
  ['delivery', 'provider-postgres'],
]

/** Packages without I/O, clock, randomness and `node:*`: they run in a browser. */
export const purePackages: readonly string[] = layers.slice(0, 5).flat()

/** Siblings that may know each other all the same: from, to. */
export const drawnExceptions: readonly (readonly [string, string])[] = []

/** All packages and apps of the workspace, in the order in which they rest on each other. */
export function packages(): readonly Package[] {
  const found = ['packages', 'apps', 'examples'].flatMap((parent) => packagesIn(join(root, parent)))
  const order = layers.flat()
  return found.sort((a, b) => order.indexOf(a.short) - order.indexOf(b.short))
}

/** Those that others install. */
export const published = (): readonly Package[] =>
  packages().filter(({ manifest }) => manifest.private !== true)

function packagesIn(parent: string): readonly Package[] {
  if (!existsSync(parent)) return []
  return readdirSync(parent)
    .filter((short) => existsSync(join(parent, short, 'package.json')))
    .map((short) => {
      const folder = join(parent, short)
      return { short, folder, manifest: JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) }
    })
}
