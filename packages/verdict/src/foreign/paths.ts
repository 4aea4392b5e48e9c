import { isFields } from './value.ts'
import { labelOf } from './walk.ts'

/** A value that lies at a written path, and where exactly. */
export interface FoundValue {
  readonly path: string
  readonly value: unknown
}

/**
 * All values at a path: keys with dots between; `[]` is every entry of a list, `[name=web]` those entries of which a field
 * is so, and any other text in brackets a key as it stands: `metadata.labels[app.example.com/state]`.
 */
export function valuesAt(root: unknown, path: string): readonly FoundValue[] {
  const steps = path.match(/\[[^\]]*\]|[^.[\]]+/g) ?? []
  return steps.reduce<readonly FoundValue[]>(
    (found, step) => found.flatMap((each) => next(each, step)),
    [{ path: '', value: root }],
  )
}

function next({ path, value }: FoundValue, step: string): readonly FoundValue[] {
  if (!step.startsWith('[')) return keyed(value, step, path === '' ? step : `${path}.${step}`)
  const inner = step.slice(1, -1)
  const [key = '', wanted] = inner.split('=')
  if (inner !== '' && wanted === undefined) return keyed(value, inner, `${path}[${inner}]`)
  if (!Array.isArray(value)) return []
  return value.flatMap((entry, index) =>
    inner === '' || (isFields(entry) && Object.hasOwn(entry, key) && String(entry[key]) === wanted)
      ? [{ path: `${path}[${inner === '' ? labelOf(entry, index) : inner}]`, value: entry }]
      : [],
  )
}

const keyed = (value: unknown, key: string, path: string): readonly FoundValue[] =>
  isFields(value) && Object.hasOwn(value, key) ? [{ path, value: value[key] }] : []
