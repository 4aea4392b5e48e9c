import { formatRef, isFields, type KubeObject, refOf, soundMetadata } from '@sitrep/status'

// Schemas of real kinds stay below a hundred; what goes deeper than this would exhaust whoever walks through it.
const mostLevels = 500

/** The object in a form that can be relied on; nothing where there is none. What had to be left out is told in one line. */
export function soundObject(object: KubeObject, onOdd: (line: string) => void): KubeObject | undefined {
  const { metadata, odd } = soundMetadata(object.metadata)
  const sound = metadata === object.metadata ? object : { ...object, metadata }
  const named = formatRef(refOf(sound))
  const deep = tooDeep(sound)
  if (deep !== undefined) {
    onOdd(`${named}: ${deep} is nested more than ${mostLevels} levels deep; the object is left out`)
    return undefined
  }
  const more = [...odd, ...oddStatus(sound.status)]
  if (more.length > 0) onOdd(`${named}: ${listed(more)}; that counts as missing`)
  return sound
}

const mostNamed = 4

const listed = (odd: readonly string[]): string =>
  [...odd.slice(0, mostNamed), ...(odd.length > mostNamed ? [`${odd.length - mostNamed} more`] : [])].join(
    '; ',
  )

function oddStatus(status: unknown): readonly string[] {
  if (status === undefined || status === null) return []
  if (!isFields(status)) return ['status is not a map']
  const { conditions } = status
  if (conditions === undefined || conditions === null) return []
  if (!Array.isArray(conditions)) return isFields(conditions) ? [] : ['status.conditions is not a list']
  return conditions.flatMap((entry, at) => oddCondition(entry, `status.conditions[${at}]`))
}

function oddCondition(entry: unknown, place: string): readonly string[] {
  if (!isFields(entry)) return [`${place} is not a condition`]
  return ['type', 'status', 'reason', 'message', 'lastTransitionTime'].flatMap((name) => {
    const value = entry[name]
    const fine = value === undefined || value === null || typeof value === 'string'
    return fine ? [] : [`${place}.${name} is not a text`]
  })
}

/** The field below which an object goes too deep. Walks without recursion, since that is what depth breaks. */
function tooDeep(object: KubeObject): string | undefined {
  interface Step {
    readonly value: object
    readonly level: number
    readonly path: string
  }
  const waiting: Step[] = [{ value: object, level: 0, path: '' }]
  for (let step = waiting.pop(); step !== undefined; step = waiting.pop()) {
    const { value, level, path } = step
    if (level > mostLevels) return path
    for (const [key, inner] of Object.entries(value)) {
      if (typeof inner !== 'object' || inner === null) continue
      const place = level === 0 ? key : level === 1 ? `${path}.${key}` : path
      waiting.push({ value: inner, level: level + 1, path: place })
    }
  }
  return undefined
}
