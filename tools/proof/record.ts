import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, platform } from 'node:os'
import { join } from 'node:path'
import { root } from '../workspace.ts'

/** What was counted, and how many. */
export type Figures = Readonly<Record<string, number | string>>

/** What one run of something measured, where and when. */
export interface Result {
  readonly part: string
  readonly at: string
  readonly machine: {
    readonly cores: number
    readonly processor: string
    readonly system: string
    readonly node: string
    /** How many processes wanted a core when it ended. */
    readonly load: number
  }
  /** The command that measures it again. */
  readonly command: string
  readonly figures: Figures
  /** What the genuine systems needed for the same, measured in the same run. */
  readonly peers?: Figures
}

const file = join(root, 'docs', 'proof', 'results.json')

/** Everything that was recorded, by part. */
export const results = (): readonly Result[] =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as readonly Result[]) : []

/** Prints figures and, with SITREP_RECORD=yes, puts them in the place of those that the part recorded before. */
export function recordResult(part: string, figures: Figures, peers: Figures = {}): void {
  for (const [what, value] of Object.entries(figures)) console.log(`  ${what}: ${value}`)
  if (process.env.SITREP_RECORD !== 'yes') return
  const result: Result = {
    part,
    at: new Date().toISOString(),
    machine: {
      cores: availableParallelism(),
      processor: cpus()[0]?.model.trim() ?? 'unknown',
      system: platform(),
      node: process.versions.node,
      load: Math.round(loadavg()[0] ?? 0),
    },
    command: commandOf(process.argv),
    figures,
    ...(Object.keys(peers).length > 0 && { peers }),
  }
  const all = [...results().filter((each) => each.part !== part), result]
  writeFileSync(
    file,
    `${JSON.stringify(
      all.toSorted((a, b) => (a.part < b.part ? -1 : 1)),
      undefined,
      2,
    )}\n`,
  )
}

const commandOf = ([, script = '', ...args]: readonly string[]): string => {
  const name = /([\w-]+)\.ts$/.exec(script)?.[1] ?? script
  return ['npm run', name, ...(args.length > 0 ? ['--', ...args] : [])].join(' ')
}
