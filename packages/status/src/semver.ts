import { remembering } from '@sitrep/conditions'

/** A semantic version in its parts. Numbers are kept as digits: upstream's are wider than a JavaScript number. */
export interface Version {
  readonly major: string
  readonly minor: string
  readonly patch: string
  readonly prerelease: readonly string[]
  readonly build: readonly string[]
}

/** A text that may be a version, or why it is none, in upstream's words: they end up in messages. */
export type ParsedVersion =
  | { readonly valid: true; readonly version: Version }
  | { readonly valid: false; readonly why: string }

const digits = /^[0-9]*$/
const leadingZero = /^0[0-9]+$/
const identifier = /^[0-9A-Za-z-]+$/

/** Reads `v1.34.1`, also without the `v`, with missing parts, superfluous zeros or spaces around it. */
export const parseVersion: (text: string) => ParsedVersion = remembering(readVersion, 4)

function readVersion(text: string): ParsedVersion {
  const parts = splitInThree(text.trim().replace(/^v/, '')).map(withoutLeadingZeros)
  if (parts.length < 3 && /[+-]/.test(parts.at(-1) ?? '')) {
    return invalid('Short version cannot contain PreRelease/Build meta data')
  }
  return parseExactVersion([...parts, '0', '0'].slice(0, 3).join('.'))
}

/** Reads a version that is written exactly as semantic versioning asks: `1.34.1`, and nothing else in its place. */
export function parseExactVersion(text: string): ParsedVersion {
  const [major = '', minor, rest] = splitInThree(text)
  if (minor === undefined || rest === undefined) {
    return invalid(text === '' ? 'Version string empty' : 'No Major.Minor.Patch elements found')
  }
  const [beforeBuild, build] = splitOnce(rest, '+')
  const [patch, prerelease] = splitOnce(beforeBuild, '-')
  const version: Version = { major, minor, patch, prerelease: listed(prerelease), build: listed(build) }
  const why = numberFault(version) ?? prereleaseFault(version) ?? buildFault(version)
  return why === undefined ? { valid: true, version } : invalid(why)
}

const invalid = (why: string): ParsedVersion => ({ valid: false, why })

function splitInThree(text: string): readonly string[] {
  const [first = '', ...others] = text.split('.')
  return others.length < 2 ? [first, ...others] : [first, others[0] ?? '', others.slice(1).join('.')]
}

function splitOnce(text: string, separator: string): readonly [before: string, after?: string] {
  const at = text.indexOf(separator)
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}

function withoutLeadingZeros(part: string): string {
  if (part.length < 2) return part
  const bare = part.replace(/^0+/, '')
  return /^[0-9]/.test(bare) ? bare : `0${bare}`
}

const listed = (text: string | undefined): readonly string[] => (text === undefined ? [] : text.split('.'))

function numberFault(version: Version): string | undefined {
  for (const name of ['major', 'minor', 'patch'] as const) {
    const number = version[name]
    if (!digits.test(number)) return `Invalid character(s) found in ${name} number ${JSON.stringify(number)}`
    if (number === '') return 'strconv.ParseUint: parsing "": invalid syntax'
    if (leadingZero.test(number)) {
      const titled = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`
      return `${titled} number must not contain leading zeroes ${JSON.stringify(number)}`
    }
  }
  return undefined
}

function prereleaseFault({ prerelease }: Version): string | undefined {
  for (const part of prerelease) {
    if (part === '') return 'Prerelease is empty'
    if (leadingZero.test(part))
      return `Numeric PreRelease version must not contain leading zeroes ${JSON.stringify(part)}`
    if (!identifier.test(part)) return `Invalid character(s) found in prerelease ${JSON.stringify(part)}`
  }
  return undefined
}

function buildFault({ build }: Version): string | undefined {
  for (const part of build) {
    if (part === '') return 'Build meta data is empty'
    if (!identifier.test(part)) return `Invalid character(s) found in build meta data ${JSON.stringify(part)}`
  }
  return undefined
}

/** The version as it is printed in messages: without the `v`. */
export function formatVersion({ major, minor, patch, prerelease, build }: Version): string {
  const before = prerelease.length > 0 ? `-${prerelease.join('.')}` : ''
  const after = build.length > 0 ? `+${build.join('.')}` : ''
  return `${major}.${minor}.${patch}${before}${after}`
}

/** How two versions stand to each other; build tags that are words have no order among each other. */
export type VersionOrder = -1 | 0 | 1 | 'unordered'

/** Compares as semantic versioning does: by the numbers, then by the prerelease; build tags do not count. */
export function comparePrecedence(a: Version, b: Version): -1 | 0 | 1 {
  return (
    compareNumbers(a.major, b.major) ||
    compareNumbers(a.minor, b.minor) ||
    compareNumbers(a.patch, b.patch) ||
    comparePrereleases(a.prerelease, b.prerelease)
  )
}

/** Compares with build tags, which semantic versioning itself does not: distributions count their rebuilds there. */
export function compareVersions(a: Version, b: Version): VersionOrder {
  return comparePrecedence(a, b) || compareBuilds(a.build, b.build)
}

/** Compares numbers written as digits, however many. */
export function compareNumbers(a: string, b: string): -1 | 0 | 1 {
  const [left, right] = [a.replace(/^0+/, ''), b.replace(/^0+/, '')]
  return sign(left.length - right.length) || (left < right ? -1 : left > right ? 1 : 0)
}

const sign = (difference: number): -1 | 0 | 1 => (difference < 0 ? -1 : difference > 0 ? 1 : 0)

function comparePrereleases(a: readonly string[], b: readonly string[]): -1 | 0 | 1 {
  // A release comes after all of its own prereleases.
  if (a.length === 0 || b.length === 0) return sign(b.length - a.length)
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const order = compareIdentifiers(a[i] ?? '', b[i] ?? '')
    if (order !== 0) return order
  }
  return sign(a.length - b.length)
}

function compareIdentifiers(a: string, b: string): -1 | 0 | 1 {
  const [left, right] = [digits.test(a), digits.test(b)]
  if (left && right) return compareNumbers(a, b)
  if (left !== right) return left ? -1 : 1
  return a < b ? -1 : a > b ? 1 : 0
}

function compareBuilds(a: readonly string[], b: readonly string[]): VersionOrder {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const [left, right] = [a[i] ?? '', b[i] ?? '']
    if (!digits.test(left) && !digits.test(right)) {
      if (left !== right) return 'unordered'
      continue
    }
    const order = compareIdentifiers(left, right)
    if (order !== 0) return order
  }
  return sign(a.length - b.length)
}
