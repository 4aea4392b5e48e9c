import { type Connection, ControllerError } from '@sitrep/controller/connection'
import type { KubeObject } from '@sitrep/status'
import { CommandError } from '../../command.ts'
import type { DryRun } from '../show/event.ts'
import { getObject, objectionOf } from '../submit/server-side-apply.ts'
import type { DeletePlan, DeleteTarget } from './delete-targets.ts'

export const cascades = ['background', 'foreground', 'orphan'] as const
export type Cascade = (typeof cascades)[number]

/** An object whose deletion the server has taken on. */
export interface Leaving {
  readonly target: DeleteTarget
  readonly object: KubeObject
}

export interface DeleteOptions extends Pick<DeletePlan, 'absent'> {
  readonly connection: Connection
  readonly cascade: Cascade
  /** Nothing is deleted. */
  readonly dryRun?: DryRun
  /** Aborted when the person wants to stop. */
  readonly signal: AbortSignal
  readonly onDeleting: (object: KubeObject) => void
  /** Told of what is not there where that is fine. */
  readonly onAbsent: (target: DeleteTarget) => void
}

/** Asks the server to delete these; all of them are looked up before the first one goes. */
export async function deleteAll(
  targets: readonly DeleteTarget[],
  options: DeleteOptions,
): Promise<readonly Leaving[]> {
  const found: Leaving[] = []
  for (const target of targets) {
    const object = await getObject(options.connection, target.path, options.signal)
    if (object !== undefined) found.push({ target, object })
    else if (options.absent === 'refuse') throw new CommandError(1, `There is no ${target.name}`)
    else options.onAbsent(target)
  }
  for (const leaving of found) {
    if (options.dryRun !== 'client') await deleteOne(leaving, options)
    options.onDeleting(leaving.object)
  }
  return found
}

async function deleteOne(
  { target, object }: Leaving,
  { connection, cascade, dryRun, signal }: DeleteOptions,
): Promise<void> {
  const { uid } = object.metadata
  const propagationPolicy = `${cascade.charAt(0).toUpperCase()}${cascade.slice(1)}`
  try {
    await connection.request({
      method: 'DELETE',
      path: target.path,
      signal,
      // Whoever made another object of that name meanwhile keeps it.
      body: {
        kind: 'DeleteOptions',
        apiVersion: 'v1',
        propagationPolicy,
        ...(dryRun === 'server' && { dryRun: ['All'] }),
        ...(uid !== undefined && { preconditions: { uid } }),
      },
    })
  } catch (error) {
    if (error instanceof ControllerError && error.code === 'not-found') return
    throw new CommandError(1, `${target.name}: ${objectionOf(error)}`, { cause: error })
  }
}
