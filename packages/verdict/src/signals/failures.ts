import { isFields } from '@sitrep/status'
import { shown } from '../foreign/text.ts'
import { saysSomething } from '../foreign/value.ts'
import type { Field } from '../foreign/walk.ts'
import { type Signal, signal } from '../signal.ts'

// Texts and lists that are there only while something is wrong.
const failureKey =
  /^(error|errors|err|failure|failures|validationErrors|problems)$|^(error|failure)(Reason|Message|Messages|Text|Details|Summary)$|^(?!last)\w+Errors?$/

/** What the fields say that are filled only when something has failed. */
export function failureSignals(fields: readonly Field[]): readonly Signal[] {
  return fields.flatMap((field) => failureSignal(field) ?? [])
}

function failureSignal({ key, path, value, depth }: Field): Signal | undefined {
  if (
    !failureKey.test(key) ||
    typeof value === 'number' ||
    typeof value === 'boolean' ||
    !saysSomething(value)
  ) {
    return undefined
  }
  const text = failureText(value)
  if (text === '') return undefined
  return signal({
    path,
    value: text,
    says: `${path.slice('status.'.length)} is ${shown(text)}`,
    sense: 'bad',
    of: depth === 1 ? 'whole' : 'part',
  })
}

function failureText(value: unknown): string {
  if (typeof value === 'string') return /^(none|null|nil|n\/a|ok|0)$/i.test(value) ? '' : value
  if (Array.isArray(value))
    return value
      .map(failureText)
      .filter((text) => text !== '')
      .slice(0, 3)
      .join('; ')
  if (!isFields(value)) return ''
  // A summary that counts nothing, and a list of numbers, say that there is none.
  if (!Object.values(value).some((each) => saysSomething(each))) return ''
  const said = value['message'] ?? value['reason'] ?? value['error'] ?? value['description']
  return typeof said === 'string' ? said : Object.keys(value).slice(0, 3).join(', ')
}
