import {
  comparePrecedence,
  type ParsedVersion,
  parseExactVersion,
  parseVersion,
  type Version,
} from '@sitrep/status/semver'
import { CelError } from '../cel-error.ts'
import { traversalOfFirst } from '../meter.ts'
import { declare, type Overload } from '../overload.ts'
import { Opaque } from '../values.ts'

class Semver extends Opaque {
  readonly typeName: string = 'kubernetes.Semver'
  readonly version: Version

  constructor(version: Version) {
    super()
    this.version = version
  }

  equals(other: Opaque): boolean {
    return other instanceof Semver && comparePrecedence(this.version, other.version) === 0
  }
}

// Normalized: without the v in front, with zeros where minor or patch are missing, without zeros in front. Space around it stays wrong.
const parsed = (text: string, normal: boolean): ParsedVersion =>
  normal && text.trim() === text ? parseVersion(text) : parseExactVersion(text)

const compare = (a: Semver, b: Semver): bigint => BigInt(comparePrecedence(a.version, b.version))

export const semverFunctions: readonly Overload[] = [
  declare('semver(string): semver', (text: string) => toSemver(text), traversalOfFirst),
  declare('semver(string, bool): semver', toSemver, traversalOfFirst),
  declare('isSemver(string): bool', (text: string) => parsed(text, false).valid, traversalOfFirst),
  declare(
    'isSemver(string, bool): bool',
    (text: string, normal: boolean) => parsed(text, normal).valid,
    traversalOfFirst,
  ),
  declare('.isGreaterThan(semver, semver): bool', (a: Semver, b: Semver) => compare(a, b) > 0n),
  declare('.isLessThan(semver, semver): bool', (a: Semver, b: Semver) => compare(a, b) < 0n),
  declare('.compareTo(semver, semver): int', compare),
  declare('.major(semver): int', ({ version }: Semver) => BigInt(version.major)),
  declare('.minor(semver): int', ({ version }: Semver) => BigInt(version.minor)),
  declare('.patch(semver): int', ({ version }: Semver) => BigInt(version.patch)),
]

function toSemver(text: string, normal = false): Semver {
  const found = parsed(text, normal)
  if (found.valid) return new Semver(found.version)
  throw new CelError(
    text.split('.').length < 3 ? 'No Major.Minor.Patch elements found' : `Invalid version ${text}`,
  )
}
