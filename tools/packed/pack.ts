import { join } from 'node:path'
import { runCommand } from '../run-command.ts'
import type { Package } from '../workspace.ts'

/** Packs a built package and gives back where its tarball lies. */
export async function pack({ folder }: Package, into: string): Promise<string> {
  const { code, output } = await runCommand(
    'npm',
    ['pack', '--json', '--silent', '--pack-destination', into],
    { cwd: folder },
  )
  if (code !== 0) throw new Error(`npm pack failed in ${folder}\n${output}`)
  const answer = JSON.parse(output.slice(output.search(/[[{]\n/)))
  const [packed] = Array.isArray(answer) ? answer : Object.values<{ filename: string }>(answer)
  return join(into, packed.filename)
}
