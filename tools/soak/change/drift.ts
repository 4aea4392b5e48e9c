import type { Controller } from '@sitrep/controller'
import type { Connection } from '@sitrep/controller/connection'
import { createEngine, type WorldChange } from '@sitrep/engine'
import { type Catalog, type KubeObject, refKey, refOf, same } from '@sitrep/status'
import { listStored } from './server-process.ts'

export interface DriftOptions {
  readonly controller: Controller
  readonly catalog: Catalog
  readonly connection: Connection
}

/** Where what is held, what is stored and what is computed from nothing differ, one line each; times of transition aside. */
export async function driftIn({ controller, catalog, connection }: DriftOptions): Promise<readonly string[]> {
  const { engine } = controller
  const fresh = createEngine(catalog)
  const stored = new Map<string, KubeObject>()
  for (const kind of engine.kinds)
    for (const object of await listStored(connection, kind)) stored.set(refKey(refOf(object)), object)
  const surveyed = [...engine.objects()]
  // The statuses before are those that are stored: some of what is said stands because it was said.
  const changes = surveyed.map(({ ref, reported }): WorldChange => {
    const cluster = ref.cluster ?? ''
    return { cluster, object: (cluster === '' ? stored.get(refKey(ref)) : undefined) ?? reported }
  })
  const clusters = new Set(surveyed.map(({ ref }) => ref.cluster ?? ''))
  const read = [...clusters].map((cluster): WorldChange => ({ cluster, kind: 'every', read: true }))
  fresh.apply([...read, ...changes], new Date().toISOString())
  return [...stored].flatMap(([, object]) => {
    const [ref, name] = [refOf(object), `${object.kind} ${object.metadata.name}`]
    const held = engine.object(ref)
    return [
      ...(sameStatus(held, fresh.object(ref))
        ? []
        : [
            `${name} is held differently from a computation from nothing: ${difference(held, fresh.object(ref))}`,
          ]),
      ...(sameStatus(held, object)
        ? []
        : [`${name} is stored differently from what is held: ${difference(object, held)}`]),
    ]
  })
}

const sameStatus = (a: KubeObject | undefined, b: KubeObject | undefined): boolean =>
  same(untimed(a?.status), untimed(b?.status))

/** The first members of the status that differ, as they are on both sides. */
function difference(a: KubeObject | undefined, b: KubeObject | undefined): string {
  const [left, right] = [partsOf(a), partsOf(b)]
  const names = new Set([...left.keys(), ...right.keys()])
  const different = [...names].filter((name) => left.get(name) !== right.get(name))
  return different
    .slice(0, 3)
    .map((name) => `${name} ${left.get(name)} against ${right.get(name)}`)
    .join('; ')
}

/** The members of a status and, by their types, its conditions, as text. */
function partsOf(object: KubeObject | undefined): ReadonlyMap<string, string> {
  const { conditions = [], ...rest } = (untimed(object?.status) ?? {}) as {
    readonly conditions?: readonly { readonly type: string }[]
  }
  const conditionParts = conditions.map((each): [string, string] => [each.type, JSON.stringify(each)])
  return new Map([
    ...conditionParts,
    ...Object.entries(rest).map(([key, value]): [string, string] => [key, JSON.stringify(value)]),
  ])
}

function untimed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(untimed)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).filter(
    ([key, inner]) => key !== 'lastTransitionTime' && inner !== undefined,
  )
  return Object.fromEntries(members.map(([key, inner]) => [key, untimed(inner)]))
}
