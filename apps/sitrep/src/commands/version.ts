import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from '../command.ts'

export const version: Command = {
  name: 'version',
  summary: 'Print the version of this program',
  usage: ['version [-o json]'],
  examples: [{ does: 'what is installed', line: 'version' }],
  options: { output: { type: 'string', short: 'o', value: 'json', help: 'Print JSON' } },
  async run({ options }, { print }) {
    const { version: number } = JSON.parse(
      readFileSync(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8'),
    ) as { version: string }
    print(
      options.output === 'json'
        ? JSON.stringify({ version: number, node: process.versions.node })
        : `sitrep ${number} (Node ${process.versions.node})`,
    )
    return 0
  },
}
