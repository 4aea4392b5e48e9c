import { passRules } from '@sitrep/crossplane/managed'
import { fields, type KubeObject, type Profile } from '@sitrep/status'
import type { ObjectApi } from '../api/object-api.ts'
import { PlayedObject, storedObject } from '../managed-cases/played-object.testing.ts'
import { beginning, Faults, PlayedTime } from '../managed-cases/played-time.testing.ts'
import type { PassReport } from '../pass/pass-options.ts'
import { reconcileOnce } from '../pass/reconcile-once.ts'
import { type CloudOptions, FakeCloud } from './fake-cloud.testing.ts'

/** Where the process dies: at which request or call, and whether that still had its effect. */
export interface CrashPoint {
  readonly at: number
  readonly effect: 'none' | 'done'
}

export interface StoryOptions extends Pick<CloudOptions, 'names' | 'appearsAfterMs' | 'worksForMs'> {
  readonly profile: Profile
  readonly crash?: CrashPoint
}

const forEver = new AbortController().signal
const rateLimitMs = 2_000

/** One managed resource, its API server and a cloud; passes run one after the other, and the process may die in one of them. */
export class Story {
  readonly cloud: FakeCloud
  readonly time: PlayedTime = new PlayedTime()
  readonly rows: string[] = []
  /** How many requests and calls were made. */
  operations = 0
  crashes = 0
  readonly #options: StoryOptions
  readonly #object: PlayedObject
  #updatesInARow = 0
  #die: () => void = () => {}

  constructor(options: StoryOptions) {
    this.#options = options
    this.#object = new PlayedObject(
      { ...storedObject({ generation: 1, policies: ['*'] }), spec: { managementPolicies: ['*'], size: 1 } },
      new Faults([], this.time),
      [],
    )
    this.cloud = new FakeCloud({
      ...options,
      now: () => this.#now(),
      around: (_what, effect) => this.#around(effect),
    })
  }

  get object(): KubeObject | undefined {
    return this.#object.stored
  }

  /** Changes the object as somebody else would. */
  edit(change: (object: KubeObject) => KubeObject): void {
    const { stored } = this.#object
    if (stored === undefined) return
    const next = change(stored)
    const { metadata } = next
    const generation = (metadata.generation ?? 0) + (next.spec === stored.spec ? 0 : 1)
    const resourceVersion = String(Number(metadata.resourceVersion) + 1)
    this.#object.stored = { ...next, metadata: { ...metadata, generation, resourceVersion } }
  }

  resize(size: number): void {
    this.edit((object) => ({ ...object, spec: { ...fields(object.spec), size } }))
  }

  remove(): void {
    this.edit((object) => ({
      ...object,
      metadata: { ...object.metadata, deletionTimestamp: this.time.now() },
    }))
    if ((this.object?.metadata.finalizers ?? []).length === 0) this.#object.stored = undefined
  }

  /** Passes, as often as they are due and no more than so many; stops when nothing is due but to look again. */
  async settle(mostPasses = 40): Promise<void> {
    for (let count = 0; count < mostPasses; count++) {
      const report = await this.#pass()
      const next = report?.next ?? { due: 'again' }
      if (next.due === 'none' || next.due === 'after') return
      this.wait(rateLimitMs)
    }
  }

  wait(milliseconds: number): void {
    this.time.pass({ takes: milliseconds / 1000 }, forEver)
  }

  async #pass(): Promise<PassReport | undefined> {
    const died = new Promise<undefined>((resolve) => {
      this.#die = () => resolve(undefined)
    })
    const report = await Promise.race([this.#reconcile(), died])
    if (report === undefined) this.crashes++
    else this.rows.push(report.row)
    this.#updatesInARow = report?.updated === true ? this.#updatesInARow + 1 : 0
    return report
  }

  #reconcile(): Promise<PassReport> {
    return reconcileOnce({
      api: this.#dyingApi(),
      connector: this.cloud.connector(),
      publisher: { publish: async () => {}, unpublish: async () => {} },
      clock: this.time,
      rules: passRules(this.#options.profile),
      settings: {
        managementPolicies: 'followed',
        unsetPolicies: 'everything',
        deletionPolicy: 'none',
        requests: 'kept',
        deterministicName: this.#options.names === 'given',
        creationGraceMs: 30_000,
        promptUpdates: 5,
      },
      poll: { pollMs: 60_000, minPollMs: 0 },
      timeoutMs: 60_000,
      updatesInARow: this.#updatesInARow,
      tell: () => {},
    })
  }

  #dyingApi(): ObjectApi {
    const { read, replace, replaceStatus, applySpec } = this.#object
    return {
      read: (request) => this.#aroundRequest(() => read(request)),
      replace: (object, request) => this.#aroundRequest(() => replace(object, request)),
      replaceStatus: (object, request) => this.#aroundRequest(() => replaceStatus(object, request)),
      applySpec: (spec, request) => this.#aroundRequest(() => applySpec(spec, request)),
    }
  }

  async #aroundRequest<Answer>(request: () => Promise<Answer>): Promise<Answer> {
    const point = this.#reached()
    if (point === 'none') return this.#dead()
    const answer = await request()
    return point === 'done' ? this.#dead() : answer
  }

  async #around<Result>(effect: () => Result): Promise<Result> {
    const point = this.#reached()
    if (point === 'none') return this.#dead()
    const result = effect()
    return point === 'done' ? this.#dead() : result
  }

  #reached(): CrashPoint['effect'] | undefined {
    const { crash } = this.#options
    return crash !== undefined && this.operations++ === crash.at ? crash.effect : undefined
  }

  // A process that died neither answers nor throws.
  #dead(): Promise<never> {
    this.#die()
    return new Promise(() => {})
  }

  #now(): number {
    return Date.parse(this.time.now()) - beginning
  }
}
