import { isatty } from 'node:tty'
import { controllerApiOptions } from '../cluster/controller-api.ts'
import { type Command, CommandError } from '../command.ts'
import { filesOption } from '../options/general-options.ts'
import { worldOptions } from '../source/world-options.ts'

// What a server has is shown while it comes: nobody waits for all of it.
const { 'request-timeout': _timeout, ...options } = worldOptions

export const ui: Command = {
  name: 'ui',
  summary: 'Look at everything on a full screen that stays up to date',
  usage: ['ui [-n NAMESPACE | -A] [-f FILE|DIR …]'],
  description: [
    'Shows what leads in each family, the worst first, each with its first cause; Enter goes on to the tree of an object and from there to why it is so.',
    'What changes is shown at once. ? lists the keys; those of k9s do what they do there. Nothing is ever written to the cluster.',
  ].join('\n'),
  examples: [
    { does: 'everything that the cluster has', line: 'ui' },
    { does: 'one namespace', line: 'ui -n fleet' },
    { does: 'a support bundle', line: 'ui -f bundle/' },
  ],
  settings: true,
  options: {
    ...options,
    filename: filesOption('Read a file or folder instead of a server'),
    ...controllerApiOptions,
    namespace: {
      type: 'string',
      short: 'n',
      value: 'NAME',
      help: 'List only what is in this namespace (default: in all)',
    },
    'all-namespaces': { type: 'boolean', short: 'A', help: 'In all namespaces (as it is anyway)' },
  },
  async run(call, context) {
    if (call.words.length > 0)
      throw new CommandError(2, 'sitrep ui takes no names: choose on the screen, or use sitrep describe')
    if (context.width === undefined || !isatty(0))
      throw new CommandError(2, 'sitrep ui needs a terminal; sitrep trouble prints the same to a pipe')
    const files = call.options.filename as readonly string[] | undefined
    if (files?.includes('-') === true)
      throw new CommandError(2, 'sitrep ui hears keys on its input: name a file instead of -')
    const source =
      files === undefined
        ? await (await import('../ui/world/live-source.ts')).openLiveSource(call, context)
        : await (await import('../ui/world/file-source.ts')).openFileSource(call, context)
    // Else React loads what authors of components want to know, which takes longer and keeps a record of every drawing.
    process.env['NODE_ENV'] ??= 'production'
    const { runView } = await import('../ui/run-view.ts')
    return runView(source, call, context)
  },
}
