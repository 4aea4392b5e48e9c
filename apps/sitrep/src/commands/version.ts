import type { Command } from '../command.ts'
import { parseOutput } from '../program/options.ts'
import { programVersion } from '../program/program-version.ts'

export const version: Command = {
  name: 'version',
  summary: 'Print the version of this program',
  usage: ['version [-o json]'],
  examples: [{ does: 'what is installed', line: 'version' }],
  options: { output: { type: 'string', short: 'o', value: 'json', help: 'Print JSON' } },
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
