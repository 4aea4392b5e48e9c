import { factGroup } from '@sitrep/engine'
import { type Catalog, type Family, managementCluster } from '@sitrep/status'
import { openCluster } from '../cluster/open-cluster.ts'
import { type Collected, collectedIn } from '../collect/bundle.ts'
import type { Call, Context } from '../command.ts'
import { loadFamilies } from '../families/families.ts'
import { profilesOf } from '../families/profile-of.ts'
import { catalogOf, spokenIn } from '../families/spoken.ts'
import { requestTimeout } from '../options/duration.ts'
import { parseProfile } from '../options/option-values.ts'
import { type ComputedWorld, computeWorld } from './computed-world.ts'
import { readFiles } from './read-files.ts'
import { tellUncomputed } from './uncomputed.ts'
import { languagesIn, lookedIn, timeOf } from './world-options.ts'

/** A world with its time, the namespace that is meant where none is named, and who knows its kinds. */
export interface OpenedWorld extends ComputedWorld {
  readonly at: string
  readonly namespace: string | undefined
  readonly families: readonly Family[]
  readonly catalog: Catalog
  /** How the files were collected, where they are the bundle of a server. */
  readonly collected?: Collected
}

/** Reads the world that was meant: files where any are named, else the server. */
export async function openWorld(call: Call, context: Context): Promise<OpenedWorld> {
  const named = typeof call.options.namespace === 'string' ? call.options.namespace : undefined
  const families = await loadFamilies(context.families)
  const paths = call.options.filename as readonly string[] | undefined
  if (paths !== undefined)
    return { ...(await openFiles(call, context, { paths, families })), namespace: named }
  const profile = parseProfile(call.options.profile)
  const at = timeOf(call, context)
  const { connection, namespace } = await openCluster(call, context)
  try {
    const timeoutMs = requestTimeout(call)
    const languages = profile ?? (await profilesOf(connection, families))
    const catalog = await catalogOf(spokenIn(call, families, languages))
    // The controller is a large part of the program, and files do not need it.
    const { readLiveWorld } = await import('./live-world.ts')
    const world = await readLiveWorld({ connection, catalog, timeoutMs, interrupted: context.interrupted })
    return { ...world, at, namespace: named ?? namespace, families, catalog }
  } finally {
    connection.close()
  }
}

interface Files {
  readonly paths: readonly string[]
  readonly families: readonly Family[]
}

async function openFiles(
  call: Call,
  context: Context,
  { paths, families }: Files,
): Promise<Omit<OpenedWorld, 'namespace'>> {
  const found = await readFiles(paths, context)
  const collected = collectedIn(found.map(({ object }) => object))
  const at = timeOf(call, context, collected)
  const languages = languagesIn(call, collected)
  const catalog = await catalogOf(spokenIn(call, families, languages))
  const world = computeWorld(found, { catalog, at, looked: lookedIn(call) })
  await tellUncomputed(world, { families, languages }, context)
  if (collected === undefined) return { ...world, at, families, catalog }
  return { ...world, objects: reportedIn(world), at, families, catalog, collected }
}

// As on the server from which they were collected: what it says is what its controllers wrote, and what lies in workload clusters is seen
// by those who ask why.
const reportedIn = ({ objects }: ComputedWorld): ComputedWorld['objects'] =>
  objects
    .filter(({ ref }) => (ref.cluster ?? managementCluster) === managementCluster && ref.group !== factGroup)
    .map((each) => ({ ...each, computed: each.reported, written: each.reported }))
