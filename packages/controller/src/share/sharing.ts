import type { WorldChange } from '@sitrep/engine'
import { type KubeObject, type ObjectRef, refKey } from '@sitrep/status'
import type { Background, Task } from '../faults.ts'
import type { ClusterFeed } from '../observe/feed/cluster-feed.ts'
import { Arrivals } from './arrivals.ts'
import type { KeptKeys, Placing, Share } from './share.ts'
import type { FeedShare } from './sift-of.ts'

/** How much of the world this process keeps. */
export interface SharePart {
  readonly members: number
  readonly keys: number
  readonly objects: number
  /** Whether it is still reading what has come to be its own. */
  readonly taking: boolean
}

export interface SharingOptions {
  readonly share: Share
  readonly background: Background
  readonly feed: (changes: readonly WorldChange[]) => void
  /** Something has come to the share that has not been read yet. */
  readonly onGain: () => void
  /** An object that was there before is looked after here from now on. */
  readonly onTaken: (ref: ObjectRef) => void
}

/** What is to be done with an object here: nothing, where nobody here needs it. */
type Sort = 'ours' | 'coming' | 'given' | undefined

const task: Task = { what: 'taking a share over', about: 'process', name: 'share' }

/**
 * Keeps of a cluster what is this process's share. When the share changes, what is no longer in it is let go without a word; what has come
 * to it is read anew, waits until all of it has been read, and is then taken in key by key, so that nothing is computed from a part.
 */
export class Sharing implements FeedShare {
  readonly #options: SharingOptions
  readonly #placings: Map<string, Placing> = new Map()
  readonly #everybody: Placing = { objects: 0 }
  readonly #arrivals: Arrivals
  readonly #ended = new AbortController()
  #now: KeptKeys
  /** Keys of which everything has been read. */
  #here: (key: string) => boolean
  #taken: Set<string> = new Set()
  /** What was found of keys: nothing for those of others. */
  #sorts: Map<string, 'ours' | 'coming' | undefined> = new Map()
  /** Whether there is something to be read that has come to this share. */
  #gains = false
  #episode: AbortController | undefined = undefined
  #work: Promise<void> = Promise.resolve()

  constructor(options: SharingOptions) {
    this.#options = options
    this.#now = options.share.now()
    this.#here = this.#now.keeps
    this.#arrivals = new Arrivals(options.feed)
  }

