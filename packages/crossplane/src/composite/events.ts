import type { PassEvent } from '../managed/conclude.ts'
import type { CompositeFacts, FunctionResult } from './facts.ts'

/** An event of a composite, and whether its claim hears of it too. */
export interface CompositeEvent extends PassEvent {
  /** What is told on the claim; nothing where it hears nothing. */
  readonly onClaim: PassEvent | undefined
}

/** The events that the results of functions amount to. Warnings say nothing about whether the composite is in sync. */
export function functionEvents({ functions }: Pick<CompositeFacts, 'functions'>): readonly CompositeEvent[] {
  return functions.results.map(eventOf)
}

function eventOf({ step, severity, reason, message, target }: FunctionResult): CompositeEvent {
  const named = reason || 'ComposeResources'
  const where = `Pipeline step ${JSON.stringify(step)}`
  if (severity === 'unknown') {
    const told = `${where} returned a result of unknown severity (assuming warning): ${message}`
    return { type: 'Warning', reason: named, message: told, onClaim: undefined }
  }
  const event: PassEvent = { type: severity === 'warning' ? 'Warning' : 'Normal', reason: named, message }
  return {
    ...event,
    message: `${where}: ${message}`,
    onClaim: target === 'composite-and-claim' ? event : undefined,
  }
}

/** The events that tell which composed resources are not valid or not ready yet. */
export function composedEvents({ composed }: Pick<CompositeFacts, 'composed'>): readonly PassEvent[] {
  const told = (name: string, what: string): PassEvent => ({
    type: 'Normal',
    reason: 'ComposeResources',
    message: `Composed resource ${JSON.stringify(name)} is not yet ${what}`,
  })
  return composed.flatMap(({ name, synced, ready }) => [
    ...(synced ? [] : [told(name, 'valid')]),
    ...(ready ? [] : [told(name, 'ready')]),
  ])
}
