import type { Cluster } from '../cluster/cluster.ts'
import { ApiError } from '../errors/api-error.ts'

const patienceMs = 3000

/** Waits for a revision that a client knows of and this server does not; a 504 when it does not come. */
export function assertReached({ store }: Cluster, revision: number): Promise<void> | undefined {
  if (revision <= store.revision) return undefined
  return new Promise((resolve, reject) => {
    const leave = store.subscribeAll(() => {
      if (revision > store.revision) return
      stop()
      resolve()
    })
    const timer = setTimeout(() => {
      stop()
      reject(tooLarge(revision, store.revision))
    }, patienceMs)
    const stop = (): void => {
      clearTimeout(timer)
      leave()
    }
  })
}

function tooLarge(asked: number, current: number): ApiError {
  const body = {
    code: 504,
    reason: 'Timeout',
    message: `Timeout: Too large resource version: ${asked}, current: ${current}`,
    details: {
      causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
      retryAfterSeconds: 1,
    },
  }
  return new ApiError(body, { headers: { 'Retry-After': '1' } })
}
