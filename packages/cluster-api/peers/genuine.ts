import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'

/** Says how to get the program when there is none. */
export const howToGetGenuine =
  'the genuine conditions program is not built: run `npm run peers` (needs Go), or name its folder in SITREP_PEERS'

/** The program made of Cluster API's own library, where it was built. */
export function findGenuine(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const cache = join(env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'sitrep', 'peers')
  const program = join(env['SITREP_PEERS'] ?? cache, 'conditions')
  return existsSync(program) ? program : undefined
}

/** What the genuine library answers to each question. */
export async function askGenuine(
  program: string,
  questions: readonly unknown[],
): Promise<readonly unknown[]> {
  const child = spawn(program, ['answer'], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(questions.map((question) => `${JSON.stringify(question)}\n`).join(''))
  const lines = (await text(child.stdout)).trim().split('\n')
  return lines.map((line) => JSON.parse(line))
}

/** What one operation costs the genuine library. */
export interface GenuineCost {
  readonly name: string
  readonly ns: number
  readonly bytes: number
}

/** Measures the genuine library, by the names of the operations. */
export async function measureGenuine(program: string): Promise<ReadonlyMap<string, GenuineCost>> {
  const { stdout } = await promisify(execFile)(program, ['bench'])
  const costs = stdout
    .trim()
    .split('\n')
    .map((line): GenuineCost => JSON.parse(line))
  return new Map(costs.map((cost) => [cost.name, cost]))
}
