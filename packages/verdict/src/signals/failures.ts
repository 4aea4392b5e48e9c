import { shown } from '../foreign/text.ts'
import { type Fields, isFields, saysSomething, yesOrNo } from '../foreign/value.ts'
import type { Field } from '../foreign/walk.ts'
import { saysAlreadyThere, tellsBreakdown } from '../lexicon/phrases.ts'
import { readSense } from '../lexicon/read-sense.ts'
import { type Signal, signal } from '../signal.ts'
import { isStateName } from './states.ts'

// Texts and lists that are there only while something is wrong.
const failureKeys: readonly RegExp[] = [
  /^(err|error|errors|failure|failures|problems)$/,
  /^(err|error|fail|failed|failure)(cause|code|desc|description|details?|info|messages?|msg|reason|summary|text|type)$/i,
  /^(?!last)\w+Errors?$/,
]

/** What the fields say that are filled only when something has failed. */
export function failureSignals(fields: readonly Field[]): readonly Signal[] {
  return fields.flatMap((field) => failureSignal(field) ?? breakdownSignal(field) ?? [])
}

function failureSignal({ key, path, value, depth, owner }: Field): Signal | undefined {
  if (
    !failureKeys.some((each) => each.test(key)) ||
    typeof value === 'number' ||
    typeof value === 'boolean' ||
    !saysSomething(value)
  ) {
    return undefined
  }
  const text = failureText(value)
  if (text === '' || succeeded(owner)) return undefined
  return signal({
    path,
    value: text,
    says: `${path.slice('status.'.length)} is ${shown(text)}`,
    sense: 'bad',
    of: depth === 1 ? 'whole' : 'part',
  })
}

// The error of an attempt that was repeated is left over where the state beside it says that all went well.
const succeeded = (owner: Fields): boolean =>
  Object.entries(owner).some(
    ([key, value]) => isStateName(key) && typeof value === 'string' && readSense(value) === 'done',
  )

const tellingKey = /^(reason|message|msg|detail|details|description|statusMessage|statusReason)$/

// A crash loop is told somewhere deep down, beside states that only say that something is awaited.
function breakdownSignal({ key, path, value, depth, owner }: Field): Signal | undefined {
  if (typeof value !== 'string' || !tellingKey.test(key) || !tellsBreakdown(value)) return undefined
  // Where the thing itself is well, that is told of the past.
  if (isWell(owner)) return undefined
  const says = `${path.slice('status.'.length)} is ${shown(value)}`
  return signal({ path, value, says, sense: 'bad', of: depth === 1 ? 'whole' : 'part' })
}

const isWell = (owner: Fields): boolean =>
  Object.entries(owner).some(([key, value]) => {
    if (yesOrNo(value) === true) return /^(ready|healthy|available)$/.test(key)
    const said = isStateName(key) && typeof value === 'string' ? readSense(value) : undefined
    return said === 'good' || said === 'done'
  })

function failureText(value: unknown): string {
  if (typeof value === 'string') return saysNoFailure(value) ? '' : value
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

// What was to be made and is there already has not failed.
const saysNoFailure = (text: string): boolean =>
  /^(none|null|nil|n\/a|ok|0)$/i.test(text) || (saysAlreadyThere(text) && readSense(text, 'prose') !== 'bad')
