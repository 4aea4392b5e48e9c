import { annotationsOf } from '../foreign/annotations.ts'
import { saysSomething, textAt, valueAt } from '../foreign/value.ts'
import type { Field } from '../foreign/walk.ts'
import { holds } from '../kinds/knowledge.ts'
import { type Signal, signal } from '../signal.ts'
import type { Subject } from '../subject.ts'

const flags = [
  'spec.paused',
  'spec.pause',
  'spec.suspend',
  'spec.suspended',
  'spec.hibernate',
  'spec.stopped',
] as const
// The end of an annotation's name that pauses whoever looks after the object, whatever the domain before it.
const pausingName = /(^|[/.-])(paused?|suspended?|pause-reconcil\w*|reconcil\w*-paused?)$/

/** What says that nobody is at work here on purpose. */
export function pauseSignals(subject: Subject, fields: readonly Field[]): readonly Signal[] {
  return [
    ...flags.filter((path) => valueAt(subject.object, path) === true).map((path) => paused(path, 'true')),
    ...annotationPauses(subject),
    ...toldPauses(subject),
    ...fields
      .filter(({ key, depth, value }) => depth === 1 && key === 'pauseConditions' && saysSomething(value))
      .map(({ path }) => paused(path, 'set')),
  ]
}

function paused(path: string, value: string): Signal {
  return signal({ path, value, says: `${path} is ${value}`, sense: 'paused', of: 'whole' })
}

function annotationPauses({ object, knowledge }: Subject): readonly Signal[] {
  const told = knowledge.find(({ pausedBy }) => pausedBy !== undefined)?.pausedBy ?? {}
  return Object.entries(annotationsOf(object))
    .filter(([name, value]) => {
      if (!Object.hasOwn(told, name)) return pausingName.test(name) && /^(true|yes|on|1|)$/i.test(value)
      const values = told[name] ?? []
      return values.length === 0 || values.includes(value)
    })
    .map(([name, value]) => paused(`metadata.annotations[${name}]`, value === '' ? 'set' : value))
}

function toldPauses({ object, knowledge }: Subject): readonly Signal[] {
  return knowledge
    .flatMap(({ pausedWhen }) => pausedWhen ?? [])
    .filter((test) => holds(object, test))
    .map(({ path }) => paused(path, textAt(object, path) || String(valueAt(object, path) ?? 'missing')))
}
