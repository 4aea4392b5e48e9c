import { groupOf } from '@sitrep/status'
import { printDuration } from '../time/duration.ts'
import { ConversionError } from './errors.ts'
import type { Codec } from './row.ts'
import { isTree, type Tree } from './tree.ts'

const largest = 2 ** 31 - 1

const units: Readonly<Record<string, number>> = {
  h: 3_600,
  m: 60,
  s: 1,
  ms: 1e-3,
  us: 1e-6,
  µs: 1e-6,
  ns: 1e-9,
}

/** A duration in words to whole seconds, as many as fit. */
export const durationToSeconds: Codec = (value) => {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string')
    throw new ConversionError('malformed-field', `a duration must be a text, not ${typeof value}`)
  const seconds = parseDuration(value)
  return Math.max(-largest - 1, Math.min(largest, Math.trunc(seconds)))
}

function parseDuration(text: string): number {
  const [, sign = '', rest = ''] = /^([+-]?)(.*)$/.exec(text) ?? []
  if (rest === '0') return 0
  const parts = [...rest.matchAll(/([0-9]*\.?[0-9]+|[0-9]+\.)(h|ms|m|s|us|µs|ns)/g)]
  if (parts.length === 0 || parts.map(([part]) => part).join('') !== rest) {
    throw new ConversionError('malformed-field', `${JSON.stringify(text)} is no duration`)
  }
  const total = parts.reduce(
    (sum, [, count = '0', unit = 's']) => sum + Number(count) * (units[unit] ?? 0),
    0,
  )
  return sign === '-' ? -total : total
}

/** Whole seconds to a duration in words: `1h30m0s`. */
export const secondsToDuration: Codec = (value) => {
  if (typeof value !== 'number') return undefined
  return value < 0 ? `-${printDuration(-value)}` : printDuration(value)
}

/** A reference with version, namespace and uid to one with group, kind and name. */
export const referenceToContract: Codec = (value) => {
  if (!isTree(value) || Object.keys(value).length === 0) return undefined
  const { apiVersion, kind, name } = value
  const group = typeof apiVersion === 'string' ? groupOf(apiVersion) : ''
  return {
    ...(group !== '' && { apiGroup: group }),
    ...(kind !== undefined && { kind }),
    ...(name !== undefined && { name }),
  }
}

/** The way back: the version is what the kind is referred to by now. */
export const contractToReference: Codec = (value, { namespace, versionOf }) => {
  if (!isTree(value) || Object.keys(value).length === 0) return undefined
  const { apiGroup, kind, name } = value
  const [group, kindText] = [typeof apiGroup === 'string' ? apiGroup : '', String(kind ?? '')]
  const version = versionOf(group, kindText)
  if (version === undefined) {
    throw new ConversionError(
      'version-unknown',
      `nobody knows in which version ${kindText} of ${group} is referred to`,
    )
  }
  return {
    apiVersion: group === '' ? version : `${group}/${version}`,
    kind: kindText,
    ...(name !== undefined && { name }),
    ...(namespace !== undefined && { namespace }),
  }
}

/** The older stage says false where the newer one says nothing yet. */
export const truthToFlag: Codec = (value) => (value === true ? true : undefined)
export const flagToTruth: Codec = (value, { hasStatus }) =>
  value === true ? true : hasStatus ? false : undefined

/** The older stage says 0 where the newer one has not counted yet. */
export const countToNumber: Codec = (value, { hasStatus }) =>
  typeof value === 'number' ? value : hasStatus ? 0 : undefined

/** An old 0 of a spec means that nobody asked for anything. */
export const zeroToNothing: Codec = (value) => (value === 0 ? undefined : value)

/** The older stage does not know the phase of an update in place. */
export const phaseToOlder: Codec = (value) => (value === 'Updating' ? 'Running' : value)

/** A Node by its name only, or as a full reference. */
export const nodeToName: Codec = (value) => {
  const name = isTree(value) ? value['name'] : undefined
  return typeof name === 'string' && name !== '' ? { name } : undefined
}

export const nameToNode: Codec = (value) => {
  const name = isTree(value) ? value['name'] : undefined
  return typeof name === 'string' && name !== '' ? { apiVersion: 'v1', kind: 'Node', name } : undefined
}

/** Failure domains by name, or as a list in the order of their names. */
export const domainsToList: Codec = (value) => {
  if (!isTree(value)) return value
  return Object.keys(value)
    .sort()
    .map((name) => {
      const domain = value[name]
      return { name, controlPlane: false, ...(isTree(domain) ? domain : {}) }
    })
}

export const listToDomains: Codec = (value) => {
  if (!Array.isArray(value)) return value
  return Object.fromEntries(
    value
      .filter(isTree)
      .map(({ name, controlPlane, ...rest }) => [
        String(name),
        { ...(controlPlane === true && { controlPlane }), ...rest },
      ]),
  )
}

/** Arguments by name, or as a list in the order of their names. */
export const argumentsToList: Codec = (value) =>
  isTree(value)
    ? Object.keys(value)
        .sort()
        .map((name) => ({ name, value: value[name] }))
    : value

export const listToArguments: Codec = (value) =>
  Array.isArray(value)
    ? Object.fromEntries(value.filter(isTree).map((entry) => [String(entry['name']), entry['value']]))
    : value

/** How long a condition may last, in every entry of a list of checks. */
export const checksToSeconds: Codec = (value, context) =>
  mapEntries(value, ({ timeout, ...rest }) => {
    const timeoutSeconds = durationToSeconds(timeout, context)
    return { ...rest, ...(timeoutSeconds !== undefined && { timeoutSeconds }) }
  })

export const checksToTimeouts: Codec = (value, context) =>
  mapEntries(value, ({ timeoutSeconds, ...rest }) => {
    const timeout = secondsToDuration(timeoutSeconds, context)
    return { ...rest, ...(timeout !== undefined && { timeout }) }
  })

const mapEntries = (value: unknown, change: (entry: Tree) => Tree): unknown =>
  Array.isArray(value) ? value.map((entry) => (isTree(entry) ? change(entry) : entry)) : value
