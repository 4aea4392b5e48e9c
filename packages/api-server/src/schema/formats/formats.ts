import { isDate, isDateTime, isDuration } from './dates.ts'
import { isEmail } from './email.ts'
import { isCidr, isIpv4, isIpv6, isMac } from './network.ts'
import { isCreditCard, isIsbn10, isIsbn13, isSsn } from './numbers.ts'
import { isRequestUri } from './uri.ts'

type Check = (text: string) => boolean

const matching =
  (pattern: RegExp): Check =>
  (text) =>
    pattern.test(text)

const label = '[a-z0-9]([-a-z0-9]*[a-z0-9])?'
const shortName = new RegExp(`^${label}$`)
const longName = new RegExp(`^${label}(\\.${label})*$`)
const hostname =
  /^([a-zA-Z0-9\p{S}\p{L}]((-?[a-zA-Z0-9\p{S}\p{L}]{0,62})?)|([a-zA-Z0-9\p{S}\p{L}](([a-zA-Z0-9\-\p{S}\p{L}]{0,61}[a-zA-Z0-9\p{S}\p{L}])?)(\.)){1,}([a-zA-Z\p{L}]){2,63})$/u

/**
 * The string formats that kube-apiserver 1.36 enforces, by their name without dashes. Facts from
 * k8s.io/apiextensions-apiserver pkg/apiserver/validation/formats.go and k8s.io/kube-openapi pkg/validation/strfmt.
 */
const checks: ReadonlyMap<string, Check> = new Map<string, Check>([
  ['bsonobjectid', matching(/^[0-9a-fA-F]{24}$/)],
  ['uri', isRequestUri],
  ['email', isEmail],
  ['hostname', isHostname],
  ['ipv4', isIpv4],
  ['ipv6', isIpv6],
  ['cidr', isCidr],
  ['mac', isMac],
  ['uuid', matching(/^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i)],
  ['uuid3', matching(/^[0-9a-f]{8}-?[0-9a-f]{4}-?3[0-9a-f]{3}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i)],
  ['uuid4', matching(/^[0-9a-f]{8}-?[0-9a-f]{4}-?4[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$/i)],
  ['uuid5', matching(/^[0-9a-f]{8}-?[0-9a-f]{4}-?5[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$/i)],
  ['isbn', (text) => isIsbn10(text) || isIsbn13(text)],
  ['isbn10', isIsbn10],
  ['isbn13', isIsbn13],
  ['creditcard', isCreditCard],
  ['ssn', isSsn],
  ['hexcolor', matching(/^#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/)],
  ['rgbcolor', isRgbColor],
  ['byte', matching(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$/)],
  ['password', () => true],
  ['date', isDate],
  ['duration', isDuration],
  ['datetime', isDateTime],
  ['k8sshortname', (text) => text.length <= 63 && shortName.test(text)],
  ['k8slongname', (text) => text.length <= 253 && longName.test(text)],
])

const numeric: Readonly<Record<string, readonly string[]>> = {
  integer: ['int32', 'int64'],
  number: ['float', 'double'],
}

/** The format if values of these types are checked against it, else ''. A format never seen is no error: it informs. */
export function enforcedFormat(types: readonly string[], format: string | undefined): string {
  if (format === undefined || format === '') return ''
  return recognizedFormat(types.length === 1 ? (types[0] ?? '') : '', format) ? format : ''
}

/** Whether a format means something for values of the type; '' stands for no type or several. */
export function recognizedFormat(type: string, format: string): boolean {
  if (type === '' || type === 'string') return checks.has(plain(format))
  return numeric[type]?.includes(format) ?? false
}

/** Whether the text has the format. A format that is not enforced accepts everything. */
export function hasFormat(text: string, format: string): boolean {
  return checks.get(plain(format))?.(text) ?? true
}

function plain(format: string): string {
  return format.replaceAll('-', '')
}

function isHostname(text: string): boolean {
  const short =
    Buffer.byteLength(text) <= 255 && text.split('.').every((part) => Buffer.byteLength(part) <= 63)
  return short && hostname.test(text)
}

function isRgbColor(text: string): boolean {
  const value = String.raw`(0|[1-9]\d?|1\d\d?|2[0-4]\d|25[0-5])`
  return new RegExp(String.raw`^rgb\(\s*${value}\s*,\s*${value}\s*,\s*${value}\s*\)$`).test(text)
}
