import type { Command } from './command.ts'

/** A command that is loaded when it is called: nobody waits for the modules of another. */
export interface Registered {
  readonly name: string
  readonly summary: string
  readonly load: () => Promise<Command>
}

/** All commands, in the order in which help lists them. */
export const registry: readonly Registered[] = [
  {
    name: 'up',
    summary: 'Start an API server, the controllers and simulated infrastructure',
    load: async () => (await import('./commands/up.ts')).up,
  },
  {
    name: 'trouble',
    summary: 'Say what is wrong anywhere, each with its first cause',
    load: async () => (await import('./commands/trouble.ts')).trouble,
  },
  {
    name: 'ui',
    summary: 'Look at everything on a full screen that stays up to date',
    load: async () => (await import('./commands/ui.ts')).ui,
  },
  {
    name: 'view',
    summary: 'Open the dashboard over a bundle or files; no cluster needed',
    load: async () => (await import('./commands/view.ts')).view,
  },
  {
    name: 'get',
    summary: 'Print objects as a table',
    load: async () => (await import('./commands/get.ts')).get,
  },
  {
    name: 'describe',
    summary: 'Show an object and everything below it, with conditions',
    load: async () => (await import('./commands/describe.ts')).describe,
  },
  {
    name: 'explain',
    summary: 'Say why an object is as it is',
    load: async () => (await import('./commands/explain.ts')).explain,
  },
  {
    name: 'apply',
    summary: 'Apply objects from files and follow clusters until they are ready',
    load: async () => (await import('./commands/apply.ts')).apply,
  },
  {
    name: 'delete',
    summary: 'Delete objects and follow them until they are gone',
    load: async () => (await import('./commands/delete.ts')).deleteCommand,
  },
  {
    name: 'wait',
    summary: 'Wait until something holds, and say why when it does not',
    load: async () => (await import('./commands/wait.ts')).wait,
  },
  {
    name: 'status',
    summary: 'Compute the status of objects in files; no cluster needed',
    load: async () => (await import('./commands/status.ts')).status,
  },
  {
    name: 'collect',
    summary: 'Make a bundle of a cluster that every command reads with -f',
    load: async () => (await import('./commands/collect.ts')).collect,
  },
  {
    name: 'history',
    summary: 'Tell what changed, when, and for how long',
    load: async () => (await import('./commands/history.ts')).history,
  },
  {
    name: 'lint',
    summary: 'Check whether conditions and definitions keep the conventions',
    load: async () => (await import('./commands/lint.ts')).lint,
  },
  {
    name: 'run',
    summary: 'Run the controllers against a cluster: observe, or write',
    load: async () => (await import('./commands/run.ts')).run,
  },
  {
    name: 'store',
    summary: 'Check, repair, back up or restore what sitrep up keeps',
    load: async () => (await import('./commands/store.ts')).store,
  },
  {
    name: 'data-plane',
    summary: 'Carry the traffic of Gateways, as one of several replicas',
    load: async () => (await import('./commands/data-plane.ts')).dataPlane,
  },
  {
    name: 'convert',
    summary: 'Convert objects between the stages of their API',
    load: async () => (await import('./commands/convert.ts')).convert,
  },
  {
    name: 'crds',
    summary: 'Print the CustomResourceDefinitions with their columns',
    load: async () => (await import('./commands/crds.ts')).crds,
  },
  {
    name: 'completion',
    summary: 'Print a script that completes commands, options, kinds and names',
    load: async () => (await import('./commands/completion.ts')).completion,
  },
  {
    name: 'version',
    summary: 'Print the version of this program',
    load: async () => (await import('./commands/version.ts')).version,
  },
]
