import type { Looked } from '@sitrep/engine'
import type { Family, Profile } from '@sitrep/status'
import { clusterOptions } from '../cluster/open-cluster.ts'
import type { Collected } from '../collect/bundle.ts'
import { type Call, CommandError, type Context, type OptionDescription } from '../command.ts'
import { atOption, filesOption, namespaceOption, wholeOption } from '../options/general-options.ts'
import { parseProfile } from '../options/option-values.ts'

/** The options of commands that look at a whole world, in files or on a server. */
export const worldOptions: Readonly<Record<string, OptionDescription>> = {
  ...clusterOptions,
  filename: filesOption(),
  whole: wholeOption,
  namespace: namespaceOption(),
  at: atOption,
  profile: {
    type: 'string',
    value: 'NAME',
    help: 'proposal or released (default: as the cluster or the bundle is; released for other files)',
  },
}

/** `-A`, where one object is looked for by its name. */
export const anywhereOption: OptionDescription = {
  type: 'boolean',
  short: 'A',
  help: 'Look for the name in all namespaces',
}

/** Which language is spoken in files: the one that was named, else that of the server from which they were collected, else the released one. */
export const languagesIn =
  ({ options }: Call, collected: Collected | undefined): ((family: Family) => Profile) =>
  (family) =>
    parseProfile(options.profile) ?? collected?.profileOf(family) ?? 'released'

/** What counts as read of files: all kinds where they are said to be whole, else those of which they hold an object. */
export const lookedIn = ({ options }: Call): Looked => (options.whole === true ? 'every' : 'found')

/** The time that was meant: the one that was named, else that at which files were collected, else now. */
export function timeOf(
  { options }: Call,
  { now }: Pick<Context, 'now'>,
  collected?: Pick<Collected, 'at'>,
): string {
  if (options.at === undefined) return collected?.at ?? new Date(now()).toISOString()
  if (Number.isNaN(Date.parse(String(options.at))))
    throw new CommandError(2, `--at takes an RFC 3339 time, not ${JSON.stringify(options.at)}`)
  return String(options.at)
}
