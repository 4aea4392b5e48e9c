import type { Line } from '@sitrep/present'
import type { Following, KubeconfigState, KubeObject, Trouble } from '@sitrep/status'
import { type Progress, progressOf } from '@sitrep/status/following'
import { changesBetween } from '../show/changes.ts'
import { type Event, type Subject, subjectOf, toldTrouble } from '../show/event.ts'
import { troubleWords } from '../show/event-line.ts'
import { type BlockOptions, progressBlock } from '../show/progress-block.ts'
import type { Followed, Outcome } from './followed.ts'
import { kubeconfigIn } from './kubeconfig-file.ts'
import { givesUpAt, hopeless, type LastingTrouble, type Patience, remember } from './patience.ts'
import type { ProgressWatch, Seen } from './progress-watch.ts'

export interface FollowedOptions {
  readonly following: Following
  /** As the server answered when it was applied. */
  readonly object: KubeObject
  readonly watch: Pick<ProgressWatch, 'seen' | 'stop'>
  readonly patience: Patience
  /** Where its kubeconfig goes, where its kind has one. */
  readonly kubeconfigPath: string
  readonly writeKubeconfig: (path: string, text: string) => void
  readonly tell: (event: Event) => void
}

/** One object on its way to being ready. */
export class FollowedProgress implements Followed {
  readonly subject: Subject
  readonly goal = 'ready'
  readonly #options: FollowedOptions
  #progress: Progress | undefined
  #troubles: readonly LastingTrouble[] | undefined
  #written: string | undefined
  #readySince: number | undefined
  #wasThere = false
  #unreadable: string | undefined

  constructor(options: FollowedOptions) {
    this.#options = options
    this.subject = subjectOf(options.object)
  }

  /** Looks at what there is now, tells what has changed, and decides whether the wait is over. */
  look(now: number): Outcome | undefined {
    const { watch, following, patience, tell } = this.#options
    const seen = watch.seen
    this.#unreadable = seen.unreadable
    const gone = this.#goneFrom(seen)
    if (gone !== undefined) return { is: 'failed', why: gone }
    // Half of what belongs together would read as having lost its other half.
    if (!seen.complete && this.#progress === undefined) return undefined
    const kubeconfig = this.#kubeconfig(seen)
    const found = progressOf(following, { ...seen, kubeconfig })
    const progress = { ...found, troubles: [...this.#readTroubles(), ...found.troubles] }
    for (const event of changesBetween(this.#progress, progress, this.subject)) tell(event)
    this.#progress = progress
    if (!seen.complete) return undefined
    this.#troubles = remember(this.#troubles, progress.troubles, { now, ...patience })
    const ready = progress.ready && progress.troubles.length === 0
    this.#readySince = ready ? (this.#readySince ?? now) : undefined
    if (this.#readySince !== undefined)
      return now - this.#readySince >= patience.settleMs ? { is: 'ready' } : undefined
    const trouble = hopeless(this.#troubles, now, patience)
    return trouble && { is: 'failed', why: troubleWords(toldTrouble(trouble.trouble)) }
  }

  picture(options: BlockOptions): readonly Line[] {
    const phases = this.#progress?.phases ?? []
    return progressBlock({ object: this.subject, phases, troubles: this.#troubles ?? [] }, options)
  }

  /** What is not yet as it should be, each with what it says. */
  get missing(): readonly string[] {
    if (this.#progress === undefined) return ['nobody knows: it has not been read yet']
    const open = this.#progress.phases.filter(({ state }) => state !== 'done' && state !== 'skipped')
    const troubles = (this.#troubles ?? []).map(({ trouble }) => troubleWords(toldTrouble(trouble)))
    return [
      ...open.map(({ title, note }) =>
        note === undefined ? title : `${title} (${note.split('\n').join(' ')})`,
      ),
      ...troubles,
    ]
  }

  /** When the clock alone will change the answer. */
  get nextAt(): number | undefined {
    const { patience } = this.#options
    return this.#readySince === undefined
      ? givesUpAt(this.#troubles ?? [], patience)
      : this.#readySince + patience.settleMs
  }

  get readable(): boolean {
    return this.#progress !== undefined && this.#unreadable === undefined
  }

  get settled(): boolean {
    return this.#troubles !== undefined && this.#readySince === undefined
  }

  stop(): Promise<void> {
    return this.#options.watch.stop()
  }

  #goneFrom({ object, complete, unreadable }: Seen): string | undefined {
    if (object?.metadata.deletionTimestamp !== undefined) return 'it is being deleted'
    if (object !== undefined) this.#wasThere = true
    if (object === undefined && unreadable === undefined && (this.#wasThere || complete))
      return 'it was deleted'
    return undefined
  }

  #readTroubles(): readonly Trouble[] {
    if (this.#unreadable === undefined) return []
    const text = `It cannot be read now: ${this.#unreadable}`
    return [{ object: this.#options.object, text, weight: 'passing' }]
  }

  // It is good as soon as it leads somewhere, long before what it leads to is ready.
  #kubeconfig({ object, secret, secretUnreadable }: Seen): KubeconfigState {
    const { following, kubeconfigPath: path, writeKubeconfig, tell } = this.#options
    const { kubeconfig } = following
    if (kubeconfig === undefined) return { is: 'absent' }
    const { key } = kubeconfig.secret(object ?? this.#options.object)
    const text = secret && kubeconfigIn(secret, key)
    if (text === undefined) {
      return secretUnreadable === undefined ? { is: 'absent' } : { is: 'unreadable', why: secretUnreadable }
    }
    if (object === undefined || !kubeconfig.usable(object)) return { is: 'there' }
    if (text !== this.#written) {
      writeKubeconfig(path, text)
      this.#written = text
      tell({ event: 'kubeconfig', object: this.subject, path })
    }
    return { is: 'written', path }
  }
}
