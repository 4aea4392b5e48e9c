import type { JsonObject } from '../json/json.ts'
import { quoteGo } from '../json/quote.ts'
import { compareText } from './compare-text.ts'
import type { FieldSet } from './field-set.ts'

/** One entry of `metadata.managedFields`: who owns which fields, in terms of which version. */
export interface Owner {
  readonly manager: string
  readonly operation: 'Apply' | 'Update'
  readonly apiVersion: string
  readonly subresource: string
  readonly time: string | undefined
  readonly fields: FieldSet
  /** The entry as it is stored, while nothing about it has changed. */
  readonly stored?: JsonObject
}

/** The owners of an object by their identity. */
export type Owners = ReadonlyMap<string, Owner>

type Identity = Pick<Owner, 'manager' | 'operation' | 'apiVersion' | 'subresource'>

/** What makes two entries the same one: time and fields never do, and for an applier neither does the version. */
export function ownerId({ manager, operation, apiVersion, subresource }: Identity): string {
  const version = operation === 'Apply' || apiVersion === '' ? '' : `,"apiVersion":${json(apiVersion)}`
  const name = manager === '' ? '' : `"manager":${json(manager)},`
  const part = subresource === '' ? '' : `,"subresource":${json(subresource)}`
  return `{${name}"operation":"${operation}"${version}${part}}`
}

const plain = /^[\w ./:@+-]*$/

function json(text: string): string {
  return plain.test(text) ? `"${text}"` : JSON.stringify(text)
}

/** The owner with other fields. */
export function withFields(owner: Owner, fields: FieldSet): Owner {
  return fields === owner.fields ? owner : rewritten(owner, { fields })
}

/** The owner with something changed, so that its entry has to be written anew. */
export function rewritten(owner: Owner, changes: Partial<Owner>): Owner {
  const { stored: _, ...rest } = owner
  return { ...rest, ...changes }
}

/** An owner as conflicts name it. */
export function ownerText({ manager, operation, apiVersion, subresource }: Identity): string {
  const part = subresource === '' ? '' : ` with subresource ${quoteGo(subresource)}`
  const version = operation === 'Update' ? ` using ${apiVersion}` : ''
  return `${quoteGo(manager)}${part}${version}`
}

/** The order of entries: appliers first, then by time, manager, version and subresource. */
export function compareOwners(a: Owner, b: Owner): number {
  return (
    compareText(a.operation, b.operation) ||
    compareTimes(a.time, b.time) ||
    compareText(a.manager, b.manager) ||
    compareText(a.apiVersion, b.apiVersion) ||
    compareText(a.subresource, b.subresource)
  )
}

/** No time at all counts as the beginning of time. */
export function compareTimes(a: string | undefined, b: string | undefined): number {
  if (a === b) return 0
  return seconds(a) - seconds(b)
}

function seconds(time: string | undefined): number {
  const instant = time === undefined ? 0 : Date.parse(time)
  return Number.isNaN(instant) ? 0 : Math.floor(instant / 1000)
}
