import { absent, type ConditionRules, False, otherwise, True } from '@sitrep/conditions'
import type { Profile } from '@sitrep/status'
import type { GatewayClassObserved } from './types.ts'

type Facts = Pick<GatewayClassObserved, 'parameters' | 'bundleVersion'>

// biome-ignore format: the table is the specification; its columns stay aligned
export const classAccepted: ConditionRules<Facts> = {
  type: 'Accepted',
  rows: [
    ['it names parameters, and none are supported', (f) => f.parameters !== undefined, False('InvalidParameters', (f) => `Parameters of kind ${f.parameters} are not supported`), [{ field: 'spec.parametersRef' }]],
    ['otherwise',                                   otherwise,                         True('Accepted')],
  ],
}

/** The bundles that statuses are computed for. */
const knownBundles = /^v1\.[0-7]\./

const bundle = ({ bundleVersion }: Facts): string | undefined =>
  bundleVersion.read ? bundleVersion.item : undefined

// biome-ignore format: the table is the specification; its columns stay aligned
const supportedVersion: ConditionRules<Facts> = {
  type: 'SupportedVersion',
  rows: [
    ['the definitions of the cluster are not at hand', (f) => bundle(f) === undefined,              absent],
    ['they are of a version that is known',            (f) => knownBundles.test(bundle(f) ?? ''),   True('SupportedVersion')],
    ['otherwise',                                      otherwise,                                   False('UnsupportedVersion', (f) => (bundle(f) === '' ? 'The definitions of the cluster do not say their version' : `The definitions of the cluster are of version ${bundle(f)}, which is not known; what can be done is done`))],
  ],
}

/** The document knows no version of definitions. */
export const classTables: Readonly<Record<Profile, readonly ConditionRules<Facts>[]>> = {
  proposal: [classAccepted],
  released: [classAccepted, supportedVersion],
}
