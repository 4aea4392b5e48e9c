import { readProblem } from '../builtin/read-problem.ts'
import { fitsExactly } from '../builtin/types/fits-exactly.ts'
import { badRequest, tooLarge } from '../errors/api-error.ts'
import type { KubeObject } from '../json/json.ts'
import type { WriteOptions } from '../request/write-options.ts'
import type { VersionView } from '../resources/version-view.ts'
import { applySchemaDefaults } from '../schema/defaults.ts'
import { pruneObject } from '../schema/prune.ts'
import { type Claim, UnreadableObject } from './unreadable-object.ts'

/** Drops what the version does not know and fills in its defaults. Throws `UnreadableObject` for what no reader could make sense of. */
export function decodeFields(
  view: VersionView,
  object: KubeObject,
): { object: KubeObject; unknown: readonly string[] } {
  const { resource, compiled } = view
  if (resource.origin === 'builtin' && fitsExactly(object)) {
    return { object: withDefaults(view, object), unknown: [] }
  }
  const problem = resource.origin === 'builtin' ? readProblem(object) : undefined
  if (problem !== undefined) throw new UnreadableObject(problem)
  const order = resource.origin === 'builtin' ? 'document' : 'sorted'
  const pruned = pruneObject(compiled, object, { order })
  if (pruned.invalid !== undefined) throw new UnreadableObject(pruned.invalid)
  return { object: withDefaults(view, pruned.object as KubeObject), unknown: pruned.unknown }
}

/** The schemas of built-in kinds are there to be published: they default nothing that the kind does not by itself. */
export function withDefaults(view: VersionView, object: KubeObject): KubeObject {
  const { origin, behaviour } = view.resource
  const defaulted =
    origin === 'builtin' ? object : (applySchemaDefaults(view.compiled, object, refuseDefaults) as KubeObject)
  return behaviour.applyDefaults?.(defaulted) ?? defaulted
}

function refuseDefaults(): never {
  throw tooLarge('with the defaults of its schema it holds more than an object may')
}

/** Refuses, warns or stays silent about fields that nobody knows, as the client asked. */
export function reportStrictProblems(
  problems: readonly string[],
  validation: WriteOptions['fieldValidation'],
  report: { readonly refuse: (why: string) => Error; readonly warn: (text: string) => void },
): void {
  if (problems.length === 0 || validation === 'Ignore') return
  if (validation === 'Strict') throw report.refuse(`strict decoding error: ${problems.join(', ')}`)
  for (const problem of problems) report.warn(problem)
}

export function cannotRead({ resource, version }: VersionView, why: string, claim?: Claim): Error {
  const claimed = claim ?? { kind: resource.kind, version: version.name }
  return badRequest(
    `${claimed.kind} in version "${claimed.version}" cannot be handled as a ${resource.kind}: ${why}`,
  )
}
