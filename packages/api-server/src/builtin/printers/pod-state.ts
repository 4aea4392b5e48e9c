import type { JsonObject, KubeObject } from '../../json/json.ts'
import { memberOf, numberOf, objectOf, objectsOf, textOf } from '../validation/read.ts'
import { age } from './column.ts'

/** What one line of `kubectl get pods` says, beside the name. */
export interface PodState {
  readonly ready: number
  readonly containers: number
  readonly reason: string
  readonly restarts: number
  /** When a container last ended, if any was restarted. */
  readonly lastRestart: string
}

/** Reads the state of a pod out of the states of its containers. */
export function podState(pod: KubeObject): PodState {
  const spec = objectOf(pod, 'spec')
  const status = objectOf(pod, 'status')
  const sidecars = new Set(
    objectsOf(spec, 'initContainers')
      .filter((container) => textOf(container, 'restartPolicy') === 'Always')
      .map((container) => textOf(container, 'name')),
  )
  const containers = objectsOf(spec, 'containers').length + sidecars.size
  const initial = initialState(status, sidecars, objectsOf(spec, 'initContainers').length)
  const running = initial.waiting && !isTrue(status, 'Initialized') ? initial : runningState(status, initial)
  return { ...running, containers, reason: deletedReason(pod, running.reason) }
}

/** Restarts as kubectl shows them, with the time since the last one. */
export function formatRestarts({ restarts, lastRestart }: PodState, now: number): string {
  return restarts === 0 || lastRestart === ''
    ? String(restarts)
    : `${restarts} (${age(lastRestart, now)} ago)`
}

interface Progress {
  readonly ready: number
  readonly reason: string
  readonly restarts: number
  readonly lastRestart: string
}

interface InitialProgress extends Progress {
  readonly waiting: boolean
  readonly sidecarRestarts: number
  readonly sidecarLastRestart: string
}

function initialState(
  status: JsonObject | undefined,
  sidecars: ReadonlySet<string>,
  count: number,
): InitialProgress {
  let progress: InitialProgress = {
    ready: 0,
    reason: firstReason(status),
    restarts: 0,
    lastRestart: '',
    waiting: false,
    sidecarRestarts: 0,
    sidecarLastRestart: '',
  }
  for (const [index, container] of objectsOf(status, 'initContainerStatuses').entries()) {
    const sidecar = sidecars.has(textOf(container, 'name'))
    progress = addRestarts(progress, container, sidecar)
    const terminated = stateOf(container, 'terminated')
    if (terminated !== undefined && (numberOf(terminated, 'exitCode') ?? 0) === 0) continue
    if (sidecar && memberOf(container, 'started') === true) {
      if (memberOf(container, 'ready') === true) progress = { ...progress, ready: progress.ready + 1 }
      continue
    }
    return { ...progress, waiting: true, reason: initialReason(container, index, count) }
  }
  return progress
}

function addRestarts(progress: InitialProgress, container: JsonObject, sidecar: boolean): InitialProgress {
  const count = numberOf(container, 'restartCount') ?? 0
  const ended = lastEnd(container)
  const all = { restarts: progress.restarts + count, lastRestart: later(progress.lastRestart, ended) }
  if (!sidecar) return { ...progress, ...all }
  return {
    ...progress,
    ...all,
    sidecarRestarts: progress.sidecarRestarts + count,
    sidecarLastRestart: later(progress.sidecarLastRestart, ended),
  }
}

function initialReason(container: JsonObject, index: number, count: number): string {
  const terminated = stateOf(container, 'terminated')
  if (terminated !== undefined) return `Init:${endReason(terminated)}`
  const waiting = textOf(stateOf(container, 'waiting'), 'reason')
  return waiting !== '' && waiting !== 'PodInitializing' ? `Init:${waiting}` : `Init:${index}/${count}`
}

function runningState(status: JsonObject | undefined, initial: InitialProgress): Progress {
  let { ready, reason } = initial
  let restarts = initial.sidecarRestarts
  let lastRestart = initial.sidecarLastRestart
  let running = false
  let failure = ''
  for (const container of objectsOf(status, 'containerStatuses').toReversed()) {
    restarts += numberOf(container, 'restartCount') ?? 0
    lastRestart = later(lastRestart, lastEnd(container))
    const waiting = textOf(stateOf(container, 'waiting'), 'reason')
    const terminated = stateOf(container, 'terminated')
    if (waiting !== '') reason = waiting
    else if (terminated !== undefined) {
      reason = endReason(terminated)
      if ((numberOf(terminated, 'exitCode') ?? 0) !== 0) failure = reason
    } else if (memberOf(container, 'ready') === true && stateOf(container, 'running') !== undefined) {
      running = true
      ready += 1
    }
  }
  if (reason === 'Completed') reason = afterCompletion({ running, failure, ready: isTrue(status, 'Ready') })
  return { ready, reason, restarts, lastRestart }
}

interface Completion {
  readonly running: boolean
  readonly failure: string
  readonly ready: boolean
}

/** Some containers ended well while others may go on. */
function afterCompletion({ running, failure, ready }: Completion): string {
  if (running && ready) return 'Running'
  if (failure !== '') return failure
  return running ? 'NotReady' : 'Completed'
}

function firstReason(status: JsonObject | undefined): string {
  const gated = objectsOf(status, 'conditions').some(
    (condition) =>
      textOf(condition, 'type') === 'PodScheduled' && textOf(condition, 'reason') === 'SchedulingGated',
  )
  return gated ? 'SchedulingGated' : textOf(status, 'reason') || textOf(status, 'phase')
}

function deletedReason(pod: KubeObject, reason: string): string {
  if (textOf(pod.metadata, 'deletionTimestamp') === '') return reason
  const status = objectOf(pod, 'status')
  if (textOf(status, 'reason') === 'NodeLost') return 'Unknown'
  const ended = ['Succeeded', 'Failed'].includes(textOf(status, 'phase'))
  return ended ? reason : 'Terminating'
}

function endReason(terminated: JsonObject): string {
  const reason = textOf(terminated, 'reason')
  if (reason !== '') return reason
  const signal = numberOf(terminated, 'signal') ?? 0
  return signal === 0 ? `ExitCode:${numberOf(terminated, 'exitCode') ?? 0}` : `Signal:${signal}`
}

function stateOf(container: JsonObject, state: string): JsonObject | undefined {
  return objectOf(objectOf(container, 'state'), state)
}

function lastEnd(container: JsonObject): string {
  return textOf(objectOf(objectOf(container, 'lastState'), 'terminated'), 'finishedAt')
}

/** Timestamps of Kubernetes sort as text. */
function later(a: string, b: string): string {
  return a > b ? a : b
}

function isTrue(status: JsonObject | undefined, type: string): boolean {
  return objectsOf(status, 'conditions').some(
    (condition) => textOf(condition, 'type') === type && textOf(condition, 'status') === 'True',
  )
}
