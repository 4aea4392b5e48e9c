import { type Family, profiles } from '@sitrep/status'
import { advice } from './family/advice.ts'
import { kinds } from './family/kinds.ts'
import { knowledge } from './family/knowledge.ts'
import { leads } from './family/leads.ts'
import { reads, relations } from './family/relations.ts'
import {
  configMapKind,
  dataPlaneReportKind,
  endpointSliceKind,
  gatewayKind,
  namespaceKind,
  secretKind,
  serviceKind,
} from './kinds.ts'
import { gatewayApiSettings } from './setup.ts'

/** What Sitrep knows of Gateway API. */
export const gatewayApiFamily: Family = {
  name: 'gateway-api',
  title: 'Gateway API',
  profiles,
  settings: gatewayApiSettings,
  kinds,
  facts: [{ kind: dataPlaneReportKind, about: gatewayKind }],
  parts: async () => (await import('./parts.ts')).parts,
  knowledge,
  advice,
  leads,
  relations,
  reads,
  rights: {
    plurals: [
      [serviceKind, 'services'],
      [endpointSliceKind, 'endpointslices'],
      [secretKind, 'secrets'],
      [configMapKind, 'configmaps'],
      [namespaceKind, 'namespaces'],
    ],
    clusterScoped: [namespaceKind],
  },
}
