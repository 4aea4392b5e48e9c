import type { Quiet } from './facts.ts'
import { saysSomething } from './foreign/value.ts'
import { isConfiguration } from './kinds/kind-names.ts'
import type { Subject } from './subject.ts'

/** What goes into the question whether an object may report nothing. */
export interface QuietParts {
  readonly young: boolean
  /** Its CRD declares no status. */
  readonly withoutStatus: boolean
}

/** Why an object may report nothing while all is well; nothing where its silence is a missing report. */
export function quietOf(subject: Subject, { young, withoutStatus }: QuietParts): Quiet | undefined {
  const { knowledge, kind, schedule, status } = subject
  if (knowledge.some(({ quiet }) => quiet))
    return { confidence: 'rule', because: 'this kind reports nothing while all is well' }
  if (withoutStatus) return { confidence: 'rule', because: 'this kind has no status by its CRD' }
  if (young) return undefined
  if (schedule && !saysSomething(status['active']))
    return { confidence: 'convention', because: 'a schedule rests between its runs' }
  if (knowledge.length === 0 && isConfiguration(kind) && saysNothingButUsers(subject))
    return { confidence: 'guess', because: `a ${kind} only holds what others use, by its name` }
  return undefined
}

// Who uses a configuration is no state of it.
const saysNothingButUsers = ({ status }: Subject): boolean =>
  Object.entries(status).every(
    ([key, value]) => !saysSomething(value) || /^(users|usedBy|inUse|inUseBy|references)$/.test(key),
  )
