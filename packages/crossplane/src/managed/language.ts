import type { ChoiceRules } from '@sitrep/conditions'
import type { Profile } from '@sitrep/status'
import { proposalPass } from './rules/proposal.ts'
import { releasedPass } from './rules/released.ts'
import type { PassOutcome } from './rules/rows.ts'
import type { PassFacts, Telling } from './types.ts'

/** How passes over managed resources are decided and told in one language. */
export interface PassRules {
  readonly table: ChoiceRules<PassFacts, PassOutcome>
  readonly telling: Telling
  /**
   * What becomes of what the provider said of the object in memory when the object is written in the middle of a pass:
   * `lost` where the server's answer replaces it, as in Crossplane, or `kept`.
   */
  readonly sayings: 'lost' | 'kept'
  /** Whether a write that was called off counts as done, and a failed write of a secret is forgotten, as in Crossplane. */
  readonly retries: 'forgetful' | 'careful'
}

/** The rules of one language. UpToDate is said in the document's unless told otherwise, for there Ready alone does not tell an update that failed from a lost resource. */
export function passRules(profile: Profile, options: { readonly upToDate?: boolean } = {}): PassRules {
  return profile === 'released'
    ? {
        table: releasedPass,
        telling: { upToDate: options.upToDate ?? false, providerMessages: 'dropped' },
        sayings: 'lost',
        retries: 'forgetful',
      }
    : {
        table: proposalPass,
        telling: { upToDate: options.upToDate ?? true, providerMessages: 'kept' },
        sayings: 'kept',
        retries: 'careful',
      }
}
