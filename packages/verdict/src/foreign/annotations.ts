import { fieldsOf } from './value.ts'

/** The annotations of an object that are texts, as they should all be. */
export function annotationsOf(object: unknown): Readonly<Record<string, string>> {
  const annotations = fieldsOf(fieldsOf(fieldsOf(object)['metadata'])['annotations'])
  return Object.fromEntries(
    Object.entries(annotations).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}
