import { text } from '@sitrep/status'
import type { SimulatedFamily } from '../simulated-family.ts'
import { claimKind, claimLabels, crds, platformGroup, providerGroup } from './kinds.ts'
import { planDatabases } from './plan.ts'
import { scenario } from './scenario.ts'

/** Databases that somebody claims, and a provider that keeps them. Its passes are told as facts, so their status is said by whoever computes it. */
export const crossplane: SimulatedFamily = {
  name: 'crossplane',
  groups: [platformGroup, providerGroup],
  concern: ({ apiVersion, kind, metadata }) => {
    const { labels = {} } = metadata
    if (apiVersion === `${platformGroup}/v1` && kind === claimKind.kind)
      return { cluster: `${metadata.namespace}/${metadata.name}` }
    const [namespace, name] = [text(labels[claimLabels.namespace]), text(labels[claimLabels.name])]
    return namespace === undefined || name === undefined ? undefined : { cluster: `${namespace}/${name}` }
  },
  planners: [planDatabases],
  crds,
  scenario,
}
