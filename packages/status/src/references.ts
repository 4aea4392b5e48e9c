/** All values at a path such as `spec.rules[].backendRefs[]`; what is not there or of another shape gives none. */
export function valuesAt(object: unknown, path: string): readonly unknown[] {
  let values: readonly unknown[] = [object]
  for (const step of path.split('.')) {
    const [name = '', every] = step.split('[')
    values = values.flatMap((value) => {
      if (typeof value !== 'object' || value === null) return []
      const found = (value as Readonly<Record<string, unknown>>)[name]
      if (every !== undefined) return Array.isArray(found) ? found : []
      return found === undefined || found === null ? [] : [found]
    })
  }
  return values
}

/** A reference to an object, as far as its writer spelled it out. */
export interface Reference {
  readonly group?: string
  readonly kind?: string
  readonly namespace?: string
  readonly name: string
  readonly part?: string
}

/** Reads a reference in any of the forms in use: apiVersion or group or apiGroup, a section, or a bare name. */
export function parseReference(value: unknown): Reference | undefined {
  if (typeof value === 'string') return { name: value }
  if (typeof value !== 'object' || value === null) return undefined
  const fields = value as Readonly<Record<string, unknown>>
  const text = (key: string): string | undefined => {
    const found = fields[key]
    return typeof found === 'string' && found !== '' ? found : undefined
  }
  // What is used or guarded may be named by a reference of its own, beside its kind.
  const nested = valuesAt(value, 'resourceRef.name').find((each) => typeof each === 'string' && each !== '')
  const name = text('name') ?? (nested as string | undefined)
  if (name === undefined) return undefined
  const apiVersion = text('apiVersion')
  const version = apiVersion?.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : apiVersion && ''
  const group = text('group') ?? text('apiGroup') ?? version
  const [kind, namespace, part] = [text('kind'), text('namespace'), text('sectionName')]
  return {
    name,
    ...(group !== undefined && { group }),
    ...(kind !== undefined && { kind }),
    ...(namespace !== undefined && { namespace }),
    ...(part !== undefined && { part }),
  }
}
