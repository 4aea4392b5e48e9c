import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Package } from '../workspace.ts'

/** The TypeScript examples of a package's README, in order. */
export function readmeExamples({ folder }: Package): readonly string[] {
  const readme = join(folder, 'README.md')
  if (!existsSync(readme)) return []
  return [...readFileSync(readme, 'utf8').matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code ?? '')
}
