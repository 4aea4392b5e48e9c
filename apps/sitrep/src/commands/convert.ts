import { ConversionError, convert as convertObject, isStage, type Stage, stages } from '@sitrep/cluster-api'
import type { KubeObject } from '@sitrep/status'
import { type Command, CommandError } from '../command.ts'
import { filesOption } from '../general-options.ts'
import { formatJson } from '../output/format-json.ts'
import { parseOutput } from '../program/options.ts'
import { readFiles } from '../source/read-files.ts'

export const convert: Command = {
  name: 'convert',
  summary: 'Convert Cluster API objects between API stages',
  usage: ['convert -f FILE|DIR|- … --to STAGE [--from STAGE] [-o yaml|json]'],
  description: `Stages: ${stages.join(', ')}. Where a conversion would lose or invent something it is refused.`,
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
    const to = stageOf('to', options.to)
    const output = parseOutput(call, ['yaml', 'json'])
    const given = options.from === undefined ? undefined : stageOf('from', options.from)
    const found = await readFiles(paths, context)
    const converted = found.map(({ object, file }) =>
      convertOne(object, { file, to, from: given ?? presentStage(object, to), complain: context.complain }),
    )
    if (output === 'json') context.print(formatJson({ apiVersion: 'v1', kind: 'List', items: converted }))
    else {
      const { formatYaml } = await import('../output/format-yaml.ts')
      context.print(converted.map((object) => formatYaml(object)).join('\n---\n'))
    }
    return 0
  },
}

function stageOf(name: string, text: unknown): Stage {
  if (typeof text === 'string' && isStage(text)) return text
  throw new CommandError(2, `--${name} takes one of ${stages.join(', ')}`)
}

// The version says which stage of a language an object is in; which language it is, the goal says.
function presentStage({ apiVersion }: KubeObject, to: Stage): Stage {
  const [language = 'released'] = to.split('-')
  const stage = `${language}-${apiVersion.split('/').at(-1)}`
  return isStage(stage) ? stage : to
}

interface Conversion {
  readonly file: string
  readonly from: Stage
  readonly to: Stage
  readonly complain: (line: string) => void
}

function convertOne(object: KubeObject, { file, from, to, complain }: Conversion): KubeObject {
  const name = `${file}: ${object.kind} ${object.metadata.name}`
  try {
    const version = object.apiVersion.split('/').at(-1) ?? 'v1beta1'
    return convertObject(object, { from, to, referenceVersion: () => version })
  } catch (error) {
    if (!(error instanceof ConversionError)) throw error
    if (error.code !== 'unknown-kind')
      throw new CommandError(1, `${name}: ${error.message}`, { cause: error })
    // Other kinds may stand beside in the same file.
    complain(`${name} has no stages and is left as it is`)
    return object
  }
}
