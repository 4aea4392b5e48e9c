import { saysSomething, textAt, valueAt } from '../foreign/value.ts'
import { holds } from '../kinds/knowledge.ts'
import { type Signal, signal } from '../signal.ts'
import type { Subject } from '../subject.ts'

/** What is known to be filled, or to be equal, once all is done. */
export function expectationSignals(subject: Subject): readonly Signal[] {
  const { object, knowledge } = subject
  const filled = knowledge.flatMap(({ expects }) => Object.entries(expects ?? {}))
  const equal = knowledge.flatMap((each) => each.equal ?? [])
  return [
    ...filled.map(([path, otherwise]) => {
      const there = saysSomething(valueAt(object, path))
      const says = there ? `${path} is set` : otherwise
      return signal({
        path,
        value: there ? 'set' : '',
        says,
        sense: there ? 'good' : 'progress',
        of: 'whole',
        known: true,
      })
    }),
    ...equal
      .filter(({ unless }) => !unless?.some((test) => holds(object, test)))
      .map(({ one, other }) => ({ one, other, left: textAt(object, one), right: textAt(object, other) }))
      .filter(({ left, right }) => left !== '' && right !== '' && left !== right)
      .map(({ one, other, left, right }) =>
        signal({
          path: one,
          value: left,
          says: `${one} is ${left}, ${other} is ${right}`,
          sense: 'progress',
          of: 'whole',
          known: true,
        }),
      ),
  ]
}
