import type { ContactChange } from '@sitrep/controller'
import type { ControllerError } from '@sitrep/controller/connection'
import type { ClusterName, KindRef } from '@sitrep/status'
import type { Log } from './log.ts'

const nameOf = (cluster: ClusterName): string => (cluster === '' ? 'management' : cluster)

/** One line when a cluster is not reached, is lost or is back; reaching one as it should be is nothing to speak of. */
export function logContact(log: Log, { cluster, state, why, since, before }: ContactChange): void {
  const keys = { cluster: nameOf(cluster), ...(why !== undefined && { why }) }
  const what = cluster === '' ? 'the management server' : 'a workload cluster'
  switch (state) {
    case 'made':
      if (before?.state === 'lost' || before?.state === 'unreachable')
        log.info(`${what} is back`, { ...keys, afterSeconds: Math.round((since - before.since) / 1000) })
      return
    case 'connecting':
      return
    case 'unreachable':
      log.warn(`${what} cannot be reached`, keys)
      return
    case 'lost':
      log.warn(`${what} is lost`, keys)
  }
}

/** Something that cannot be read. */
export interface UnreadableKind extends KindRef {
  readonly cluster: ClusterName
  readonly error: ControllerError
}

/** One line when a kind cannot be read; whoever tells does so once for each reason. */
export function logUnreadable(log: Log, { cluster, group, kind, error }: UnreadableKind): void {
  const { code, message } = error
  log.warn('a kind cannot be read', { cluster: nameOf(cluster), group, kind, code, why: message })
}
