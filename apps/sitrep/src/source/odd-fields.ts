import { isFields, type KubeObject, type OpenApi } from '@sitrep/status'

const nouns: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  integer: 'a whole number',
  number: 'a number',
  object: 'a map',
  string: 'a text',
}

/** The fields of an object in which something else stands than its schema says: `spec.replicas is a text and not a whole number`. */
export function oddFields(object: KubeObject, schema: OpenApi): readonly string[] {
  const odd: string[] = []
  look(object, schema, '')
  return odd

  function look(value: unknown, { properties = {}, ...node }: OpenApi, path: string): void {
    if (value === undefined || node['x-kubernetes-int-or-string'] === true) return
    const { type = '', items, additionalProperties } = node
    if (type !== '' && !isOfType(value, type)) {
      odd.push(`${path} is ${nounOf(value)} and not ${nouns[type] ?? type}`)
      return
    }
    const entry = items ?? additionalProperties
    if (Array.isArray(value)) {
      for (const [at, inner] of value.entries()) if (entry) look(inner, entry, `${path}[${at}]`)
    } else if (isFields(value)) {
      for (const [key, inner] of Object.entries(value)) {
        const below = Object.hasOwn(properties, key) ? properties[key] : additionalProperties
        if (below) look(inner, below, path === '' ? key : `${path}.${key}`)
      }
    }
  }
}

function isOfType(value: unknown, type: string): boolean {
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isFields(value)
  return type === 'integer' ? Number.isInteger(value) : typeof value === type
}

function nounOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  return nouns[typeof value] ?? typeof value
}
