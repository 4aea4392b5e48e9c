import type { Json } from './json.ts'
import { JsonSyntaxError } from './json-syntax-error.ts'
import { loadYaml } from './load-yaml.ts'
import { parseJson } from './parse-json.ts'
import { parseYaml } from './parse-yaml.ts'
import type { Parsed, ParseOptions } from './parsed.ts'

/** Work on text that takes time: reading what the platform cannot read, and writing YAML. */
export type TextTask =
  | { readonly kind: 'read-json'; readonly text: string; readonly options: ParseOptions }
  | { readonly kind: 'read-yaml'; readonly text: string }
  | { readonly kind: 'write-yaml'; readonly text: string }

/** What came of it. Plain, so that it can be handed from one thread to another. */
export type TextOutcome =
  | { readonly kind: 'parsed'; readonly value: Json; readonly duplicates: readonly string[] }
  | { readonly kind: 'written'; readonly text: string }
  | { readonly kind: 'broken'; readonly message: string; readonly position: number }

// As Go writes it: sorted, lists not indented, lines not broken.
const yamlForm = {
  version: '1.1',
  aliasDuplicateObjects: false,
  sortMapEntries: true,
  indentSeq: false,
  lineWidth: 0,
} as const

/** Does the work, wherever it is called. What is wrong with the text is an outcome, and so is nesting beyond the stack. */
export function runTextTask(task: TextTask): TextOutcome {
  try {
    if (task.kind === 'write-yaml')
      return {
        kind: 'written',
        text: loadYaml().stringify(parseJson(task.text, { ours: true }).value, yamlForm),
      }
    const { value, duplicates } = readText(task)
    return { kind: 'parsed', value, duplicates }
  } catch (error) {
    if (error instanceof RangeError) return { kind: 'broken', message: nestedTooDeep, position: 0 }
    if (!(error instanceof JsonSyntaxError)) throw error
    return { kind: 'broken', message: error.message, position: error.position }
  }
}

const nestedTooDeep = 'yaml: the text is nested too deep'

function readText(task: Exclude<TextTask, { kind: 'write-yaml' }>): Parsed {
  return task.kind === 'read-yaml' ? parseYaml(task.text) : parseJson(task.text, task.options)
}
