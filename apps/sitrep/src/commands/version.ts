import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from '../command.ts'
import { jsonOption } from '../options/general-options.ts'
import { parseOutput } from '../options/option-values.ts'

export const version: Command = {
  name: 'version',
  summary: 'Print the version of this program',
  usage: ['version [-o json]'],
  examples: [{ does: 'what is installed', line: 'version' }],
  options: { output: jsonOption },
  async run(call, { print }) {
    const output = parseOutput(call, ['json'])
    const number = programVersion()
    print(
      output === 'json'
        ? JSON.stringify({ version: number, node: process.versions.node })
        : `sitrep ${number} (Node ${process.versions.node})`,
    )
    return 0
  },
}

/** The version of this program, as its package says it. */
export function programVersion(): string {
  const file = join(import.meta.dirname, '..', '..', 'package.json')
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}
