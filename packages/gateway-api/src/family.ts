import { type Family, profiles } from '@sitrep/status'
import { advice } from './family/advice.ts'
import { kinds } from './family/kinds.ts'
import { knowledge } from './family/knowledge.ts'
import { reads, relations } from './family/relations.ts'

/** What Sitrep knows of Gateway API. Nothing is computed yet. */
export const gatewayApiFamily: Family = {
  name: 'gateway-api',
  title: 'Gateway API',
  profiles,
  kinds,
  parts: async () => ({ catalog: () => ({ definitions: [] }) }),
  knowledge,
  advice,
  relations,
  reads,
}
