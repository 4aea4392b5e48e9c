import { shown } from '../foreign/text.ts'
import { isFields } from '../foreign/value.ts'
import { readSense } from '../lexicon/read-sense.ts'
import { type Signal, signal } from '../signal.ts'
import type { Subject } from '../subject.ts'
import { isStateName } from './states.ts'

/**
 * What is said of the last time something was done: that it still goes on, or, where nothing else speaks, that it failed.
 * That it went well says nothing of now.
 */
export function lastSignals({ status, knowledge }: Subject): readonly Signal[] {
  const told = new Set(knowledge.flatMap(({ states }) => Object.keys(states ?? {})))
  return Object.entries(status)
    .filter(([key]) => /^last[A-Z]/.test(key))
    .flatMap(([key, value]) =>
      isFields(value)
        ? Object.entries(value).map(([inner, text]) => [`${key}.${inner}`, inner, text] as const)
        : [[key, key, value] as const],
    )
    .filter(([path, name]) => isStateName(name) && !told.has(`status.${path}`))
    .flatMap(([path, , value]) => lastSignal(path, value) ?? [])
}

function lastSignal(path: string, value: unknown): Signal | undefined {
  if (typeof value !== 'string') return undefined
  const said = readSense(value)
  const place = { path: `status.${path}`, value, says: `${path} is ${shown(value)}`, of: 'whole' } as const
  if (said === 'progress') return signal({ ...place, sense: 'progress' })
  return said === 'bad' || said === 'final' ? signal({ ...place, sense: 'bad', guessed: true }) : undefined
}
