import { type Family, profiles } from '@sitrep/status'

/** What Sitrep knows of Gateway API. */
export const gatewayApiFamily: Family = {
  name: 'gateway-api',
  title: 'Gateway API',
  profiles,
  kinds: [],
  parts: async () => ({ catalog: () => ({ definitions: [] }) }),
}
