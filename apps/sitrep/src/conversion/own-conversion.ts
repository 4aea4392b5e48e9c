import type { OwnWebhook, ServiceResolver } from '@sitrep/api-server'
import type { Timing } from '@sitrep/controller'
import type { Connection } from '@sitrep/controller/connection'
import type { WebhookClientConfig } from '@sitrep/status'
import type { SpokenFamily } from '../families/spoken.ts'
import { convertingIn, openReviewer, type Reviewer } from './conversions.ts'

// No such Service exists: an API server of another process that finds these CRDs in its store says so.
const service = { namespace: 'sitrep-system', name: 'sitrep', path: '/convert' }

/** Converts between versions for an API server in this very process. */
export interface OwnConversion {
  /** Whom CRDs name as the one who converts; nothing where no family has stages. */
  readonly config: WebhookClientConfig | undefined
  /** Tells the server that it is here. */
  readonly resolveService: ServiceResolver
  /** Begins to answer; whoever asked before has waited. */
  readonly start: (connection: Connection, timing: Timing) => Promise<void>
  readonly stop: () => Promise<void>
}

export async function openOwnConversion(spoken: readonly SpokenFamily[]): Promise<OwnConversion> {
  const converting = await convertingIn(spoken.map(({ family }) => family))
  const started = Promise.withResolvers<Reviewer>()
  let running: Reviewer | undefined
  const webhook: OwnWebhook = {
    answer: async (review) => {
      const reviewer = await started.promise
      await reviewer.ready
      return reviewer.review(review)
    },
  }
  return {
    config: converting.length === 0 ? undefined : { service },
    resolveService: ({ namespace, name }) =>
      namespace === service.namespace && name === service.name ? webhook : undefined,
    start: async (connection, timing) => {
      if (converting.length === 0) return
      running = await openReviewer(spoken, { connection, timing })
      started.resolve(running)
    },
    stop: async () => running?.stop(),
  }
}
