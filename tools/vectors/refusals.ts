import { type StatusCheck, statusCheck } from '@sitrep/api-server/schema'
import { fields, groupOf, type KubeObject, kindKey, type Profile } from '@sitrep/status'
import { familyParts } from '../families.ts'
import type { Vector } from './vector.ts'

interface ServedKind {
  readonly apiVersion: string
  readonly check: StatusCheck
}

const made = new Map<Profile, ReadonlyMap<string, ServedKind>>()

/**
 * What an API server with our CustomResourceDefinitions would have against the statuses that were computed, were they written: a line
 * each. What was amiss before and did not change is nobody's doing.
 */
export function refusals(
  { objects, profile = 'released', given = [] }: Vector,
  computed: (reported: KubeObject) => KubeObject | undefined,
): readonly string[] {
  const served = made.get(profile) ?? servedIn(profile)
  made.set(profile, served)
  return objects.flatMap((reported) => {
    const { kind, metadata, apiVersion } = reported
    const group = groupOf(apiVersion)
    const known = served.get(kindKey({ group, kind }))
    if (known === undefined || given.includes(kind) || given.includes(`${group} ${kind}`)) return []
    const after = asJson(computed(reported))
    // Nothing is written where nothing is said.
    if (after === undefined || Object.keys(fields(after['status'])).length === 0) return []
    const before = apiVersion === known.apiVersion ? asJson(reported) : undefined
    return (
      known
        .check(after, before)
        // What a person asked for was let in by a server already, with the defaults that it adds.
        .filter((line) => line.startsWith('status'))
        .map((line) => `${kind} ${metadata.namespace ?? ''}/${metadata.name} would be refused: ${line}`)
    )
  })
}

// As it would be sent: what has no value is not there.
const asJson = (object: KubeObject | undefined): Parameters<StatusCheck>[0] | undefined =>
  object && JSON.parse(JSON.stringify(object))

function servedIn(profile: Profile): ReadonlyMap<string, ServedKind> {
  const definitions = [...familyParts.values()].flatMap(({ crds }) => crds?.({ profile }) ?? [])
  return new Map(
    definitions.flatMap(({ spec: { group, names, versions } }) => {
      const stored = versions.find(({ storage }) => storage)
      if (stored === undefined) return []
      const { name, schema } = stored
      const key = kindKey({ group, kind: String(names['kind']) })
      return [[key, { apiVersion: `${group}/${name}`, check: statusCheck(schema.openAPIV3Schema) }] as const]
    }),
  )
}
