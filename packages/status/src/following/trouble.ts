import type { Trouble } from '../family/following.ts'
import { at, text } from '../fields.ts'
import type { KubeObject } from '../object.ts'
import type { ReadCondition } from './conditions.ts'

const failing =
  /(Fail(ed|ure)?|Error|Invalid|Exceeded|Denied|Forbidden|Insufficient|Unsupported|NotSupported|Unhealthy|Terminated)/

/** Whether a condition tells of a failure, and not of something that has only not happened yet. */
export const isFailure = ({ status, severity, reason = '' }: ReadCondition): boolean =>
  status === 'False' && (severity === 'Error' || failing.test(reason))

/** The trouble that a condition tells of. */
export function conditionTrouble(object: KubeObject, condition: ReadCondition): Trouble {
  const { type, reason, message } = condition
  const said = message === undefined || message === '' ? `${type} is False` : message
  return { object, text: said, weight: 'error', ...(reason !== undefined && { reason }) }
}

/** The fields for failures that some kinds keep beside their conditions. */
export function failureFields({
  status,
}: KubeObject): { readonly text: string; readonly reason?: string } | undefined {
  const reason = text(at(status, 'failureReason'))
  const said = text(at(status, 'failureMessage')) ?? reason
  if (said === undefined) return undefined
  return { text: said, ...(reason !== undefined && { reason }) }
}

/** The trouble of an object that somebody has paused: it may last, and waiting alone does not help. */
export const pauseTrouble = (object: KubeObject): Trouble => ({
  object,
  text: 'It is paused, and nothing happens to it until that ends',
  weight: 'error',
})
