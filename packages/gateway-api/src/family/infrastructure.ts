import { at, fields, type KubeObject } from '@sitrep/status'
import { gatewayGroup } from '../kinds.ts'
import { digest } from '../routing/digest.ts'

/** What everything carries that is made for a Gateway. */
export interface InfrastructureMetadata {
  readonly labels: Readonly<Record<string, string>>
  readonly annotations: Readonly<Record<string, string>>
}

const longestLabel = 63

/** A name as the value of a label: what is too long is cut, and still no two names share one. */
export const asLabel = (name: string): string =>
  name.length <= longestLabel ? name : `${name.slice(0, longestLabel - 17)}-${digest(name)}`

/** What a Gateway hands on to its infrastructure, with the label by which that is found. */
export function infrastructureMetadata({ metadata, spec }: KubeObject): InfrastructureMetadata {
  const given = at(spec, 'infrastructure')
  return {
    labels: { ...texts(at(given, 'labels')), [`${gatewayGroup}/gateway-name`]: asLabel(metadata.name) },
    annotations: texts(at(given, 'annotations')),
  }
}

const texts = (value: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(fields(value)).flatMap(([key, each]) => (typeof each === 'string' ? [[key, each]] : [])),
  )
