import { type Connection, discover } from '@sitrep/controller/connection'
import type { Engine, Explanation } from '@sitrep/engine'
import { isChosen, type KubeObject, type ObjectRef, refOf } from '@sitrep/status'
import type { Call, Context } from '../command.ts'
import { openCluster } from '../program/open-cluster.ts'
import { parsePositive, parseProfile } from '../program/options.ts'
import { profileOf } from '../program/profile-of.ts'
import { type ControllerApi, findControllerApi } from './controller-api.ts'
import { findObject, parseName } from './find-object.ts'
import { openWorld, timeOf } from './open-world.ts'
import { readNamed } from './read-named.ts'

/** One object, and whoever can say why it is as it is. */
export interface Subject {
  readonly ref: ObjectRef
  readonly reported: KubeObject
  readonly at: string
  /** The condition types that Sitrep decides on it; none: it is judged by what it reports. */
  readonly types: readonly string[]
  readonly explain: (type: string) => Promise<Explanation | undefined>
  /** Who says so: files, a running controller, or what this command could read from the server by itself. */
  readonly witness: 'files' | 'controller' | 'server'
}

/**
 * Finds the object that was named, in files or on a server, and the best witness there is: the files themselves, a running controller, or
 * what can be read from the server without one.
 */
export async function withSubject<Answer>(
  call: Call,
  context: Context,
  use: (subject: Subject) => Promise<Answer>,
): Promise<Answer> {
  if (call.options.filename !== undefined) {
    const world = await openWorld(call, context)
    const { ref, reported } = findObject(world, call.words)
    return use({ reported, at: world.at, witness: 'files', ...toldBy(world.engine, ref) })
  }
  parseName(call.words)
  const { connection, namespace } = await openCluster(call, context)
  try {
    const live = { context, connection, namespace }
    const reported = await readNamed(call, { ...live, discovered: await discover(connection) })
    const api = await findControllerApi(call, context, connection)
    try {
      const asked = api && (await toldByController(api, reported))
      const told = asked ?? (await toldByServer(call, reported, live))
      return await use({ reported, at: timeOf(call, context), ...told })
    } finally {
      api?.close()
    }
  } finally {
    connection.close()
  }
}

type Told = Pick<Subject, 'ref' | 'types' | 'explain' | 'witness'>

/** Nothing where the controller computes nothing for the object. */
async function toldByController(api: ControllerApi, reported: KubeObject): Promise<Told | undefined> {
  const ref = refOf(reported)
  const computed = await api.status(ref)
  if (computed === undefined) return undefined
  const explain = (type: string): Promise<Explanation | undefined> => api.explain(ref, type)
  return { ref, types: typesIn(computed), witness: 'controller', explain }
}

const toldBy = (engine: Engine, ref: ObjectRef): Pick<Subject, 'ref' | 'types' | 'explain'> => ({
  ref,
  types: engine.claims(ref),
  explain: async (type) => engine.explain(ref, type),
})

interface Live {
  readonly context: Context
  readonly connection: Connection
  readonly namespace: string
}

async function toldByServer(call: Call, reported: KubeObject, { context, connection }: Live): Promise<Told> {
  const ref = refOf(reported)
  const { catalogOf } = await import('../program/families.ts')
  const profile = parseProfile(call.options.profile) ?? (await profileOf(connection))
  const known = catalogOf(profile).definitions.some(({ kind }) => isChosen(kind, reported))
  if (!known) return { ref, types: [], witness: 'server', explain: async () => undefined }
  const { readLiveWorld } = await import('./live-world.ts')
  const timeoutMs = parsePositive(call, 'request-timeout', 30) * 1000
  const { engine } = await readLiveWorld({ connection, profile, timeoutMs, interrupted: context.interrupted })
  return { witness: 'server', ...toldBy(engine, ref) }
}

function typesIn(status: Readonly<Record<string, unknown>>): readonly string[] {
  const nested = (status.v1beta2 as { conditions?: unknown } | undefined)?.conditions
  const conditions = Array.isArray(nested) ? nested : status.conditions
  return Array.isArray(conditions) ? conditions.map(({ type }) => String(type)) : []
}
