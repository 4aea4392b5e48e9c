import type { Engine, Explanation, StatusChange } from '@sitrep/engine'
import { formatAddress, formatRef, type KubeObject, type ObjectRef, refKey, same } from '@sitrep/status'
import type { Connection } from '../connection/connection.ts'
import type { ControllerEvents } from '../controller-events.ts'
import { Background } from '../faults.ts'
import type { ServedResource } from '../observe/reflector/resource.ts'
import type { Timing } from '../timing.ts'
import { transitionsBetween } from '../transitions.ts'
import { EchoGuard, leftAloneMs } from './echo-guard.ts'
import type { EventWords } from './events/event-object.ts'
import { EventRecorder } from './events/event-recorder.ts'
import type { PublishedObjects } from './published-objects.ts'
import { fieldManager, Publisher } from './publisher.ts'
import type { WantedStatus } from './status-patch.ts'
import { undone } from './undone.ts'
import { type Priority, priorityOf } from './write-queue.ts'

export interface PublishingOptions
  extends Pick<
    ControllerEvents,
    'onWritten' | 'onFight' | 'onWriteError' | 'onHeldBack' | 'onEvent' | 'onFault'
  > {
  readonly connection: Connection
  readonly timing: Timing
  readonly engine: Engine
  readonly objects: PublishedObjects
  /** How the kind of an object is served; nothing while it is not. */
  readonly resourceOf: (ref: ObjectRef) => ServedResource | undefined
  readonly mayWrite?: ((ref: ObjectRef, object: KubeObject | undefined) => boolean) | undefined
  readonly inFlight?: number | undefined
  readonly instance?: string | undefined
  readonly causeOf?: ((explanation: Explanation) => string | undefined) | undefined
}

/** Makes the API say what is computed, and tells by Events what was written. Others who write the same are named and not fought. */
export class Publishing {
  readonly #options: PublishingOptions
  readonly #publisher: Publisher
  readonly #recorder: EventRecorder
  readonly #echo = new EchoGuard(fieldManager)
  readonly #waitingSince: Map<string, number> = new Map()
  readonly #ending = new AbortController()
  readonly #background: Background

