import { formatAge, type Line, span } from '@sitrep/present'
import type { KubeObject } from '@sitrep/status'
import type { Followed, Outcome } from '../follow/followed.ts'
import type { FollowedFamily } from '../following-of.ts'
import { type Event, type Subject, subjectOf } from '../show/event.ts'
import { subjectName } from '../show/event-line.ts'
import type { BlockOptions } from '../show/progress-block.ts'
import type { DeletionWatch } from './deletion-watch.ts'
import { type Remaining, remainingOf } from './remaining.ts'

export interface FollowedDeletionOptions {
  readonly object: KubeObject
  readonly watch: Pick<DeletionWatch, 'object' | 'parts' | 'unreadable' | 'complete' | 'stop'>
  readonly families: readonly FollowedFamily[]
  readonly tell: (event: Event) => void
}

const mostBlockers = 5

/** One object on its way out. */
export class FollowedDeletion implements Followed {
  readonly subject: Subject
  readonly goal = 'gone'
  readonly #options: FollowedDeletionOptions
  #remaining: Remaining = { left: [], blockers: [] }
  #gone = false

  constructor(options: FollowedDeletionOptions) {
    this.#options = options
    this.subject = subjectOf(options.object)
  }

  look(): Outcome | undefined {
    const { watch, families } = this.#options
    if (!watch.complete || watch.unreadable !== undefined) return undefined
    const { object } = watch
    if (object === undefined) {
      this.#gone = true
      this.#remaining = { left: [], blockers: [] }
      return { is: 'gone' }
    }
    this.#tellChanges(remainingOf(object, watch.parts, families))
    return undefined
  }

  get missing(): readonly string[] {
    const { left, blockers } = this.#remaining
    const { unreadable } = this.#options.watch
    return [
      ...(unreadable === undefined ? [] : [`it cannot be read now: ${unreadable}`]),
      ...(left.length === 0 ? ['the object itself'] : left),
      ...blockers,
    ]
  }

  get readable(): boolean {
    const { complete, unreadable } = this.#options.watch
    return complete && unreadable === undefined
  }

  get settled(): boolean {
    return this.#options.watch.complete
  }

  /** The clock alone decides nothing here. */
  readonly nextAt = undefined

  picture({ elapsedMs }: BlockOptions): readonly Line[] {
    const { left, blockers } = this.#remaining
    const more = blockers.length - mostBlockers
    return [
      [
        span(subjectName(this.subject), 'heading'),
        span(this.#gone ? ' is gone' : ' is being deleted', this.#gone ? 'good' : 'progressing'),
        span(`  ${formatAge(elapsedMs)}`, 'muted'),
      ],
      ...(left.length === 0 ? [] : [[span(`  still there: ${left.join(', ')}`)]]),
      ...blockers.slice(0, mostBlockers).map((blocker) => [span('  ! ', 'unknown'), span(blocker)]),
      ...(more > 0 ? [[span(`  ! and ${more} more`, 'muted')]] : []),
    ]
  }

  stop(): Promise<void> {
    return this.#options.watch.stop()
  }

  #tellChanges(remaining: Remaining): void {
    const { tell } = this.#options
    const before = this.#remaining
    this.#remaining = remaining
    const { left, blockers } = remaining
    if (left.length > 0 && left.join() !== before.left.join())
      tell({ event: 'left', object: this.subject, left })
    if (blockers.length > 0 && blockers.join() !== before.blockers.join())
      tell({ event: 'blocked', object: this.subject, by: blockers })
  }
}
