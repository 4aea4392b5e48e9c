import type { Instant } from '@sitrep/conditions'
import {
  bitString,
  type DerElement,
  derElement,
  derElements,
  derInside,
  generalizedTime,
  integer,
  octetString,
  sameBytes,
  sequence,
  utcTime,
} from './der.ts'

/** What is looked at in a certificate. */
export interface X509 {
  readonly notAfter: Instant
  /** The public key, as its algorithm lays it out. */
  readonly publicKey: Uint8Array
}

/** Reads a certificate; nothing for what has not the structure of one. Signatures are not verified. */
export function readX509(bytes: Uint8Array): X509 | undefined {
  const outer = derInside(derElement(bytes, sequence), sequence)
  const [signed, algorithm, signature] = outer ?? []
  if (algorithm?.tag !== sequence || signature?.tag !== bitString) return undefined
  // A version, marked as [0], may stand before the serial number.
  const parts = derInside(signed, sequence)?.filter(({ tag }) => tag !== 0xa0)
  const [serial, , , validity, , keyInfo] = parts ?? []
  const [, notAfter] = derInside(validity, sequence) ?? []
  const end = timeOf(notAfter)
  const publicKey = keyBits(keyInfo)
  if (serial?.tag !== integer || end === undefined || publicKey === undefined) return undefined
  return { notAfter: end, publicKey }
}

function keyBits(keyInfo: DerElement | undefined): Uint8Array | undefined {
  const [algorithm, key] = derInside(keyInfo, sequence) ?? []
  return algorithm?.tag === sequence && key?.tag === bitString ? key.contents.subarray(1) : undefined
}

function timeOf(element: DerElement | undefined): Instant | undefined {
  if (element === undefined) return undefined
  // No time is longer, and what is much longer ends the stack.
  const text = String.fromCharCode(...element.contents.subarray(0, 32))
  const short = element.tag === utcTime
  if (!short && element.tag !== generalizedTime) return undefined
  const match = (
    short ? /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/ : /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/
  ).exec(text)
  if (match === null) return undefined
  const [, year = '', month, day, hour, minute, second] = match
  // Two digits of a year mean 1950 to 2049.
  const whole = short ? `${Number(year) < 50 ? '20' : '19'}${year}` : year
  return `${whole}-${month}-${day}T${hour}:${minute}:${second}Z`
}

/** What is known of a private key: that it is one, and its public part where it carries that. */
export interface PrivateKey {
  readonly belongsTo: (publicKey: Uint8Array) => boolean
}

/** Reads a private key of PKCS #8, PKCS #1 or SEC 1; nothing for what is none of them. */
export function readPrivateKey(label: string, bytes: Uint8Array): PrivateKey | undefined {
  const parts = derInside(derElement(bytes, sequence), sequence)
  if (parts === undefined || parts[0]?.tag !== integer) return undefined
  switch (label) {
    case 'RSA PRIVATE KEY':
      return rsaKey(parts)
    case 'EC PRIVATE KEY':
      return ellipticKey(parts)
    case 'PRIVATE KEY':
      return wrappedKey(parts)
    default:
      return undefined
  }
}

function wrappedKey([, algorithm, inner]: readonly DerElement[]): PrivateKey | undefined {
  if (algorithm?.tag !== sequence || inner?.tag !== octetString) return undefined
  const parts = derInside(derElement(inner.contents, sequence), sequence)
  // Ed25519 and the like hold bare bytes, from which the public part does not show.
  if (parts === undefined) return derElement(inner.contents, octetString) && anyPublicKey
  return parts[1]?.tag === octetString ? ellipticKey(parts) : rsaKey(parts)
}

// The modulus tells keys apart; it comes first in the public key and second in the private one.
function rsaKey([, modulus, exponent]: readonly DerElement[]): PrivateKey | undefined {
  if (modulus?.tag !== integer || exponent?.tag !== integer) return undefined
  return {
    belongsTo: (publicKey) => {
      const [own] = derInside(derElement(publicKey, sequence), sequence) ?? []
      return own?.tag === integer && sameBytes(own.contents, modulus.contents)
    },
  }
}

function ellipticKey([, secret, ...rest]: readonly DerElement[]): PrivateKey | undefined {
  if (secret?.tag !== octetString) return undefined
  const marked = rest.find(({ tag }) => tag === 0xa1)
  if (marked === undefined) return anyPublicKey
  const [bits] = derElements(marked.contents) ?? []
  if (bits?.tag !== bitString) return undefined
  return { belongsTo: (publicKey) => sameBytes(bits.contents.subarray(1), publicKey) }
}

// The public part would have to be computed: what does not show is not held against the key.
const anyPublicKey: PrivateKey = { belongsTo: () => true }
