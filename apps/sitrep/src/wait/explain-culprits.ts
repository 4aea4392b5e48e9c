import { type Call, CommandError, type Context } from '../command.ts'
import type { Awaited } from './ask-object.ts'
import { type Expression, questionsIn } from './expression.ts'

// More would scroll the first cause off the screen.
const mostExplained = 3

/** Says of what did not come true why it is so, as `sitrep explain` does. */
export async function explainCulprits(
  culprits: readonly Awaited[],
  wanted: Expression,
  { call, context }: { readonly call: Call; readonly context: Context },
): Promise<void> {
  const { explain } = await import('../commands/explain.ts')
  const present = culprits.filter(({ object }) => object !== undefined)
  for (const { object } of present.slice(0, mostExplained)) {
    if (object === undefined) continue
    const { apiVersion, kind, metadata } = object
    const group = apiVersion.includes('/') ? `.${apiVersion.split('/')[0]}` : ''
    const words = [`${kind}${group}/${metadata.name}`]
    // What chose these objects is not for whoever looks at one of them.
    const { filename: _files, selector: _labels, namespace: _home, ...kept } = call.options
    const { namespace } = metadata
    const options = { ...kept, ...(namespace !== undefined && { namespace }) }
    context.print('')
    await explained(typeIn(wanted), (condition) =>
      explain.run({ words, options: { ...options, ...(condition !== undefined && { condition }) } }, context),
    )
  }
  const rest = present.length - mostExplained
  if (rest > 0) context.print(`\nand ${rest} more that did not come true`)
}

// What was waited for is what the reader wants explained, where anybody can.
async function explained(
  type: string | undefined,
  run: (condition: string | undefined) => Promise<unknown>,
): Promise<void> {
  try {
    await run(type)
  } catch (error) {
    if (!(error instanceof CommandError) || type === undefined) throw error
    await run(undefined)
  }
}

function typeIn(wanted: Expression): string | undefined {
  for (const question of questionsIn(wanted)) if (question.ask === 'condition') return question.type
  return undefined
}
