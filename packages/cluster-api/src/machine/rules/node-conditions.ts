import { type ConditionState, isConditionStatus } from '@sitrep/conditions'
import { type NodeConditionType, type NodeSeen, nodeConditionTypes } from '../types.ts'

const notReported = 'Condition not yet reported'

/** Whether the Node is ready, since when, and if not, why. */
export function nodeReadyState({ conditions }: NodeSeen): ConditionState {
  const ready = conditions.Ready
  if (ready === undefined) {
    return { status: 'Unknown', reason: 'NodeReadyUnknown', message: `* Node.Ready: ${notReported}` }
  }
  const { status, message, lastTransitionTime } = ready
  return {
    status: isConditionStatus(status) ? status : 'Unknown',
    reason: readyReasons[status] ?? 'NodeReadyUnknown',
    message: status === 'True' || message === '' ? '' : `* Node.Ready: ${message}`,
    ...(lastTransitionTime !== undefined && { lastTransitionTime }),
  }
}

const readyReasons: Readonly<Record<string, string>> = {
  True: 'NodeReady',
  False: 'NodeNotReady',
  Unknown: 'NodeReadyUnknown',
}

/** Something about a Node that is not as it should be. */
export interface Trouble {
  readonly type: NodeConditionType
  readonly text: string
  /** Nobody knows whether it is one. */
  readonly unknown: boolean
  readonly reported: boolean
}

/** Whether the Node is ready and under no pressure. Further conditions of a Node are somebody else's business. */
export function nodeHealthyState(
  { conditions }: NodeSeen,
  tell: (troubles: readonly Trouble[]) => string,
): ConditionState {
  const troubles: Trouble[] = []
  for (const type of nodeConditionTypes) {
    const trouble = troubleWith(type, conditions)
    if (trouble !== undefined) troubles.push(trouble)
  }
  if (troubles.length === 0) return healthy
  const message = tell(troubles)
  if (troubles.every(({ unknown }) => unknown))
    return { status: 'Unknown', reason: 'NodeHealthyUnknown', message }
  return { status: 'False', reason: 'NodeNotHealthy', message }
}

const healthy: ConditionState = { status: 'True', reason: 'NodeHealthy', message: '' }

function troubleWith(type: NodeConditionType, conditions: NodeSeen['conditions']): Trouble | undefined {
  const condition = conditions[type]
  if (condition === undefined) return { type, text: notReported, unknown: true, reported: false }
  const { status, message } = condition
  if (status === (type === 'Ready' ? 'True' : 'False')) return undefined
  return { type, text: message || `Condition is ${status}`, unknown: status === 'Unknown', reported: true }
}

/** A line each. A Node that stops answering says the same of all; that is told once, and what was never reported with it. */
export function tellTroubles(troubles: readonly Trouble[]): string {
  const shared = sharedText(troubles)
  if (shared === undefined) return lines(troubles)
  const unreported = lines(troubles.filter(({ reported }) => !reported))
  return [`* Node.AllConditions: ${shared}`, ...(unreported === '' ? [] : [unreported])].join('\n')
}

/** As upstream tells it: what is said of all hides what was never reported. */
export function tellTroublesReleased(troubles: readonly Trouble[]): string {
  const shared = sharedText(troubles)
  return shared === undefined ? lines(troubles) : `* Node.AllConditions: ${shared}`
}

const lines = (troubles: readonly Trouble[]): string =>
  troubles.map(({ type, text }) => `* Node.${type}: ${text}`).join('\n')

function sharedText(troubles: readonly Trouble[]): string | undefined {
  const [first, second, ...rest] = troubles.filter(({ reported }) => reported)
  if (first === undefined || second === undefined) return undefined
  return [second, ...rest].every(({ text }) => text === first.text) ? first.text : undefined
}
