import type { Catalog, Family } from '@sitrep/status'
import { openCluster } from '../cluster/open-cluster.ts'
import type { Call, Context } from '../command.ts'
import { loadFamilies } from '../families/families.ts'
import { profilesOf } from '../families/profile-of.ts'
import { catalogOf, spokenIn } from '../families/spoken.ts'
import { parsePositive, parseProfile } from '../options/option-values.ts'
import { type ComputedWorld, computeWorld } from './computed-world.ts'
import { readFiles } from './read-files.ts'
import { tellUncomputed } from './uncomputed.ts'
import { lookedIn, timeOf } from './world-options.ts'

/** A world with its time, the namespace that is meant where none is named, and who knows its kinds. */
export interface OpenedWorld extends ComputedWorld {
  readonly at: string
  readonly namespace: string | undefined
  readonly families: readonly Family[]
  readonly catalog: Catalog
}

/** Reads the world that was meant: files where any are named, else the server. */
export async function openWorld(call: Call, context: Context): Promise<OpenedWorld> {
  const named = typeof call.options.namespace === 'string' ? call.options.namespace : undefined
  const families = await loadFamilies(context.families)
  const profile = parseProfile(call.options.profile)
  const paths = call.options.filename as readonly string[] | undefined
  const at = timeOf(call, context)
  if (paths !== undefined) {
    const spoken = profile ?? 'released'
    const catalog = await catalogOf(spokenIn(call, families, spoken))
    const world = computeWorld(await readFiles(paths, context), { catalog, at, looked: lookedIn(call) })
    await tellUncomputed(world, { families, profile: spoken }, context)
    return { ...world, at, namespace: named, families, catalog }
  }
  const { connection, namespace } = await openCluster(call, context)
  try {
    const timeoutMs = parsePositive(call, 'request-timeout', 30) * 1000
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
