import { join, relative } from 'node:path'
import { runCommand } from '../run-command.ts'
import { type Package, root } from '../workspace.ts'

/** Packs built packages, all in one run of npm, and gives back where their tarballs lie. */
export async function pack(all: readonly Package[], into: string): Promise<readonly string[]> {
  const members = all.flatMap(({ folder }) => ['--workspace', relative(root, folder)])
  const flags = ['--json', '--silent', '--pack-destination', into]
  const { code, output } = await runCommand('npm', ['pack', ...flags, ...members])
  if (code !== 0) throw new Error(`npm pack failed\n${output}`)
  const answer: unknown = JSON.parse(output.slice(output.search(/[[{]\n/)))
  const packed = Object.values(answer as Readonly<Record<string, { readonly filename: string }>>)
  return packed.map(({ filename }) => join(into, filename))
}
