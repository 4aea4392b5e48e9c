import { type KubeObject, parseAddress } from '@sitrep/status'
import { microTime } from '../../lease/lease-record.ts'
import type { Transition } from '../../transitions.ts'
import { type EventType, eventType } from './event-type.ts'

/** An Event as events.k8s.io/v1 has it. */
export interface EventObject extends KubeObject {
  readonly eventTime: string
  readonly type: EventType
  readonly reason: string
  readonly action: string
  readonly note: string
  readonly regarding: Readonly<Record<string, string>>
  readonly reportingController: string
  readonly reportingInstance: string
  readonly series?: EventSeries
}

export interface EventSeries {
  readonly count: number
  readonly lastObservedTime: string
}

/** What an Event says. */
export interface EventWords {
  readonly type: EventType
  readonly reason: string
  readonly action: string
  readonly note: string
  readonly annotations?: Readonly<Record<string, string>>
}

export interface EventDraft {
  /** The object that it is about, as the API server last answered it. */
  readonly object: KubeObject
  readonly words: EventWords
  /** Makes the name one of a kind. */
  readonly suffix: string
  readonly at: number
  /** Who speaks: the program, and which of several processes. */
  readonly controller: string
  readonly instance: string
}

// What the API server takes at most.
const mostNoteBytes = 1024
const mostNameBytes = 128
const mostObjectName = 200

/** What is said of a transition. */
export const transitionWords = (transition: Transition): EventWords => ({
  type: eventType(transition),
  reason: reasonOf(transition),
  action: 'UpdateStatus',
  note: noteOf(transition),
})

/** The Event that says something of an object. */
export function eventOf({ object, words, suffix, at, controller, instance }: EventDraft): EventObject {
  const { namespace, name, uid, resourceVersion } = object.metadata
  return {
    apiVersion: 'events.k8s.io/v1',
    kind: 'Event',
    metadata: {
      name: `${name.slice(0, mostObjectName).replace(/[^a-z0-9]+$/, '')}.${suffix}`,
      // Events of what lives in no namespace are kept where everybody looks for them.
      namespace: namespace ?? 'default',
      ...(words.annotations !== undefined && { annotations: words.annotations }),
    },
    eventTime: microTime(at),
    type: words.type,
    reason: shortened(words.reason, mostNameBytes),
    action: words.action,
    note: shortened(words.note, mostNoteBytes),
    regarding: {
      apiVersion: object.apiVersion,
      kind: object.kind,
      name,
      ...(namespace !== undefined && { namespace }),
      ...(uid !== undefined && { uid }),
      ...(resourceVersion !== undefined && { resourceVersion }),
    },
    reportingController: controller,
    reportingInstance: shortened(instance, mostNameBytes),
  }
}

/** What is said once however often it happens: the same of the same object. */
export const eventKey = ({ metadata: { uid = '' } }: KubeObject, words: EventWords): string =>
  JSON.stringify([uid, words.type, words.reason, words.note])

const reasonOf = ({ type, to, reason }: Transition): string =>
  reason === '' ? `${parseAddress(type).type}${to}` : reason

function noteOf({ type, to, message }: Transition): string {
  const words = `${type} is ${to}`
  return message === '' ? words : `${words}: ${message}`
}

/** What is said, with the first cause behind it; the cause is cut before what is said is. */
export const withCause = (note: string, cause: string | undefined): string =>
  cause === undefined ? note : shortened(`${note} (first cause: ${cause})`, mostNoteBytes)

/** At most so many bytes, and no half character at the end. */
function shortened(text: string, mostBytes: number): string {
  const bytes = Buffer.from(text)
  if (bytes.length <= mostBytes) return text
  return `${bytes
    .subarray(0, mostBytes - 3)
    .toString('utf8')
    .replace(/\uFFFD+$/, '')}…`
}
