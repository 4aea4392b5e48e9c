import type { Looked } from '@sitrep/engine'
import type { Catalog, Family } from '@sitrep/status'
import { clusterOptions, openCluster } from '../cluster/open-cluster.ts'
import { type Call, CommandError, type Context, type OptionDescription } from '../command.ts'
import { loadFamilies } from '../families/families.ts'
import { profilesOf } from '../families/profile-of.ts'
import { catalogOf, spokenIn } from '../families/spoken.ts'
import { filesOption, namespaceOption, wholeOption } from '../options/general-options.ts'
import { parsePositive, parseProfile } from '../options/option-values.ts'
import { type ComputedWorld, computeWorld } from './computed-world.ts'
import { readLiveWorld } from './live-world.ts'
import { readFiles } from './read-files.ts'
import { tellUncomputed } from './uncomputed.ts'

/** The options of commands that look at a whole world, in files or on a server. */
export const worldOptions: Readonly<Record<string, OptionDescription>> = {
  ...clusterOptions,
  filename: filesOption(),
  whole: wholeOption,
  namespace: namespaceOption(),
  at: { type: 'string', value: 'TIME', help: 'As of this time (RFC 3339; default: now; only with -f)' },
  profile: {
    type: 'string',
    value: 'NAME',
    help: 'proposal or released (default: as the cluster is; released for files)',
  },
  'request-timeout': {
    type: 'string',
    value: 'SECONDS',
    help: 'How long to wait for a server to show everything (default 30)',
  },
}

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
    const world = await readLiveWorld({ connection, catalog, timeoutMs, interrupted: context.interrupted })
    return { ...world, at, namespace: named ?? namespace, families, catalog }
  } finally {
    connection.close()
  }
}

/** What counts as read of files: all kinds where they are said to be whole, else those of which they hold an object. */
export const lookedIn = ({ options }: Call): Looked => (options.whole === true ? 'every' : 'found')

/** The time that was meant. */
export function timeOf({ options }: Call, { now }: Pick<Context, 'now'>): string {
  if (options.at === undefined) return new Date(now()).toISOString()
  if (Number.isNaN(Date.parse(String(options.at))))
    throw new CommandError(2, `--at takes an RFC 3339 time, not ${JSON.stringify(options.at)}`)
  return String(options.at)
}
