import type { KubeObject } from '@sitrep/status'
import { type ReadCondition, statusOf } from './conditions.ts'

/** Something that keeps a cluster from getting on. Its texts come from objects: whoever shows them makes them harmless. */
export interface Trouble {
  readonly object: Pick<KubeObject, 'kind' | 'metadata' | 'apiVersion'>
  readonly text: string
  readonly reason?: string
  /** `final`: it does not go away by itself. `error`: it may, and counts once it lasts. `passing`: it says nothing about the cluster. */
  readonly weight: 'final' | 'error' | 'passing'
  /** It was said about an older generation, or nobody can tell which one. */
  readonly older?: true
}

const failing =
  /(Fail(ed|ure)?|Error|Invalid|Exceeded|Denied|Forbidden|Insufficient|Unsupported|NotSupported|Unhealthy|Terminated)/

/** Whether a condition tells of a failure, and not of something that has only not happened yet. */
export const isFailure = ({ status, severity, reason = '' }: ReadCondition): boolean =>
  status === 'False' && (severity === 'Error' || failing.test(reason))

export function troubleOf(object: KubeObject, condition: ReadCondition): Trouble {
  const { type, reason, message } = condition
  const text = message === undefined || message === '' ? `${type} is False` : message
  return { object, text, weight: 'error', ...(reason !== undefined && { reason }) }
}

/** The fields for failures that older versions keep beside their conditions. */
export function failureFields(
  object: KubeObject,
): { readonly text: string; readonly reason?: string } | undefined {
  const { failureMessage, failureReason } = statusOf(object)
  const reason = typeof failureReason === 'string' && failureReason !== '' ? failureReason : undefined
  const text = typeof failureMessage === 'string' && failureMessage !== '' ? failureMessage : reason
  if (text === undefined) return undefined
  return { text, ...(reason !== undefined && { reason }) }
}
