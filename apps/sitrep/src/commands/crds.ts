import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { WebhookClientConfig } from '@sitrep/status'
import { type Call, type Command, CommandError, type Context } from '../command.ts'
import { crdsOf, familiesIn, spokenIn } from '../families/spoken.ts'
import { parseOutput, parseProfile } from '../options/option-values.ts'
import { formatJson } from '../output/format-json.ts'

export const crds: Command = {
  name: 'crds',
  summary: 'Print the CustomResourceDefinitions with their columns',
  usage: [
    'crds [--profile proposal|released] [--stage STAGE] [--families A,B] [--webhook-service NAMESPACE/NAME --ca FILE] [-o yaml|json]',
  ],
  description:
    'Without a webhook only v1beta2 of Cluster API is served: an API server alone cannot convert. sitrep run --webhook-port is such a webhook.',
  examples: [
    { does: 'install them', line: 'crds | kubectl apply --server-side -f -' },
    { does: 'those of Cluster API alone', line: 'crds --families cluster-api' },
    { does: 'as they are once v1beta1 is gone', line: 'crds --families cluster-api --stage end' },
    {
      does: 'serve v1beta1 too, converted by the sitrep that runs in the cluster',
      line: 'crds --webhook-service sitrep-system/sitrep --ca ca.crt | kubectl apply --server-side -f -',
    },
  ],
  settings: 'crds',
  options: {
    profile: { type: 'string', value: 'NAME', help: 'proposal (default) or released' },
    families: { type: 'string', value: 'A,B', help: 'Only these families' },
    'webhook-service': {
      type: 'string',
      value: 'NAMESPACE/NAME',
      help: 'The Service in front of sitrep run --webhook-port: it converts, and v1beta1 is served too',
    },
    ca: {
      type: 'string',
      value: 'FILE',
      help: 'The authority (PEM) that signed the certificate of the webhook',
    },
    output: { type: 'string', short: 'o', value: 'FORMAT', help: 'yaml (default) or json' },
  },
  async run(call, context) {
    const { document, cwd } = context
    const { options } = call
    const output = parseOutput(call, ['yaml', 'json'])
    const conversion = parseConversion(options, cwd)
    const families = await familiesIn(call, context)
    const spoken = spokenIn(call, families, parseProfile(options.profile) ?? 'proposal')
    const definitions = await crdsOf(spoken, conversion)
    if (output === 'json') document(formatJson({ apiVersion: 'v1', kind: 'List', items: definitions }))
    else {
      const { formatYaml } = await import('../output/format-yaml.ts')
      document(definitions.map((definition) => formatYaml(definition)).join('\n---\n'))
    }
    return 0
  },
}

function parseConversion(options: Call['options'], cwd: Context['cwd']): WebhookClientConfig | undefined {
  const { 'webhook-service': service, ca } = options
  if (service === undefined && ca === undefined) return undefined
  const [namespace = '', name = '', ...rest] = String(service ?? '').split('/')
  if (namespace === '' || name === '' || rest.length > 0)
    throw new CommandError(2, '--webhook-service takes NAMESPACE/NAME')
  if (ca === undefined)
    throw new CommandError(2, '--webhook-service needs --ca: without it no API server trusts the webhook')
  return { service: { namespace, name, path: '/convert' }, caBundle: readAuthority(resolve(cwd, String(ca))) }
}

function readAuthority(file: string): string {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new CommandError(2, `--ca ${file} cannot be read: ${why}`, { cause })
  }
  if (!text.includes('-----BEGIN CERTIFICATE-----'))
    throw new CommandError(2, `--ca ${file} is no PEM certificate`)
  return Buffer.from(text).toString('base64')
}
