import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Fields, KubeObject, Profile } from '@sitrep/status'
import { type FamilySettings, families } from '../families.ts'
import { reachableClusters } from './conventions.ts'
import { readDocuments } from './read-documents.ts'

/** A world of whole objects, an instant, and what must be said about it. */
export interface Vector {
  readonly name: string
  readonly because?: string
  readonly source?: string
  readonly at: string
  readonly profile?: Profile
  /** Settings by family, in place of the usual ones. */
  readonly settings?: FamilySettings
  /** Kinds (`Kind` or `<group> <Kind>`) whose definitions do not run. */
  readonly given?: readonly string[]
  readonly objects: readonly KubeObject[]
  readonly expect: readonly Expectation[]
}

/**
 * What must be said about one object; what is not named is not compared. In the older form all of it stands under `status`, conditions
 * complete and in their order. In the newer one it stands beside the name: conditions by type, the entries of a list under the name of
 * the list (`listeners`, `parents`), each told by its key, and fields of the status.
 */
export interface Expectation {
  readonly apiVersion?: string
  readonly kind: string
  readonly namespace?: string
  readonly name: string
  readonly partial?: boolean
  /** Condition types that must not be there. */
  readonly absent?: readonly string[]
  readonly status?: Fields
  /** The object is not ours: its status comes through to the byte. */
  readonly unchanged?: boolean
  readonly conditions?: readonly Fields[]
  readonly [beside: string]: unknown
}

/** Every vector of a YAML file; a document that is none is refused with its file and place. */
export function readVectors(file: string): readonly Vector[] {
  return readDocuments(file).map((document, at) => checked(document, `${file}, document ${at + 1}`))
}

function checked(value: unknown, where: string): Vector {
  const vector = value as Partial<Vector> | null
  for (const key of ['name', 'at', 'objects', 'expect'] as const) {
    if (vector?.[key] === undefined) throw new Error(`${where}: a vector needs ${key}`)
  }
  const { at: given, objects } = vector as { at: unknown; objects: readonly KubeObject[] }
  refuseUnknownSettings((vector as Vector).settings ?? {}, where)
  const at = given instanceof Date ? given.toISOString() : String(given)
  return { ...(vector as Vector), at, objects: [...objects, ...reachableClusters(objects, at)] }
}

// A setting that nobody has would change nothing, and nobody would see it.
function refuseUnknownSettings(settings: FamilySettings, where: string): void {
  for (const [family, values] of Object.entries(settings)) {
    const known = families.find(({ name }) => name === family)
    if (known === undefined) throw new Error(`${where}: there is no family ${family}`)
    for (const name of Object.keys(values))
      if (!known.settings?.some((setting) => setting.name === name))
        throw new Error(`${where}: ${family} has no setting ${name}`)
  }
}

/** The files below a path that may hold vectors, or the path itself when it is one. */
export function vectorFiles(path: string): readonly string[] {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ya?ml|jsonl)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}
