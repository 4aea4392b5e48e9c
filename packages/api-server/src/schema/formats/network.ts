import { parseIp } from './ip.ts'

const leadingZeros = /(^|[.:])0+(?=\d+(\.|$))/g

/** Leading zeros are tolerated here, as they were before Go 1.17. */
export function isIpv4(text: string): boolean {
  return text.includes('.') && parseIp(text.replace(leadingZeros, '$1')) !== undefined
}

export function isIpv6(text: string): boolean {
  return text.includes(':') && parseIp(text) !== undefined
}

export function isCidr(text: string): boolean {
  const slash = text.indexOf('/')
  if (slash < 0) return false
  const address = parseIp(text.slice(0, slash).replace(leadingZeros, '$1'))
  const length = text.slice(slash + 1)
  return address !== undefined && /^\d{1,3}$/.test(length) && Number(length) <= address.bytes.length * 8
}

const macs = [
  /^[0-9a-fA-F]{2}(:[0-9a-fA-F]{2})+$/,
  /^[0-9a-fA-F]{2}(-[0-9a-fA-F]{2})+$/,
  /^[0-9a-fA-F]{4}(\.[0-9a-fA-F]{4})+$/,
  /^[0-9a-fA-F]+$/,
]
const macDigits = [12, 16, 40]

/** A hardware address of 6, 8 or 20 bytes in one of the usual spellings. */
export function isMac(text: string): boolean {
  const digits = text.replace(/[^0-9a-fA-F]/g, '').length
  return macDigits.includes(digits) && macs.some((pattern) => pattern.test(text))
}
