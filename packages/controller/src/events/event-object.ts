import { type KubeObject, parseAddress } from '@sitrep/status'
import type { Transition } from '../history/transitions.ts'
import { microTime } from '../lease/lease-record.ts'
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

export interface EventDraft {
  /** The object as the API server answered the write. */
  readonly object: KubeObject
  readonly transition: Transition
  /** Makes the name one of a kind. */
  readonly suffix: string
  readonly at: number
  readonly instance: string
}

// What the API server takes at most.
const mostNoteBytes = 1024
const mostNameBytes = 128
const mostObjectName = 200

/** The Event that tells of a transition. */
export function eventOf({ object, transition, suffix, at, instance }: EventDraft): EventObject {
  const { namespace, name, uid, resourceVersion } = object.metadata
  return {
    apiVersion: 'events.k8s.io/v1',
    kind: 'Event',
    metadata: {
      name: `${name.slice(0, mostObjectName).replace(/[^a-z0-9]+$/, '')}.${suffix}`,
      // Events of what lives in no namespace are kept where everybody looks for them.
      namespace: namespace ?? 'default',
    },
    eventTime: microTime(at),
    type: eventType(transition),
    reason: shortened(reasonOf(transition), mostNameBytes),
    action: 'UpdateStatus',
    note: noteOf(transition),
    regarding: {
      apiVersion: object.apiVersion,
      kind: object.kind,
      name,
      ...(namespace !== undefined && { namespace }),
      ...(uid !== undefined && { uid }),
      ...(resourceVersion !== undefined && { resourceVersion }),
    },
    reportingController: 'sitrep',
    reportingInstance: shortened(instance, mostNameBytes),
  }
}

/** What is said once however often it happens: the same transition of the same object in the same words. */
export const eventKey = ({ metadata: { uid = '' } }: KubeObject, transition: Transition): string =>
  JSON.stringify([uid, transition.type, transition.to, transition.reason, transition.message])

const reasonOf = ({ type, to, reason }: Transition): string =>
  reason === '' ? `${parseAddress(type).type}${to}` : reason

function noteOf({ type, to, message }: Transition): string {
  const words = `${type} is ${to}`
  return shortened(message === '' ? words : `${words}: ${message}`, mostNoteBytes)
}

/** At most so many bytes, and no half character at the end. */
function shortened(text: string, mostBytes: number): string {
  const bytes = Buffer.from(text)
  if (bytes.length <= mostBytes) return text
  return `${bytes
    .subarray(0, mostBytes - 3)
    .toString('utf8')
    .replace(/\uFFFD+$/, '')}…`
}
