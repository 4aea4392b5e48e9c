import { crds as clusterApiCrds } from '@sitrep/cluster-api'
import type { Command } from '../command.ts'
import { parseProfile } from '../program/options.ts'

export const crds: Command = {
  name: 'crds',
  summary: 'Print the CustomResourceDefinitions with their columns',
  usage: ['crds [--profile proposal|released] [-o yaml|json]'],
  examples: [{ does: 'install them', line: 'crds | kubectl apply --server-side -f -' }],
  options: {
    profile: { type: 'string', value: 'NAME', help: 'proposal (default) or released' },
    output: { type: 'string', short: 'o', value: 'FORMAT', help: 'yaml (default) or json' },
  },
  async run({ options }, { print }) {
    const definitions = clusterApiCrds({ profile: parseProfile(options.profile) ?? 'proposal' })
    if (options.output === 'json')
      print(JSON.stringify({ apiVersion: 'v1', kind: 'List', items: definitions }, undefined, 2))
    else {
      const { stringify } = await import('yaml')
      print(
        definitions
          .map((definition) => stringify(definition, { aliasDuplicateObjects: false, lineWidth: 0 }))
          .join('---\n')
          .trimEnd(),
      )
    }
    return 0
  },
}
