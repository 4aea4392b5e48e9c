import { fields, type KubeObject } from '@sitrep/status'
import { PostgresError } from './errors.ts'

/** What a resource wants of its provider. The server has checked it against the schema, so it is taken at its word. */
export const wantedOf = <Parameters>(object: KubeObject): Parameters =>
  fields(fields(object.spec)['forProvider']) as Parameters

/** A field that a resource cannot do without, named by itself or by a reference. */
export function needed(value: string | undefined, field: string): string {
  if (value !== undefined) return value
  throw new PostgresError('incomplete', `Set spec.forProvider.${field} or spec.forProvider.${field}Ref`)
}

/** Rules that keep fields as they were once set: changed, the resource would forget what it made before. */
export const fixed = (...names: readonly string[]): readonly (readonly [rule: string, message: string])[] =>
  names.map((name) => [
    `!has(oldSelf.${name}) || (has(self.${name}) && self.${name} == oldSelf.${name})`,
    `${name} stays as it is; make another resource`,
  ])

/** How a field differs from what is wanted; nothing where it does not, or where it was left open. */
export const difference = <Value>(
  field: string,
  seen: Value,
  wanted: Value | undefined,
): readonly string[] => (wanted === undefined || wanted === seen ? [] : [`${field}: ${seen} -> ${wanted}`])
