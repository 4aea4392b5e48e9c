import { fields } from '@sitrep/status'

/** One field of one status on which genuine Cluster API and Sitrep do not agree. */
export interface StatusDifference {
  /** `Machine blue-md-x7k2p`. */
  readonly object: string
  readonly kind: string
  /** `conditions[Ready].message`. */
  readonly path: string
  /** What Sitrep computes, as JSON; absent: nothing. */
  readonly ours: string | undefined
  readonly genuine: string | undefined
}

/** What one comparison of two statuses came to. */
export interface Comparison {
  readonly differences: readonly StatusDifference[]
  readonly conditions: number
  readonly fields: number
}

/** The two statuses of one object. */
export interface TwoStatuses {
  readonly kind: string
  readonly name: string
  readonly ours: unknown
  readonly genuine: unknown
}

/** Compares every field of two statuses, and the order of their conditions. */
export function compareStatuses({ kind, name, ours, genuine }: TwoStatuses): Comparison {
  const [own, theirs] = [leavesOf(ours), leavesOf(genuine)]
  const paths = [...new Set([...own.keys(), ...theirs.keys()])]
  return {
    conditions: [...theirs.keys()].filter((path) => path.endsWith('].status')).length,
    fields: paths.length,
    differences: paths
      .filter((path) => own.get(path) !== theirs.get(path))
      .map((path) => ({
        object: `${kind} ${name}`,
        kind,
        path,
        ours: own.get(path),
        genuine: theirs.get(path),
      })),
  }
}

/** Every field of a status that holds a value, by its path. */
export function leavesOf(status: unknown): ReadonlyMap<string, string> {
  const leaves = new Map<string, string>()
  gather(status, '', leaves)
  // An object of which nothing is said yet has no status, or one without a field.
  leaves.delete('')
  return leaves
}

function gather(value: unknown, path: string, leaves: Map<string, string>): void {
  if (Array.isArray(value) && value.length > 0) gatherList(value, path, leaves)
  else if (typeof value === 'object' && value !== null && Object.keys(value).length > 0) {
    for (const [name, inner] of Object.entries(value))
      gather(inner, path === '' ? name : `${path}.${name}`, leaves)
  } else if (value !== undefined) leaves.set(path, JSON.stringify(withoutTimes(value)))
}

function gatherList(items: readonly unknown[], path: string, leaves: Map<string, string>): void {
  const types = items.map((item) => fields(item)['type'])
  if (!/[cC]onditions$/.test(path)) {
    for (const [at, item] of items.entries()) gather(item, `${path}[${at}]`, leaves)
    return
  }
  leaves.set(`${path} in order`, types.join(' '))
  for (const [at, item] of items.entries()) gather(item, `${path}[${String(types[at])}]`, leaves)
}

// When a probe or a look last succeeded is everybody's own; that the text quotes a moment is compared, which moment is not.
const withoutTimes = (value: unknown): unknown =>
  typeof value === 'string' && value.length > 20
    ? value.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, '<time>')
    : value
