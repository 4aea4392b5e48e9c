// What `kubectl wait --for=condition=Ready` does with one object, by its reference.

type Fields = Readonly<Record<string, unknown>>

const fields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}

/** It is met, or it waits until its time is up. */
export function kubectlWaits(object: unknown): string {
  if (unreadable(object)) return 'error'
  const { metadata, status } = fields(object)
  const { generation } = fields(metadata)
  const { conditions, observedGeneration } = fields(status)
  const ready = (Array.isArray(conditions) ? conditions.map(fields) : []).find(
    ({ type }) => String(type).toLowerCase() === 'ready',
  )
  const old = [observedGeneration, ready?.['observedGeneration']].some(
    (seen) => typeof seen === 'number' && typeof generation === 'number' && seen < generation,
  )
  return !old && String(ready?.['status']).toLowerCase() === 'true' ? 'met' : 'waits'
}

// What has not the shape of an object is refused before any rule is asked.
function unreadable(object: unknown): boolean {
  const { kind, status } = fields(object)
  const isMap =
    status === undefined || (typeof status === 'object' && status !== null && !Array.isArray(status))
  const conditions = fields(status)['conditions']
  return typeof kind !== 'string' || !isMap || (conditions !== undefined && !Array.isArray(conditions))
}
