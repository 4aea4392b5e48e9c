import { compareBytes } from './byte-order.ts'
import type { Condition, ConditionStatus } from './condition.ts'
import type { ConditionedObject } from './source.ts'

const form = /^([^=]*)=(\S*)(?: ([^:\s]*))?(?:: ([\s\S]*))?$/

/** One condition from `Type=Status Reason: message`; reason and message may be left out. */
export function one(text: string, extra: Partial<Condition> = {}): Condition {
  const match = form.exec(text)
  if (match === null) throw new TypeError(`not a condition: ${text}`)
  const [, type = '', status = '', reason = '', message = ''] = match
  return { type, status: status as ConditionStatus, reason, message, ...extra }
}

/** A list of conditions from their short forms. */
export function many(...texts: readonly string[]): readonly Condition[] {
  return texts.map((text) => one(text))
}

/** A condition in its short form. */
export function told({ type, status, reason, message }: Condition): string {
  return `${type}=${status}${reason && ` ${reason}`}${message && `: ${message}`}`
}

/** The types of a list, as one line. */
export function typesOf(list: readonly { readonly type: string }[]): string {
  return list.map(({ type }) => type).join(' ')
}

/** An order that somebody may ask for, of either model. */
export function byType(a: { readonly type: string }, b: { readonly type: string }): number {
  return compareBytes(a.type, b.type)
}

/** An object of a kind with a name from `Kind/name` and conditions in their short forms. */
export function object(ref: string, ...texts: readonly string[]): ConditionedObject {
  const [kind = '', name = ''] = ref.split('/')
  return { kind, name, conditions: many(...texts) }
}

/** Freezes all the way down, so that whoever writes into it fails loudly. */
export function frozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) {
    for (const part of Object.values(value)) frozen(part)
    Object.freeze(value)
  }
  return value
}
