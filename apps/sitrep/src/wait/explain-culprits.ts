import { safeText } from '@sitrep/present'
import { type Family, formatRef, type KubeObject, refOf } from '@sitrep/status'
import { remainingOf } from '../apply/deletion/remaining.ts'
import { type Call, CommandError, type Context } from '../command.ts'
import type { Awaited } from './ask-object.ts'
import { type Expression, questionsIn } from './expression.ts'

// More would scroll the first cause off the screen.
const mostExplained = 10

/** Says of what did not come true why it is so: a sentence for each, as `sitrep explain` begins, or what holds its deletion. */
export async function explainCulprits(
  culprits: readonly Awaited[],
  wanted: Expression,
  { call, context, families }: Explaining,
): Promise<void> {
  const present = culprits.flatMap(({ object }) => object ?? [])
  const leaving = questionsIn(wanted).some(({ ask }) => ask === 'deleted')
  for (const object of present.slice(0, mostExplained)) {
    if (leaving) context.print(safeText(heldWords(object, families)))
    else for (const line of await sentenceOf(object, wanted, { call, context, families })) context.print(line)
  }
  const rest = present.length - mostExplained
  if (rest > 0) context.print(`and ${rest} more that did not come true`)
}

export interface Explaining {
  readonly call: Call
  readonly context: Context
  readonly families: readonly Family[]
}

/** What keeps an object from being gone, as far as it shows. */
export function heldWords(object: KubeObject, families: readonly Family[]): string {
  const title = formatRef(refOf(object))
  const { deletionTimestamp, finalizers = [] } = object.metadata
  if (deletionTimestamp === undefined) return `${title} is not being deleted: nobody has asked for it`
  const { blockers } = remainingOf(object, [], families)
  const told = blockers.length > 0 ? blockers : finalizers.map((finalizer) => `finalizer ${finalizer}`)
  const held = told.map((words) => words.replace(`${title}: `, ''))
  return `${title} has been asked to go since ${deletionTimestamp}, and is held by ${held.join('; ') || 'nothing that shows'}`
}

async function sentenceOf(
  { apiVersion, kind, metadata }: KubeObject,
  wanted: Expression,
  { call, context }: Explaining,
): Promise<readonly string[]> {
  const { explain } = await import('../commands/explain.ts')
  const group = apiVersion.includes('/') ? `.${apiVersion.split('/')[0]}` : ''
  const words = [`${kind}${group}/${metadata.name}`]
  // What chose these objects is not for whoever looks at one of them.
  const { filename: _files, selector: _labels, namespace: _home, ...kept } = call.options
  const { namespace } = metadata
  const options = { ...kept, ...(namespace !== undefined && { namespace }) }
  const lines: string[] = []
  const collecting: Context = { ...context, print: (line) => lines.push(...line.split('\n')) }
  await explained(typeIn(wanted), (condition) =>
    explain.run(
      { words, options: { ...options, ...(condition !== undefined && { condition }) } },
      collecting,
    ),
  )
  const end = lines.indexOf('')
  return end === -1 ? lines : lines.slice(0, end)
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
