import type { Line } from '@sitrep/present'
import type { KubeObject } from '@sitrep/status'
import { type ClusterFamily, type Progress, progressOf } from '../phases/families.ts'
import type { KubeconfigState } from '../phases/phase.ts'
import type { Trouble } from '../phases/trouble.ts'
import { changesBetween } from '../show/changes.ts'
import { type Event, type Subject, subjectOf, toldTrouble } from '../show/event.ts'
import { troubleWords } from '../show/event-line.ts'
import { type BlockOptions, progressBlock } from '../show/progress-block.ts'
import type { ClusterWatch, Seen } from './cluster-watch.ts'
import type { Followed, Outcome } from './followed.ts'
import { kubeconfigIn } from './kubeconfig-file.ts'
import { givesUpAt, hopeless, type LastingTrouble, type Patience, remember } from './patience.ts'

export interface FollowedOptions {
  readonly family: ClusterFamily
  /** As the server answered when it was applied. */
  readonly cluster: KubeObject
  readonly watch: Pick<ClusterWatch, 'seen' | 'stop'>
  readonly patience: Patience
  readonly kubeconfigPath: string
  readonly writeKubeconfig: (path: string, text: string) => void
  readonly tell: (event: Event) => void
}

/** One cluster on its way. */
export class FollowedCluster implements Followed {
  readonly subject: Subject
  readonly goal = 'ready'
  readonly #options: FollowedOptions
  #progress: Progress | undefined
  #troubles: readonly LastingTrouble[] | undefined
  #written: string | undefined
  #readySince: number | undefined
  #seen = false

  constructor(options: FollowedOptions) {
    this.#options = options
    this.subject = subjectOf(options.cluster)
  }

  /** Looks at what there is now, tells what has changed, and decides whether the wait is over. */
  look(now: number): Outcome | undefined {
    const { watch, family, patience, tell } = this.#options
    const seen = watch.seen
    const gone = this.#goneFrom(seen)
    if (gone !== undefined) return { is: 'failed', why: gone }
    // Half of a cluster would read as one that has lost its other half.
    if (!seen.complete && this.#progress === undefined) return undefined
    const kubeconfig = this.#kubeconfig(seen)
    const found = progressOf(family, { ...seen, kubeconfig })
    const progress = { ...found, troubles: [...this.#unreadable(seen), ...found.troubles] }
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

  /** Whether the server could be asked at the end. */
  get readable(): boolean {
    return this.#progress !== undefined && this.#options.watch.seen.unreadable === undefined
  }

  get settled(): boolean {
    return this.#troubles !== undefined && this.#readySince === undefined
  }

  stop(): Promise<void> {
    return this.#options.watch.stop()
  }

  #goneFrom({ cluster, complete, unreadable }: Seen): string | undefined {
    if (cluster?.metadata.deletionTimestamp !== undefined) return 'it is being deleted'
    if (cluster !== undefined) this.#seen = true
    if (cluster === undefined && unreadable === undefined && (this.#seen || complete)) return 'it was deleted'
    return undefined
  }

  #unreadable({ unreadable }: Seen): readonly Trouble[] {
    if (unreadable === undefined) return []
    return [
      { object: this.#options.cluster, text: `It cannot be read now: ${unreadable}`, weight: 'passing' },
    ]
  }

  // The address is good from the first control plane node on, long before the cluster is ready.
  #kubeconfig({ cluster, secret, secretUnreadable }: Seen): KubeconfigState {
    const { family, kubeconfigPath: path, writeKubeconfig, tell } = this.#options
    const text = secret && kubeconfigIn(secret)
    if (text === undefined) {
      return secretUnreadable === undefined ? { is: 'absent' } : { is: 'unreadable', why: secretUnreadable }
    }
    if (cluster === undefined || !family.initialized(cluster)) return { is: 'there' }
    if (text !== this.#written) {
      writeKubeconfig(path, text)
      this.#written = text
      tell({ event: 'kubeconfig', object: this.subject, path })
    }
    return { is: 'written', path }
  }
}
