import { ControllerError } from '@sitrep/controller/connection'
import { type Call, CommandError, type Context } from '../command.ts'
import { explain } from '../commands/explain.ts'
import type { Shown } from '../terminal/terminal-text.ts'
import type { Subject } from './show/event.ts'

/** The lines that `sitrep explain` would print about an object now; none where it has nothing to say or cannot look. */
export async function explanationOf(
  { apiVersion, kind, namespace, name }: Subject,
  call: Call,
  context: Context,
): Promise<readonly Shown[]> {
  const lines: Shown[] = []
  const { kubeconfig, context: chosen, api, data } = call.options
  const group = apiVersion.includes('/') ? `.${apiVersion.split('/')[0]}` : ''
  const options = { kubeconfig, context: chosen, namespace, api, data }
  const collecting: Context = {
    ...context,
    print: (line) => lines.push(line),
    complain: () => {},
    // The person has waited long enough to be told why, also where stopping was what ended the wait.
    interrupted: new AbortController().signal,
  }
  try {
    await explain.run({ words: [`${kind.toLowerCase()}${group}/${name}`], options }, collecting)
  } catch (error) {
    if (!(error instanceof CommandError) && !(error instanceof ControllerError)) throw error
    return []
  }
  return lines
}
