import type { KubeObject } from '@sitrep/status'
import { type Call, CommandError, type Context, type ExitCode } from '../command.ts'
import type { Shown } from '../terminal/terminal-text.ts'
import type { Awaited } from './ask-object.ts'
import { type Expression, questionsIn } from './expression.ts'
import { type Holding, heldBy } from './held.ts'

// More would scroll the first cause off the screen.
const mostExplained = 10

/** Says of what did not come true why it is so: a sentence for each, as `sitrep explain` begins, or what holds its deletion. */
export async function explainCulprits(
  culprits: readonly Awaited[],
  wanted: Expression,
  { call, context, families, connection, discovered }: Explaining,
): Promise<void> {
  const present = culprits.flatMap(({ object }) => object ?? [])
  const leaving = questionsIn(wanted).some(({ ask }) => ask === 'deleted')
  for (const object of present.slice(0, mostExplained)) {
    if (leaving) context.print(await heldBy(object, { connection, discovered, families }))
    else for (const line of await sentenceOf(object, wanted, { call, context })) context.print(line)
  }
  const rest = present.length - mostExplained
  if (rest > 0) context.print(`and ${rest} more that did not come true`)
}

export interface Explaining extends Holding {
  readonly call: Call
  readonly context: Context
}

async function sentenceOf(
  { apiVersion, kind, metadata }: KubeObject,
  wanted: Expression,
  { call, context }: Pick<Explaining, 'call' | 'context'>,
): Promise<readonly Shown[]> {
  const { explain } = await import('../commands/explain.ts')
  const group = apiVersion.includes('/') ? `.${apiVersion.split('/')[0]}` : ''
  const words = [`${kind}${group}/${metadata.name}`]
  // What chose these objects is not for whoever looks at one of them.
  const { filename: _files, selector: _labels, namespace: _home, ...kept } = call.options
  const { namespace } = metadata
  const options = { ...kept, ...(namespace !== undefined && { namespace }) }
  const lines: Shown[] = []
  const collecting: Context = { ...context, print: (line) => lines.push(line) }
  await explained(typeIn(wanted), (condition) => {
    lines.length = 0
    return explain.run(
      { words, options: { ...options, ...(condition !== undefined && { condition }) } },
      collecting,
    )
  })
  const end = lines.findIndex((line) => line.length === 0)
  return end === -1 ? lines : lines.slice(0, end)
}

// What was waited for is what the reader wants explained, where anybody can. Where that is well and did not count, as of an older
// generation, the object as a whole tells why: somebody paused it, or something about it is stuck.
async function explained(
  type: string | undefined,
  run: (condition: string | undefined) => Promise<ExitCode>,
): Promise<void> {
  try {
    if ((await run(type)) === 0 && type !== undefined) await run(undefined)
  } catch (error) {
    if (!(error instanceof CommandError) || type === undefined) throw error
    await run(undefined)
  }
}

function typeIn(wanted: Expression): string | undefined {
  for (const question of questionsIn(wanted)) if (question.ask === 'condition') return question.type
  return undefined
}
