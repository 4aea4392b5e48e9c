import { isCanonicalTime } from '../../schema/formats/dates.ts'

const rfc3339 = /^(\d{4}-\d\d-\d\d)[Tt](\d\d:\d\d:\d\d)(?:[.,](\d+))?([Zz]|[+-]\d\d:\d\d)$/

/** RFC 3339 to whole seconds in UTC, as `metav1.Time` is written. Text that is no time stays as it is. */
export function canonicalTime(text: string): string {
  if (isCanonicalTime(text)) return text
  const found = rfc3339.exec(text)
  if (found === null) return text
  return inUtc(found)?.slice(0, 19).concat('Z') ?? text
}

/** RFC 3339 with six digits of fraction in UTC, as `metav1.MicroTime` is written. Text that is no time stays as it is. */
export function canonicalMicroTime(text: string): string {
  const found = rfc3339.exec(text)
  if (found === null) return text
  const utc = inUtc(found)
  if (utc === undefined) return text
  const fraction = (found[3] ?? '').padEnd(6, '0').slice(0, 6)
  return `${utc.slice(0, 19)}.${fraction}Z`
}

function inUtc([, date = '', time = '', , zone = 'Z']: RegExpExecArray): string | undefined {
  const instant = Date.parse(`${date}T${time}${zone.toUpperCase()}`)
  if (Number.isNaN(instant)) return undefined
  return new Date(instant).toISOString()
}
