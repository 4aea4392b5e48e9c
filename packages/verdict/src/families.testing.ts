import { clusterApiFamily } from '@sitrep/cluster-api/family'
import { crossplaneFamily } from '@sitrep/crossplane/family'
import { eksAnywhereFamily } from '@sitrep/eks-anywhere/family'
import { gatewayApiFamily } from '@sitrep/gateway-api/family'
import type { KnownFamily } from './kinds/knowledge.ts'

/** The families of which the corpus and the tables here hold objects. */
export const families: readonly KnownFamily[] = [
  clusterApiFamily,
  eksAnywhereFamily,
  crossplaneFamily,
  gatewayApiFamily,
]
