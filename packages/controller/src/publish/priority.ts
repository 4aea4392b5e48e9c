import type { StatusChange } from '@sitrep/engine'
import { parseAddress } from '@sitrep/status'
import { transitionsOf } from '../history/transitions.ts'
import type { Priority } from './write-queue.ts'

/** What is going away and what got worse is written before everything else: somebody is waiting for it. */
export function priorityOf(change: StatusChange): Priority {
  if (change.conditions.some(({ type, status }) => type === 'Deleting' && status === 'True'))
    return 'deleting'
  const worse = transitionsOf(change).some(
    ({ type, from, to }) =>
      from === 'True' && to !== undefined && to !== 'True' && isVerdict(parseAddress(type).type),
  )
  return worse ? 'failing' : 'other'
}

const isVerdict = (type: string): boolean => ['Ready', 'Available', 'Accepted', 'Programmed'].includes(type)
