import { annotationsOf } from '../foreign/annotations.ts'
import { isFields, saysSomething, textAt, valueAt, wholeNumber } from '../foreign/value.ts'
import type { Field } from '../foreign/walk.ts'
import { holds } from '../kinds/knowledge.ts'
import { type Signal, signal } from '../signal.ts'
import type { Subject } from '../subject.ts'

// Fields of a spec that switch everything off, with the value that does.
const switches: Readonly<Record<string, string | boolean>> = {
  'spec.paused': true,
  'spec.pause': true,
  'spec.suspend': true,
  'spec.suspended': true,
  'spec.hibernate': true,
  'spec.stopped': true,
  'spec.disabled': true,
  'spec.disable': true,
  'spec.enabled': false,
  'spec.enable': false,
  'spec.shutdown': true,
  'spec.hibernation.enabled': true,
  'spec.runPolicy.suspend': true,
  'spec.managementState': 'Unmanaged',
  'spec.strategy.paused': true,
  'spec.updateStrategy.paused': true,
  'spec.updateStrategy.rollingUpdate.paused': true,
}

// The end of an annotation's name that keeps whoever looks after the object from doing so, with the values that do; whatever the domain before it.
const yes = /^(true|yes|on|1|)$/i
const no = /^(false|no|off|0|skip|disabled?|none)$/i
const annotationSwitches: readonly (readonly [name: RegExp, values: RegExp])[] = [
  [/(^|[/.-])(paused?|suspended?|pause-reconcil\w*|reconcil\w*-paused?)$/, yes],
  [/(^|[/.-])((skip|disable|ignore|stop)d?-reconcil\w*|reconcil\w*-(disabled|skipped)|unmanaged)$/, yes],
  [/(^|[/.-])(reconcile|reconciliation|reconcile-policy|managed)$/, no],
  [/(^|[/.-])actuation-mode$/, /^paused$/i],
]

/** What says that nobody is at work here on purpose. */
export function pauseSignals(subject: Subject, fields: readonly Field[]): readonly Signal[] {
  return [
    ...Object.entries(switches)
      .filter(([path, value]) => valueAt(subject.object, path) === value)
      .map(([path, value]) => paused(path, String(value))),
    ...annotationPauses(subject),
    ...toldPauses(subject),
    ...fields
      .filter(({ key, depth, value }) => depth === 1 && key === 'pauseConditions' && saysSomething(value))
      .map(({ path }) => paused(path, 'set')),
  ]
}

/** What is said by a rollout that stands at a step which pauses: it goes on when somebody says so. */
export function pausedStep({ spec, status }: Subject): readonly Signal[] {
  const path = ['currentStepIndex', 'canaryStatus.currentStepIndex'].find(
    (each) => wholeNumber(valueAt(status, each)) !== undefined,
  )
  const steps = ['strategy.canary.steps', 'strategy.steps', 'steps']
    .map((each) => valueAt(spec, each))
    .find(Array.isArray)
  if (path === undefined || steps === undefined) return []
  const at = wholeNumber(valueAt(status, path)) ?? 0
  const step: unknown = steps[at]
  if (!isFields(step) || !isFields(step['pause'])) return []
  const says = `step ${at} pauses`
  return [signal({ path: `status.${path}`, value: String(at), says, sense: 'paused', of: 'whole' })]
}

function paused(path: string, value: string): Signal {
  return signal({ path, value, says: `${path} is ${value}`, sense: 'paused', of: 'whole' })
}

function annotationPauses({ object, knowledge }: Subject): readonly Signal[] {
  const told = knowledge.find(({ pausedBy }) => pausedBy !== undefined)?.pausedBy ?? {}
  return Object.entries(annotationsOf(object))
    .filter(([name, value]) => {
      if (!Object.hasOwn(told, name))
        return annotationSwitches.some(([names, by]) => names.test(name) && by.test(value))
      const values = told[name] ?? []
      return values.length === 0 || values.includes(value)
    })
    .map(([name, value]) => paused(`metadata.annotations[${name}]`, value === '' ? 'set' : value))
}

function toldPauses({ object, knowledge }: Subject): readonly Signal[] {
  return knowledge
    .flatMap(({ pausedWhen }) => pausedWhen ?? [])
    .filter((test) => holds(object, test))
    .map(({ path }) => ({
      ...paused(path, textAt(object, path) || String(valueAt(object, path) ?? 'missing')),
      known: true,
    }))
}