  constructor(options: PublishingOptions) {
    const { connection, timing, instance = fieldManager, onEvent, onFault } = options
    this.#options = options
    this.#background = new Background(onFault)
    this.#publisher = this.#createPublisher()
    this.#recorder = new EventRecorder({
      connection,
      timing,
      instance,
      causeOf: ({ ref, type }) => {
        const explanation = options.causeOf && options.engine.explain(ref, type)
        return explanation && options.causeOf?.(explanation)
      },
      ...(onEvent && { onOutcome: onEvent }),
      ...(onFault && { onFault }),
    })
  }

  /** Objects that wait to be written. */
  get depth(): number {
    return this.#publisher.depth
  }

  /** Takes statuses that were computed; those that are not urgent by themselves are as urgent as is said. */
  publish(statuses: readonly StatusChange[], otherwise: Priority): void {
    const elapsed = this.#options.timing.elapsed()
    for (const change of statuses) {
      if (change.status === undefined || !this.#options.objects.has(change.ref)) continue
      const key = refKey(change.ref)
      if (!this.#waitingSince.has(key)) this.#waitingSince.set(key, elapsed)
      this.#publisher.add(change.ref, priorityOf(change) ?? otherwise)
    }
  }

  /** Looks at objects that have just come from the API: they may no longer say what we say, although what we say is the same. */
  checkArrived(refs: readonly ObjectRef[]): void {
    const elapsed = this.#options.timing.elapsed()
    for (const ref of refs) this.#checkEcho(ref, elapsed)
  }

  /** Says something of an object that is this process's to write. */
  tell(ref: ObjectRef, words: EventWords): void {
    const { engine, mayWrite, objects } = this.#options
    const object = objects.stored.get(ref)
    if (object !== undefined && mayWrite?.(ref, engine.object(ref)) !== false)
      this.#recorder.tell(object, words)
  }

  forget(ref: ObjectRef): void {
    this.#publisher.forget(ref)
    this.#echo.forget(ref)
    this.#waitingSince.delete(refKey(ref))
  }

  /** Nothing is begun to be written until it is released. */
  hold(): void {
    this.#publisher.hold()
  }

  release(): void {
    this.#publisher.release()
  }

  idle(): Promise<void> {
    return this.#publisher.idle()
  }

  /** No object is waited for any longer; the writes under way are finished. */
  async stop(): Promise<void> {
    this.#ending.abort()
    await this.#publisher.stop()
    await this.#recorder.stop()
  }

  #checkEcho(ref: ObjectRef, elapsed: number): void {
    const { engine, mayWrite, objects, onFight, timing } = this.#options
    // While something of ours is on its way, what the API shows is not the answer to it yet.
    if (this.#waitingSince.has(refKey(ref)) || this.#publisher.isBusy(ref)) return
    const stored = objects.stored.get(ref)
    // Neither they nor we say anything: so it is with most objects of a world that is being read.
    if (stored?.status === undefined && this.#saysNothing(ref)) return
    const wanted = this.#wanted(ref, stored)
    // How often we were overwritten is of the past where another process writes the object now. Where that one says something else, it is
    // looked at again: it may have been wrong when the object became ours, and nothing else would tell us.
    if (mayWrite?.(ref, engine.object(ref)) === false) {
      this.#echo.forget(ref)
      if (stored !== undefined && wanted !== undefined && undone(stored, wanted).length > 0)
        this.#publisher.add(ref, 'other')
      return
    }
    if (stored === undefined || wanted === undefined) return
    const computed = engine.object(ref)?.status
    if (computed !== undefined && same(stored.status, computed)) {
      objects.stored.adopt(ref, computed)
      return
    }
    // What the server has not taken was undone by nobody.
    if (this.#publisher.hasFailed(ref)) {
      this.#publisher.add(ref, 'other')
      return
    }
    const writers = objects.stored.writers(ref)
    const answer = this.#echo.seen(ref, undone(stored, wanted), { writers, elapsed })
    switch (answer.kind) {
      case 'as-written':
        return
      case 'write-again':
        this.#publisher.add(ref, 'other')
        return
      case 'fight':
        onFight?.({ ...answer.fight, ref })
        this.#background.run(
          { what: 'leaving an object alone', about: 'object', name: formatRef(ref) },
          async () => {
            await timing.sleep(leftAloneMs, this.#ending.signal)
            if (this.#ending.signal.aborted) return
            this.#echo.endRest(ref)
            this.#publisher.add(ref, 'other')
          },
        )
    }
  }

  #createPublisher(): Publisher {
    const { connection, timing, engine, objects, resourceOf, mayWrite } = this.#options
    const { onWritten, onWriteError, onHeldBack, onFault, inFlight } = this.#options
    return new Publisher({
      connection,
      timing,
      resourceOf,
      stored: (ref) => objects.stored.get(ref),
      versionOf: (ref) => objects.stored.versionOf(ref),
      wanted: (ref, stored) => this.#wanted(ref, stored),
      onDone: (ref) => this.#waitingSince.delete(refKey(ref)),
      onWritten: (ref, answer, before) => {
        this.#written(ref, answer, before)
        const since = this.#waitingSince.get(refKey(ref)) ?? timing.elapsed()
        onWritten?.(ref, (timing.elapsed() - since) / 1000)
      },
      onError: (ref, error) => onWriteError?.(ref, error),
      ...(mayWrite && { mayWrite: (ref) => mayWrite(ref, engine.object(ref)) }),
      ...(onHeldBack && { onHeldBack }),
      ...(onFault && { onFault }),
      ...(inFlight !== undefined && { inFlight }),
    })
  }

  #saysNothing(ref: ObjectRef): boolean {
    const { engine } = this.#options
    return engine.claims(ref).length === 0 && engine.ownership(ref).fields.length === 0
  }

  #wanted(ref: ObjectRef, stored: KubeObject | undefined): WantedStatus | undefined {
    const { engine, timing, objects } = this.#options
    const computed = engine.object(ref)
    const status = computed?.status as WantedStatus['status'] | undefined
    // What was computed of one object is not true of another that bears its name.
    if (stored !== undefined && computed !== undefined && isAnother(stored, computed)) return undefined
    if (status === undefined || this.#echo.leavesAlone(ref, timing.elapsed())) return undefined
    const { lists, fields } = engine.ownership(ref)
    const layout = stored && objects.layoutOf(stored)
    return { status, owned: engine.claims(ref), lists, fields, ...(layout && { layout }) }
  }

  // Events speak of what was written and by whom, so of nothing that another process writes and of nothing that was only seen.
  #written(ref: ObjectRef, answer: KubeObject | undefined, before: KubeObject): void {
    const { engine, objects } = this.#options
    const known = objects.stored.get(ref)
    // Meanwhile the object has gone, and another may bear its name, of which nobody has said anything yet.
    if (known === undefined || isAnother(known, before)) {
      if (known !== undefined) this.#publisher.add(ref, 'other')
      return
    }
    if (answer !== undefined) {
      objects.stored.put(answer)
      // Somebody wrote after us, and the watch was faster than our answer: nobody has looked yet whether our words still stand.
      if (objects.stored.versionOf(ref) !== answer.metadata.resourceVersion) this.#publisher.add(ref, 'other')
    }
    // What was not there before has not changed.
    const earlier = before.status === undefined ? [] : objects.conditionsIn(before, ref)
    const object = earlier.length === 0 ? undefined : (answer ?? objects.stored.get(ref))
    if (object === undefined) return
    const claims = engine.claims(ref)
    const ours = objects.conditionsIn(object, ref).filter((each) => claims.includes(formatAddress(each)))
    this.#recorder.record(object, transitionsBetween(ref, earlier, ours))
  }
}

const isAnother = ({ metadata: { uid } }: KubeObject, { metadata }: KubeObject): boolean =>
  uid !== undefined && metadata.uid !== undefined && uid !== metadata.uid
