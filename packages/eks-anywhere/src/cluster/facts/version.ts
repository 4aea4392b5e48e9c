/** A release of EKS Anywhere or an image tag, as far as two of them are compared. */
export interface Version {
  readonly major: number
  readonly minor: number
  readonly patch: number
}

const part = '(0|[1-9][0-9]*)'
const word = '(?:0|[1-9][0-9]*|[0-9]*[a-zA-Z-][0-9a-zA-Z-]*)'
const semantic = new RegExp(
  `^v?${part}\\.${part}\\.${part}(?:-${word}(?:\\.${word})*)?(?:\\+[0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*)?$`,
)

/** Reads a semantic version, with or without `v`; nothing where the text is none. */
export function parseVersion(text: string): Version | undefined {
  const match = semantic.exec(text)
  if (match === null) return undefined
  const [, major, minor, patch] = match
  return { major: Number(major), minor: Number(minor), patch: Number(patch) }
}

/** Above zero when `a` is the later one. What follows the three numbers does not count. */
export const compareVersions = (a: Version, b: Version): number =>
  a.major - b.major || a.minor - b.minor || a.patch - b.patch

export const formatVersion = ({ major, minor, patch }: Version): string => `v${major}.${minor}.${patch}`
