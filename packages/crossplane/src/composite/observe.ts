import { at, fields, groupOf, type KubeObject, list, type ObjectRef, text } from '@sitrep/status'

/** The types of conditions that a composite shows on its claim. */
export const claimConditionTypesOf = ({ status }: KubeObject): readonly string[] =>
  list(at(status, 'claimConditionTypes')).flatMap((type) => text(type) ?? [])

/** The object that a reference leads to, in a namespace or none; nothing where it says too little. */
export function referredObject(reference: unknown, namespace?: string): ObjectRef | undefined {
  const given = fields(reference)
  const [apiVersion, kind, name] = [given['apiVersion'], given['kind'], given['name']].map(text)
  if (apiVersion === undefined || kind === undefined || name === undefined) return undefined
  return { group: groupOf(apiVersion), kind, name, ...(namespace !== undefined && { namespace }) }
}
