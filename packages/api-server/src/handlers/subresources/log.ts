import type { PodLogs } from '../../cluster/pod-logs.ts'
import { badRequest } from '../../errors/api-error.ts'
import type { ApiResponse } from '../../request/api-request.ts'
import { findStored } from '../get.ts'
import type { Scope } from '../scope.ts'

/** `GET …/pods/{name}/log`, as far as it goes until now: nobody is followed. */
export function getLog(scope: Scope, podLogs: PodLogs): ApiResponse {
  findStored(scope)
  const { cluster, target, query } = scope
  const container = query.get('container')
  const tail = numberIn(query, 'tailLines')
  const seconds = numberIn(query, 'sinceSeconds')
  const since = seconds === undefined ? timeIn(query, 'sinceTime') : cluster.edge.now() - seconds * 1000
  const text = podLogs(
    { cluster: cluster.name, namespace: target.namespace, name: target.name },
    {
      ...(container !== null && container !== '' && { container }),
      ...(since !== undefined && { since }),
      ...(tail !== undefined && { tail }),
      timestamps: query.get('timestamps') === 'true',
    },
  )
  if (text === undefined)
    throw badRequest(
      container === null || container === ''
        ? `pod ${JSON.stringify(target.name)} does not run`
        : `container ${container} is not valid for pod ${target.name}`,
    )
  return { status: 200, headers: { 'Content-Type': 'text/plain' }, body: Buffer.from(text) }
}

function numberIn(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name)
  if (text === null || text === '') return undefined
  if (!/^\d+$/.test(text)) throw badRequest(`${name} must be a whole number that is not negative`)
  return Number(text)
}

function timeIn(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name)
  if (text === null || text === '') return undefined
  const time = Date.parse(text)
  if (Number.isNaN(time)) throw badRequest(`${name} must be a time such as 2026-01-01T00:00:00Z`)
  return time
}
