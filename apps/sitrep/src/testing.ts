import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Catalog, Family, Profile } from '@sitrep/status'
import { parse, stringify } from 'yaml'
import type { Context, ExitCode } from './command.ts'
import { builtInFamilies, loadFamilies } from './families/families.ts'
import { catalogOf } from './families/spoken.ts'
import { runCommand } from './main.ts'
import { openWriter } from './terminal/terminal-text.ts'

/** All that Sitrep brings along. */
export const families: readonly Family[] = await loadFamilies(builtInFamilies)

/** All that Sitrep brings along, in one language. */
export const catalogIn = (profile: Profile): Promise<Catalog> =>
  catalogOf(families.map((family) => ({ family, profile })))

/** What a command printed and how it ended. */
export interface Ran {
  readonly code: ExitCode
  readonly out: readonly string[]
  readonly err: readonly string[]
}

export interface RunOptions {
  readonly input?: string
  readonly width?: number
  readonly now?: string
  readonly env?: Readonly<Record<string, string>>
  /** Called with every line as it is printed, for tests that answer. */
  readonly onLine?: (line: string) => void
  readonly interrupted?: AbortSignal
  readonly families?: Context['families']
  readonly page?: NonNullable<Context['page']>
}

/** Runs a command line as a person would type it, in a world of its own. */
export async function runLine(line: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const [out, err]: [string[], string[]] = [[], []]
  const context: Context = {
    ...openWriter({
      out: (text) => {
        const line = text.replace(/\n$/, '')
        out.push(...line.split('\n'))
        options.onLine?.(line)
      },
      err: (text) => err.push(text.replace(/\n$/, '')),
      colour: false,
    }),
    paint: (text) => out.push(text),
    readInput: async () => options.input ?? '',
    width: options.width,
    height: options.width === undefined ? undefined : 40,
    colour: false,
    env: options.env ?? {},
    cwd: import.meta.dirname,
    now: () => Date.parse(options.now ?? '2026-01-01T00:00:00Z'),
    interrupted: options.interrupted ?? new AbortController().signal,
    families: options.families ?? builtInFamilies,
    ...(options.page && { page: options.page }),
  }
  const code = await runCommand(line, context)
  return { code, out, err }
}

/** Says in a file that nothing of the management cluster was left out of it. */
export const wholeBundle = JSON.stringify({
  apiVersion: 'sitrep.dev/v1alpha1',
  kind: 'Bundle',
  metadata: { name: 'bundle' },
})

/** The objects of a recorded world as somebody would have them in a file, and the moment they were recorded. */
export function recordedWorld(name: string): { readonly text: string; readonly at: string } {
  const file = join(
    import.meta.dirname,
    '..',
    '..',
    '..',
    'packages',
    'cluster-api',
    'vectors',
    'recorded',
    `${name}.yaml`,
  )
  const { objects, at } = parse(readFileSync(file, 'utf8'), { maxAliasCount: -1 }) as {
    objects: readonly unknown[]
    at: string
  }
  return { text: [...objects.map((object) => stringify(object)), `${wholeBundle}\n`].join('---\n'), at }
}
