import { type Discovered, discover } from '@sitrep/controller/connection'
import { groupOf, type KindRef, type KubeObject, kindKey } from '@sitrep/status'
import { conditionOf } from '@sitrep/status/following'
import { interruptible } from '../../cluster/interruptible.ts'
import { CommandError } from '../../command.ts'
import { until } from '../follow/watch-until.ts'
import type { WatchOptions } from '../follow/watched-objects.ts'
import type { Applied } from './server-side-apply.ts'

// A server takes a second or two for it.
const establishMs = 60_000

/** Comes back once the server serves all that was defined, with what it serves then. */
export async function untilServed(defined: readonly Applied[], options: WatchOptions): Promise<Discovered> {
  for (const { placed, object } of defined) {
    const { resource } = placed
    const { name } = object.metadata
    const scope = { fieldSelector: `metadata.name=${name}` }
    const otherwise = `${name} is applied, but not served yet; what comes after it was not applied`
    await until({ ...options, resource, scope, withinMs: establishMs, otherwise }, ([found]) => {
      if (found === undefined) return false
      const accepted = conditionOf(found, 'NamesAccepted')
      if (accepted?.status === 'False')
        throw new CommandError(1, `${name} is not served: ${accepted.message ?? accepted.reason ?? ''}`)
      return conditionOf(found, 'Established')?.status === 'True'
    })
  }
  return discover(interruptible(options.connection, { interrupted: options.signal }))
}

/** The kind that a CRD defines. */
export function definedKind({ spec }: KubeObject): string | undefined {
  const { group, names } = (spec ?? {}) as { group?: unknown; names?: { kind?: unknown } }
  if (typeof group !== 'string' || typeof names?.kind !== 'string') return undefined
  return kindKey({ group, kind: names.kind })
}

/** The kind of an object, written as `definedKind` writes it. */
export const ownKind = ({ apiVersion, kind }: KubeObject): string => {
  const ref: KindRef = { group: groupOf(apiVersion), kind }
  return kindKey(ref)
}
