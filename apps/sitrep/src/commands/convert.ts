import type { KubeObject } from '@sitrep/status'
import { type Command, CommandError } from '../command.ts'
import { type ConvertingFamily, convertingIn } from '../conversion/conversions.ts'
import { filesOption } from '../options/general-options.ts'
import { parseOutput } from '../options/option-values.ts'
import { formatJson } from '../output/format-json.ts'
import { readFiles } from '../source/read-files.ts'

export const convert: Command = {
  name: 'convert',
  summary: 'Convert objects between the stages of their API',
  usage: ['convert -f FILE|DIR|- … --to STAGE [--from STAGE] [-o yaml|json]'],
  describe: async (entries) => {
    const stages = stagesOf(await convertingIn(entries))
    return `Stages: ${stages.join(', ')}. Where a conversion would lose or invent something it is refused.`
  },
  examples: [
    {
      does: 'bring old manifests to the released v1beta2',
      line: 'convert -f old.yaml --from released-v1beta1 --to released-v1beta2',
    },
  ],
  options: {
    filename: filesOption('A file or folder, or - for standard input'),
    from: {
      type: 'string',
      value: 'STAGE',
      help: 'The stage they are in (default: by their apiVersion, in the language of --to)',
    },
    to: { type: 'string', value: 'STAGE', help: 'The stage to convert to' },
    output: { type: 'string', short: 'o', value: 'FORMAT', help: 'yaml (default) or json' },
  },
  async run(call, context) {
    const { options } = call
    const paths = options.filename as readonly string[] | undefined
    if (paths === undefined) throw new CommandError(2, 'Name what to read: sitrep convert -f FILE --to STAGE')
    const families = await convertingIn(context.families)
    const to = stageIn(families, 'to', options.to)
    const output = parseOutput(call, ['yaml', 'json'])
    const from = options.from === undefined ? {} : { from: stageIn(families, 'from', options.from) }
    const found = await readFiles(paths, context)
    const { complain } = context
    const converted = found.map(({ object, file }) =>
      convertOne(object, { families, file, to, ...from, complain }),
    )
    if (output === 'json') context.document(formatJson({ apiVersion: 'v1', kind: 'List', items: converted }))
    else {
      const { formatYaml } = await import('../output/format-yaml.ts')
      context.document(converted.map((object) => formatYaml(object)).join('\n---\n'))
    }
    return 0
  },
}

const stagesOf = (families: readonly ConvertingFamily[]): readonly string[] =>
  families.flatMap(({ conversion }) => conversion.stages)

function stageIn(families: readonly ConvertingFamily[], name: string, text: unknown): string {
  const stages = stagesOf(families)
  const stage = stages.find((candidate) => candidate === text)
  if (stage !== undefined) return stage
  throw new CommandError(2, `--${name} takes one of ${stages.join(', ')}`)
}

interface Converting {
  readonly families: readonly ConvertingFamily[]
  readonly file: string
  readonly from?: string
  readonly to: string
  readonly complain: (line: string) => void
}

function convertOne(object: KubeObject, { families, file, from, to, complain }: Converting): KubeObject {
  const name = `${file}: ${object.kind} ${object.metadata.name}`
  const family = families.find(({ conversion }) => conversion.hasStages(object))
  if (family === undefined) {
    // Other kinds may stand beside in the same file.
    complain(`${name} has no stages and is left as it is`)
    return object
  }
  const version = object.apiVersion.split('/').at(-1) ?? ''
  const converted = family.conversion.convert(object, {
    to,
    ...(from !== undefined && { from }),
    referenceVersion: () => version,
  })
  if ('object' in converted) return converted.object
  throw new CommandError(1, `${name}: ${converted.refused}`)
}
