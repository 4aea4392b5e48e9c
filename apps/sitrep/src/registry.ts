import type { Command } from './command.ts'

/** A command that is loaded when it is called: nobody waits for the modules of another. */
export interface Registered {
  readonly name: string
  readonly summary: string
  readonly load: () => Promise<Command>
  /** For programs, not for people: help does not list it. */
  readonly hidden?: true
}

/** All commands, in the order in which help lists them. */
export const registry: readonly Registered[] = [
  {
    name: 'up',
    summary: 'Start an API server, the controllers and simulated infrastructure',
    load: async () => (await import('./commands/up.ts')).up,
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
    name: 'convert',
    summary: 'Convert Cluster API objects between API stages',
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
    name: '__complete',
    summary: 'Print what could follow on an unfinished command line',
    load: async () => (await import('./commands/complete.ts')).complete,
    hidden: true,
  },
  {
    name: 'version',
    summary: 'Print the version of this program',
    load: async () => (await import('./commands/version.ts')).version,
  },
]

/** The command that was probably meant. */
export function suggestion(typed: string, names: readonly string[]): string | undefined {
  const near = names
    .map((name) => ({ name, distance: distance(typed, name) }))
    .sort((a, b) => a.distance - b.distance)
  const [best] = near
  return best !== undefined && best.distance <= Math.max(1, Math.floor(typed.length / 3))
    ? best.name
    : undefined
}

// Letters to change, add, leave out or swap.
function distance(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const change = (last[j - 1] ?? 0) + (same ? 0 : 1)
      const cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, change)
      row.push(swapped ? Math.min(cost, (beforeLast[j - 2] ?? 0) + 1) : cost)
    }
    beforeLast = last
    last = row
  }
  return last[b.length] ?? 0
}
