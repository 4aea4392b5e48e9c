import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { KubeObject } from '@sitrep/status'
import { parseAllDocuments } from 'yaml'

export const profiles = ['proposal', 'released'] as const
export type Profile = (typeof profiles)[number]

/** A world of whole objects, an instant, and what must be said about it. */
export interface Vector {
  readonly name: string
  readonly because?: string
  readonly source?: string
  readonly at: string
  readonly profile?: Profile
  /** Kinds (`Kind` or `<group> <Kind>`) whose definitions do not run. */
  readonly given?: readonly string[]
  readonly objects: readonly KubeObject[]
  readonly expect: readonly Expectation[]
}

export interface Expectation {
  readonly apiVersion?: string
  readonly kind: string
  readonly namespace?: string
  readonly name: string
  readonly partial?: boolean
  readonly absent?: readonly string[]
  readonly status?: Readonly<Record<string, unknown>>
}

/** Every vector of a YAML file; a document that is none is refused with its file and place. */
export function readVectors(file: string): readonly Vector[] {
  const documents = parseAllDocuments(readFileSync(file, 'utf8'))
  return [...documents].map((document, at) => {
    const [error] = document.errors
    if (error !== undefined) throw new Error(`${file}: ${error.message}`)
    return checked(document.toJS({ maxAliasCount: -1 }), `${file}, document ${at + 1}`)
  })
}

function checked(value: unknown, where: string): Vector {
  const vector = value as Partial<Vector> | null
  for (const key of ['name', 'at', 'objects', 'expect'] as const) {
    if (vector?.[key] === undefined) throw new Error(`${where}: a vector needs ${key}`)
  }
  const { at: given, objects } = vector as { at: unknown; objects: readonly KubeObject[] }
  const at = given instanceof Date ? given.toISOString() : String(given)
  return { ...(vector as Vector), at, objects: [...objects, ...reachableClusters(objects, at)] }
}

/** Vectors of EKS Anywhere say nothing of connections: unless one does, their workload clusters are reachable. */
function reachableClusters(objects: readonly KubeObject[], at: string): readonly KubeObject[] {
  const isProbed = (name: string): boolean =>
    objects.some(({ kind, metadata }) => kind === 'ClusterProbe' && metadata.name === name)
  return objects
    .filter(({ apiVersion, kind }) => kind === 'Cluster' && apiVersion.startsWith('anywhere.eks.amazonaws.com/'))
    .filter(({ metadata }) => !isProbed(metadata.name))
    .map(({ metadata }) => ({
      apiVersion: 'sitrep.dev/v1alpha1',
      kind: 'ClusterProbe',
      metadata: { namespace: 'eksa-system', name: metadata.name },
      status: { lastProbeTime: at, lastProbeSuccessTime: at, consecutiveFailures: 0 },
    }))
}

/** The files below a path that may hold vectors, or the path itself when it is one. */
export function vectorFiles(path: string): readonly string[] {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ya?ml|jsonl)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}
