import type { Contact, ContactChange, ContactState } from '../../observe/contacts.ts'
import type { EventWords } from './event-object.ts'

type Words = Pick<EventWords, 'type' | 'reason' | 'note'>

const words: Readonly<Record<Exclude<ContactState, 'connecting'>, Words>> = {
  made: { type: 'Normal', reason: 'ClusterReached', note: 'The cluster answers again' },
  unreachable: { type: 'Warning', reason: 'ClusterUnreachable', note: 'The cluster cannot be reached' },
  lost: { type: 'Warning', reason: 'ClusterLost', note: 'The cluster no longer answers' },
}

/** Whether it was told that a cluster does not answer; the first attempts are nobody's concern. */
const isTrouble = (before: Contact | undefined): boolean =>
  before?.state === 'lost' || before?.state === 'unreachable'

/** What an Event says of a contact that changed; nothing where a cluster was reached as it should be. */
export function contactWords({ state, why, before }: ContactChange): EventWords | undefined {
  if (state === 'connecting' || (state === 'made' && !isTrouble(before))) return undefined
  const { note, ...rest } = words[state]
  return { ...rest, action: 'Connect', note: why === undefined ? note : `${note}: ${why}` }
}
