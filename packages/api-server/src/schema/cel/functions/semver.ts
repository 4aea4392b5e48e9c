import { CelError } from '../cel-error.ts'
import { traversal } from '../meter.ts'
import { declare, type Overload } from '../overload.ts'
import { type CelValue, Opaque, sizeOf } from '../values.ts'

class Semver extends Opaque {
  readonly typeName: string = 'kubernetes.Semver'
  readonly numbers: readonly bigint[]
  readonly prerelease: readonly string[]

  constructor(numbers: readonly bigint[], prerelease: readonly string[]) {
    super()
    this.numbers = numbers
    this.prerelease = prerelease
  }

  equals(other: Opaque): boolean {
    return other instanceof Semver && compareVersions(this, other) === 0n
  }
}

const identifier = '(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)'
const syntax = new RegExp(
  `^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(?:-(${identifier}(?:\\.${identifier})*))?(?:\\+[0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*)?$`,
)

function parse(text: string): Semver | undefined {
  const match = syntax.exec(text)
  if (!match) return undefined
  return new Semver(match.slice(1, 4).map(BigInt), match[4]?.split('.') ?? [])
}

/** Without the v in front, with zeros where minor or patch are missing, without zeros in front. */
function normalize(text: string): string {
  const [major = '', minor, rest] = splitVersion(text.replace(/^v/, ''))
  const plain = (part: string) => part.replace(/^0+(?=\d)/, '')
  if (minor === undefined) return `${plain(major)}.0.0`
  return `${plain(major)}.${plain(minor)}.${rest === undefined ? '0' : plain(rest)}`
}

function splitVersion(text: string): readonly string[] {
  const [major = '', minor, ...rest] = text.split('.')
  return [major, ...(minor === undefined ? [] : [minor]), ...(rest.length === 0 ? [] : [rest.join('.')])]
}

const length = (values: readonly CelValue[]): number => traversal(sizeOf(values[0] as CelValue))

export const semverFunctions: readonly Overload[] = [
  declare('semver(string): semver', (text: string) => toSemver(text), length),
  declare('semver(string, bool): semver', toSemver, length),
  declare('isSemver(string): bool', (text: string) => parse(text) !== undefined, length),
  declare(
    'isSemver(string, bool): bool',
    (text: string, normal: boolean) => parse(normal ? normalize(text) : text) !== undefined,
    length,
  ),
  declare('.isGreaterThan(semver, semver): bool', (a: Semver, b: Semver) => compareVersions(a, b) > 0n),
  declare('.isLessThan(semver, semver): bool', (a: Semver, b: Semver) => compareVersions(a, b) < 0n),
  declare('.compareTo(semver, semver): int', compareVersions),
  declare('.major(semver): int', ({ numbers }: Semver) => numbers[0] ?? 0n),
  declare('.minor(semver): int', ({ numbers }: Semver) => numbers[1] ?? 0n),
  declare('.patch(semver): int', ({ numbers }: Semver) => numbers[2] ?? 0n),
]

function toSemver(text: string, normal = false): Semver {
  const version = parse(normal ? normalize(text) : text)
  if (version) return version
  throw new CelError(
    text.split('.').length < 3 ? 'No Major.Minor.Patch elements found' : `Invalid version ${text}`,
  )
}

function compareVersions(a: Semver, b: Semver): bigint {
  for (const [index, number] of a.numbers.entries()) {
    const difference = number - (b.numbers[index] ?? 0n)
    if (difference !== 0n) return difference > 0n ? 1n : -1n
  }
  if (a.prerelease.length === 0 || b.prerelease.length === 0)
    return BigInt(Math.sign(b.prerelease.length - a.prerelease.length))
  for (const [index, part] of a.prerelease.entries()) {
    const order = compareIdentifiers(part, b.prerelease[index])
    if (order !== 0n) return order
  }
  return a.prerelease.length < b.prerelease.length ? -1n : 0n
}

/** Numbers come before words, and a shorter list before a longer one. */
function compareIdentifiers(a: string, b: string | undefined): bigint {
  if (b === undefined) return 1n
  if (a === b) return 0n
  const numeric = /^\d+$/
  if (numeric.test(a) && numeric.test(b)) return BigInt(a) > BigInt(b) ? 1n : -1n
  if (numeric.test(a) !== numeric.test(b)) return numeric.test(a) ? -1n : 1n
  return a > b ? 1n : -1n
}