  /** Follows the share from now on. */
  start(feed: ClusterFeed): void {
    this.#options.share.onChange(() => this.#changed(feed))
    // It may have changed since it was looked at first.
    if (this.#now !== this.#options.share.now()) this.#changed(feed)
  }

  get part(): SharePart {
    let { objects } = this.#everybody
    let keys = 0
    for (const [id, placing] of this.#placings) {
      if (placing.objects === 0) this.#placings.delete(id)
      objects += placing.objects
      if (placing.objects > 0 && this.#sortOf(placing) === 'ours') keys++
    }
    return { members: this.#now.members.length, keys, objects, taking: this.#episode !== undefined }
  }

  /** Resolves when what has come to this share is taken in. */
  async settled(): Promise<void> {
    for (let work: Promise<void> | undefined; work !== this.#work; ) {
      work = this.#work
      await work
    }
  }

  async stop(): Promise<void> {
    this.#ended.abort()
    this.#episode?.abort()
    await this.#work
  }

  /** Whether an object is looked after here, as far as its name tells. */
  keeps(ref: ObjectRef): boolean {
    const { key } = this.#options.share.placeOf(ref, undefined)
    return key === undefined || this.#sortOfKey(key) !== undefined
  }

  placingOf = (ref: ObjectRef, object: KubeObject): Placing | undefined => {
    const { key, readers } = this.#options.share.placeOf(ref, object)
    if (key === undefined) return this.#everybody
    const id = readers === undefined ? key : `${key}\n${readers}`
    let placing = this.#placings.get(id)
    if (placing === undefined) {
      placing = { key, ...(readers && { readers }), objects: 0 }
      if (this.#sortOf(placing) !== undefined) this.#placings.set(id, placing)
    }
    return this.#sortOf(placing) === undefined ? undefined : placing
  }

  sorted: FeedShare['sorted'] = (changes, placingOf) => {
    const now: WorldChange[] = []
    for (const change of changes) {
      if ('gone' in change) this.#arrivals.drop(refKey(change.gone))
      const placing = 'object' in change ? placingOf(change.object.metadata) : undefined
      const sort = placing === undefined ? 'ours' : this.#sortOf(placing)
      if (sort === 'coming') this.#arrivals.add(placing?.key ?? '', change)
      else if (sort === 'given') now.push({ ...change, given: true } as WorldChange)
      else now.push(change)
    }
    return now
  }

  left = (ref: ObjectRef): readonly WorldChange[] => {
    this.#arrivals.drop(refKey(ref))
    return [{ moved: ref, to: 'elsewhere' }]
  }

  #sortOf({ key, readers }: Placing): Sort {
    if (key === undefined) return 'ours'
    const sort = this.#sortOfKey(key)
    if (sort !== undefined || readers === undefined) return sort
    return readers === 'every' || readers.some(this.#now.keeps) ? 'given' : undefined
  }

  #sortOfKey(key: string): 'ours' | 'coming' | undefined {
    if (this.#sorts.has(key)) return this.#sorts.get(key)
    const isHere = (): boolean => this.#here(key) || this.#taken.has(key)
    const sort = this.#now.keeps(key) ? (isHere() ? 'ours' : 'coming') : undefined
    this.#sorts.set(key, sort)
    return sort
  }

  #changed(feed: ClusterFeed): void {
    if (this.#ended.signal.aborted) return
    this.#episode?.abort()
    const episode = new AbortController()
    this.#episode = episode
    const [before, taken, now] = [this.#here, this.#taken, this.#options.share.now()]
    this.#here = (key) => (before(key) || taken.has(key)) && now.keeps(key)
    this.#taken = new Set()
    this.#gains ||= now.gains(this.#now)
    this.#now = now
    this.#sorts = new Map()
    if (this.#gains) this.#options.onGain()
    const work = this.#work
    this.#work = this.#options.background.start(task, async () => {
      await work
      await this.#adapt(feed, episode.signal)
      if (episode.signal.aborted) return
      this.#here = now.keeps
      this.#gains = false
      this.#taken = new Set()
      this.#sorts = new Map()
      this.#episode = undefined
    })
  }

  async #adapt(feed: ClusterFeed, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return
    const leaving = new Arrivals(this.#options.feed)
    feed.review((ref, placing) => this.#review(ref, placing, leaving))
    // What has left the feed leaves the world, whatever comes next.
    await leaving.release(this.#ended.signal)
    if (signal.aborted) return
    if (this.#gains) await feed.readAnew(signal)
    if (signal.aborted) return
    await this.#arrivals.release(signal, (key, refs) => {
      this.#taken.add(key)
      this.#sorts.delete(key)
      for (const ref of refs) this.#options.onTaken(ref)
    })
  }

  /** Whether an object that was shown is still kept. */
  #review(ref: ObjectRef, placing: Placing, leaving: Arrivals): boolean {
    const { key = '' } = placing
    const id = refKey(ref)
    switch (this.#sortOf(placing)) {
      case 'ours':
        return true
      case 'coming':
        // It was here as somebody else's.
        if (!this.#arrivals.has(id)) this.#arrivals.add(key, { moved: ref, to: 'here' })
        return true
      case 'given': {
        const arrived = this.#arrivals.drop(id)
        const given = arrived && 'object' in arrived ? { ...arrived, given: true as const } : undefined
        leaving.add(key, given ?? { moved: ref, to: 'beside' })
        return true
      }
      case undefined:
        this.#arrivals.drop(id)
        leaving.add(key, { moved: ref, to: 'elsewhere' })
        return false
    }
  }
}
