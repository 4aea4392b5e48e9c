import { type Connection, type Discovered, discover } from '@sitrep/controller/connection'
import type { Engine, Explanation } from '@sitrep/engine'
import {
  addressedConditions,
  conditionAt,
  type Family,
  formatAddress,
  isChosen,
  type KubeObject,
  listsOf,
  meantAddresses,
  type ObjectRef,
  refOf,
} from '@sitrep/status'
import { knowledgeOf } from '@sitrep/verdict'
import { type ControllerApi, findControllerApi } from '../cluster/controller-api.ts'
import { openCluster } from '../cluster/open-cluster.ts'
import type { Call, Context } from '../command.ts'
import { loadFamilies } from '../families/families.ts'
import { profilesOf } from '../families/profile-of.ts'
import { requestTimeout } from '../options/duration.ts'
import { parseProfile } from '../options/option-values.ts'
import { findObject, parseName } from '../source/find-object.ts'
import { inNewestLayout } from '../source/newest-layout.ts'
import { readByName, readNamed } from '../source/read-named.ts'
import { timeOf } from '../source/world-options.ts'

/** One object, and whoever can say why it is as it is. */
export interface Subject {
  readonly ref: ObjectRef
  readonly reported: KubeObject
  readonly at: string
  /** The conditions that Sitrep decides on it, or would where somebody else says them; none: it is judged by what it reports. */
  readonly types: readonly string[]
  /** Addresses of entries that its spec asks for and nobody has reported on. */
  readonly unanswered: readonly string[]
  readonly explain: (type: string) => Promise<Explanation | undefined>
  /** Who says so: files, a running controller, or what this command could read from the server by itself. */
  readonly witness: 'files' | 'controller' | 'server'
  /** The objects that these name, as far as the witness has them. */
  readonly objectsOf: (refs: readonly ObjectRef[]) => Promise<readonly KubeObject[]>
  readonly families: readonly Family[]
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
    const { openWorld } = await import('../source/open-world.ts')
    const world = await openWorld(call, context)
    const { ref, reported } = findObject(world, call.words)
    return use(subjectIn(world.engine, ref, { reported, at: world.at, families: world.families }))
  }
  parseName(call.words)
  const families = await loadFamilies(context.families)
  const { connection, namespace } = await openCluster(call, context)
  try {
    const discovered = await discover(connection)
    const live = { context, connection, discovered, families }
    const reported = await readNamed(call, { connection, namespace, discovered })
    const api = await findControllerApi(call, context, connection)
    try {
      const asked = api && (await toldByController(api, reported, live))
      const told = asked ?? (await toldByServer(call, reported, live))
      const unanswered = unansweredIn(reported, families)
      return await use({ reported, families, unanswered, at: timeOf(call, context), ...told })
    } finally {
      api?.close()
    }
  } finally {
    connection.close()
  }
}

/** An object of a world that an engine knows as a whole. */
export const subjectIn = (
  engine: Engine,
  ref: ObjectRef,
  seen: Pick<Subject, 'reported' | 'families' | 'at'>,
): Subject => ({
  ...seen,
  unanswered: unansweredIn(seen.reported, seen.families),
  witness: 'files',
  ...toldBy(engine, ref),
})

// Whoever reports on an entry says the first of what is needed, so that is what is missed.
function unansweredIn(object: KubeObject, families: readonly Family[]): readonly string[] {
  const lists = listsOf(families, object)
  const [first] = knowledgeOf(object, families).flatMap(({ needs = [] }) => needs)
  if (first === undefined || lists === undefined) return []
  return meantAddresses(object, first, lists)
    .filter(({ at }) => at !== undefined)
    .map(formatAddress)
    .filter((address) => conditionAt(object, address, lists) === undefined)
}

type Told = Omit<Subject, 'reported' | 'families' | 'at' | 'unanswered'>

/** Nothing where the controller computes nothing for the object. */
async function toldByController(
  api: ControllerApi,
  reported: KubeObject,
  live: Live,
): Promise<Told | undefined> {
  const ref = refOf(reported)
  const status = await api.status(ref)
  if (status === undefined) return undefined
  const computed = inNewestLayout({ ...reported, status })
  return {
    ref,
    types: addressedConditions(computed, listsOf(live.families, reported)).map(formatAddress),
    witness: 'controller',
    explain: (type) => api.explain(ref, type),
    objectsOf: (refs) => readByName(live.connection, live.discovered, refs),
  }
}

const toldBy = (engine: Engine, ref: ObjectRef): Omit<Told, 'witness'> => ({
  ref,
  types: typesOf(engine, ref),
  explain: async (type) => engine.explain(ref, type),
  objectsOf: async (refs) => refs.flatMap((each) => engine.object(each) ?? []),
})

// What another writer says is known beside what it says; of an object that is all another's, what stands there comes first.
function typesOf(engine: Engine, ref: ObjectRef): readonly string[] {
  const claims = engine.claims(ref)
  const compared = engine
    .compared(ref)
    .flatMap(({ at, conditions, decided = [] }) =>
      [...conditions, ...decided].map(({ type }) => formatAddress({ at, type })),
    )
  const all = [...new Set([...claims, ...compared])]
  if (claims.length > 0) return all
  const { lists } = engine.ownership(ref)
  const standing = all.filter((address) => conditionAt(engine.object(ref), address, lists) !== undefined)
  return standing.length > 0 ? standing : all
}

interface Live {
  readonly context: Context
  readonly connection: Connection
  readonly discovered: Discovered
  readonly families: readonly Family[]
}

async function toldByServer(
  call: Call,
  reported: KubeObject,
  { context, connection, families }: Live,
): Promise<Told> {
  const ref = refOf(reported)
  const { catalogOf, spokenIn } = await import('../families/spoken.ts')
  const languages = parseProfile(call.options.profile) ?? (await profilesOf(connection, families))
  const catalog = await catalogOf(spokenIn(call, families, languages))
  if (!catalog.definitions.some(({ kind }) => isChosen(kind, reported)))
    return { ref, types: [], witness: 'server', explain: async () => undefined, objectsOf: async () => [] }
  const { readLiveWorld } = await import('../source/live-world.ts')
  const timeoutMs = requestTimeout(call)
  const { engine } = await readLiveWorld({ connection, catalog, timeoutMs, interrupted: context.interrupted })
  return { witness: 'server', ...toldBy(engine, ref) }
}
