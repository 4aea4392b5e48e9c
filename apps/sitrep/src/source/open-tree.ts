import { type Connection, type Discovered, discover } from '@sitrep/controller/connection'
import { type Family, type KubeObject, kindKey, refKey, refOf } from '@sitrep/status'
import { openCluster } from '../cluster/open-cluster.ts'
import { type Call, CommandError, type Context } from '../command.ts'
import { loadFamilies } from '../families/families.ts'
import type { TreeWorld } from '../tree/build-tree.ts'
import type { ComputedObject } from './computed-world.ts'
import { findObject, parseName } from './find-object.ts'
import { LiveObjects } from './live-objects.ts'
import { readNamed } from './read-named.ts'
import { type Planned, planFor } from './read-plan.ts'

/** An object with everything that may stand in its tree, as of now. */
export interface RootedWorld extends TreeWorld {
  readonly root: ComputedObject
  readonly at: string
}

export interface TreeSource {
  readonly read: () => RootedWorld
  /** Calls back when something changed, until it is stopped; absent where nothing can change. */
  readonly changes?: (onChange: () => void) => { readonly stop: () => Promise<void> }
}

/** Finds the object that was named, with what lies below it, in files or on a server. */
export async function withTreeWorld(
  call: Call,
  context: Context,
  use: (source: TreeSource) => Promise<void>,
): Promise<void> {
  if (call.options.filename !== undefined) {
    if (call.options.watch === true) throw new CommandError(2, 'Files do not change: -w needs a server')
    const { openWorld } = await import('./open-world.ts')
    const world = await openWorld(call, context)
    const root = findObject(world, call.words)
    return use({ read: () => ({ ...world, root }) })
  }
  parseName(call.words)
  const { connection, namespace } = await openCluster(call, context)
  try {
    const families = await loadFamilies(context.families)
    await use(await liveTree(call, { context, connection, namespace, families }))
  } finally {
    connection.close()
  }
}

interface Live {
  readonly context: Context
  readonly connection: Connection
  readonly namespace: string
  readonly families: readonly Family[]
}

const followedIn = (families: readonly Family[]): readonly string[] =>
  families
    .flatMap(({ relations = [] }) => relations)
    .flatMap(({ by }) => (by.way === 'refers' && by.remote === undefined ? [by.path] : []))

async function liveTree(call: Call, live: Live): Promise<TreeSource> {
  const { context, connection, namespace, families } = live
  const discovered = await discover(connection)
  const named = await readNamed(call, { connection, namespace, discovered })
  const objects = new LiveObjects(connection, discovered)
  objects.put(named)
  const plan = [...planFor(named, { discovered, families }), ...eventPlan(named, discovered)]
  await objects.load(plan)
  await objects.chase(followedIn(families))
  return {
    read: () => {
      const all = objects.all.map(asComputed)
      const key = refKey(refOf(named))
      const root = all.find(({ ref }) => refKey(ref) === key) ?? asComputed(named)
      const at = new Date(context.now()).toISOString()
      return { root, objects: all, unread: objects.unread, families, at }
    },
    changes: (onChange) =>
      follow(objects, { connection, onChange, plan: watchedPlan(objects, plan, discovered) }),
  }
}

// Events about what lies in no namespace stand in this one.
const eventPlan = ({ metadata }: KubeObject, discovered: Discovered): readonly Planned[] => {
  const resource = discovered.get({ group: '', kind: 'Event' })
  return resource === undefined ? [] : [{ resource, scope: { namespace: metadata.namespace ?? 'default' } }]
}

// What a server says is what its controllers wrote, with everything that they could see and this command cannot.
const asComputed = (reported: KubeObject): ComputedObject => ({
  ref: refOf(reported),
  reported,
  computed: reported,
  written: reported,
  decided: false,
})

// The kinds of what was found by references are watched where those were found.
function watchedPlan(
  objects: LiveObjects,
  plan: readonly Planned[],
  discovered: Discovered,
): readonly Planned[] {
  const planned = new Set(plan.map(({ resource }) => kindKey(resource)))
  const found = new Map<string, Planned>()
  for (const object of objects.all) {
    const { group, kind, namespace } = refOf(object)
    const resource = discovered.get({ group, kind })
    if (resource === undefined || (planned.has(kindKey(resource)) && plan.every(isUnlabelled))) continue
    const scope = namespace === undefined ? {} : { namespace }
    found.set(`${kindKey(resource)} ${namespace ?? ''}`, { resource, scope })
  }
  return [...plan, ...found.values()]
}

const isUnlabelled = ({ scope }: Planned): boolean => scope.labelSelector === undefined

interface Following {
  readonly connection: Connection
  readonly plan: readonly Planned[]
  readonly onChange: () => void
}

function follow(objects: LiveObjects, { connection, plan, onChange }: Following) {
  let stopping = false
  const starting = import('@sitrep/controller').then(({ realTiming, startReflector }) =>
    stopping
      ? []
      : plan.map(({ resource, scope }) =>
          startReflector({
            connection,
            resource,
            scope,
            timing: realTiming,
            onState: () => {},
            onChanges: (changes) => {
              for (const change of changes) {
                if ('object' in change) objects.put(change.object)
                else objects.remove(resource, change.gone)
              }
              onChange()
            },
          }),
        ),
  )
  return {
    stop: async () => {
      stopping = true
      await Promise.all((await starting).map((reflector) => reflector.stop()))
    },
  }
}
