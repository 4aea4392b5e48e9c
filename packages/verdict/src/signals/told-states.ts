import type { KindKnowledge, Sense } from '@sitrep/status'
import { valuesAt } from '../foreign/paths.ts'
import { shown } from '../foreign/text.ts'
import type { Field } from '../foreign/walk.ts'
import { plainPath } from '../foreign/walk-status.ts'
import { readSense } from '../lexicon/read-sense.ts'
import { type Signal, signal } from '../signal.ts'
import type { Subject } from '../subject.ts'
import { signalSense } from './states.ts'

type Values = Readonly<Record<string, Sense>>

/** What the states say whose values are known for the kind, wherever they stand: numbers, labels and list entries too. */
export function toldStateSignals(subject: Subject): readonly Signal[] {
  return [...toldPaths(subject.knowledge)].flatMap(([path, values]) =>
    valuesAt(subject.object, path).flatMap((found) => toldSignal(subject, found, values) ?? []),
  )
}

/** Without the fields whose values are known for the kind: nobody else has to read them. */
export function withoutTold({ knowledge }: Subject, fields: readonly Field[]): readonly Field[] {
  const told = toldPaths(knowledge)
  return told.size === 0 ? fields : fields.filter(({ path }) => !told.has(plainPath(path)))
}

// Of two entries that name the same path the earlier one counts.
function toldPaths(knowledge: readonly KindKnowledge[]): ReadonlyMap<string, Values> {
  const all = knowledge.flatMap(({ states }) => Object.entries(states ?? {}))
  return new Map(all.reverse())
}

function toldSignal(
  subject: Subject,
  { path, value }: { path: string; value: unknown },
  values: Values,
): Signal | undefined {
  if (value === '' || !['string', 'number', 'boolean'].includes(typeof value)) return undefined
  const text = String(value)
  const told = toldSense(values, text)
  const says = `${path.replace(/^status\./, '')} is ${shown(text)}`
  return signal({
    path,
    value: text,
    says,
    of: 'whole',
    sense: signalSense(told ?? readSense(text), { of: 'whole', value: text, subject }),
    ...(told !== undefined && { known: true }),
  })
}

function toldSense(values: Values, value: string): Sense | undefined {
  if (Object.hasOwn(values, value)) return values[value]
  if (!Object.hasOwn(values, '*')) return undefined
  return values['*'] === 'none' ? 'none' : (readSense(value) ?? values['*'])
}
