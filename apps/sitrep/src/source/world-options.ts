import type { Looked } from '@sitrep/engine'
import { clusterOptions } from '../cluster/open-cluster.ts'
import { type Call, CommandError, type Context, type OptionDescription } from '../command.ts'
import { filesOption, namespaceOption, wholeOption } from '../options/general-options.ts'

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

/** What counts as read of files: all kinds where they are said to be whole, else those of which they hold an object. */
export const lookedIn = ({ options }: Call): Looked => (options.whole === true ? 'every' : 'found')

/** The time that was meant. */
export function timeOf({ options }: Call, { now }: Pick<Context, 'now'>): string {
  if (options.at === undefined) return new Date(now()).toISOString()
  if (Number.isNaN(Date.parse(String(options.at))))
    throw new CommandError(2, `--at takes an RFC 3339 time, not ${JSON.stringify(options.at)}`)
  return String(options.at)
}
