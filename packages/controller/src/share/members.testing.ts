import { groupObject, leafObject, rootObject } from '@sitrep/engine/testing'
import { at, type KubeObject, type ObjectRef, text } from '@sitrep/status'
import type { Controller } from '../controller.ts'
import type { ControllerSuite } from '../controllers.testing.ts'
import { KeptByMember } from '../lease/kept-keys.ts'
import { ownerOf } from '../lease/owner-of.ts'
import type { Share } from './share.ts'

/** Whoever has a root has its groups and leaves too. */
export const rootOf = ({ kind, name }: ObjectRef, object: KubeObject | undefined): string | undefined =>
  kind === 'Root' ? name : (object?.metadata.labels?.['root'] ?? text(at(object, 'spec', 'root')))

/** Plants a root with a group of leaves. */
export async function plantTree({ cluster }: ControllerSuite, root: string, leaves: number): Promise<void> {
  await cluster.create(rootObject({}, { name: root }))
  const { metadata } = await cluster.create(groupObject(`${root}-g`, { checked: 9 }, { root }))
  const ownerReferences = [
    { apiVersion: 'test.sitrep.dev/v1', kind: 'Group', name: `${root}-g`, uid: metadata.uid ?? '' },
  ]
  for (let count = 0; count < leaves; count++)
    await cluster.create(leafObject(`${root}-${count}`, { root }, { ownerReferences }))
}

/** Controllers that share the roots of one server between them, as whoever tests them says. */
export class Household {
  readonly #suite: ControllerSuite
  readonly #controllers: Map<string, Controller> = new Map()
  readonly #listeners: Map<string, (() => void)[]> = new Map()
  readonly #kept: Map<string, KeptByMember> = new Map()
  /** What each told of statuses that changed, and wrote. */
  readonly told: string[] = []
  readonly written: string[] = []
  /** Lists of what has this in its path are answered when this is. */
  held: { readonly path: string; readonly until: Promise<void> } | undefined = undefined
  /** Whether everybody reads every root. */
  rootsForAll = false
  #live: readonly string[] = []

  constructor(suite: ControllerSuite) {
    this.#suite = suite
  }

  controller(member: string): Controller {
    const found = this.#controllers.get(member)
    if (found === undefined) throw new Error(`there is no member ${member}`)
    return found
  }

  /** From now on these share the work; whoever is new begins, whoever is missing has ended. */
  async live(...members: readonly string[]): Promise<void> {
    this.#live = members
    for (const [member, controller] of this.#controllers)
      if (!members.includes(member)) {
        this.#controllers.delete(member)
        this.#listeners.delete(member)
        await controller.stop()
      }
    for (const member of members) {
      this.#kept.set(member, new KeptByMember(member, [members]))
      if (!this.#controllers.has(member)) this.#controllers.set(member, this.#start(member))
    }
    for (const listeners of this.#listeners.values()) for (const listener of listeners) listener()
  }

  ownerOf(key: string): string | undefined {
    return ownerOf(key, this.#live)
  }

  async settled(): Promise<void> {
    for (const controller of this.#controllers.values()) await controller.settled()
  }

  /** Whose engine holds an object, in the order of their names. */
  keepersOf(ref: ObjectRef): readonly string[] {
    return [...this.#controllers]
      .filter(([, { engine }]) => engine.object(ref) !== undefined)
      .map(([member]) => member)
      .sort()
  }

  #start(member: string): Controller {
    const listeners: (() => void)[] = []
    this.#listeners.set(member, listeners)
    const share: Share = {
      placeOf: (ref, object) => ({
        key: rootOf(ref, object),
        ...(this.rootsForAll && ref.kind === 'Root' && { readers: 'every' as const }),
      }),
      now: () => this.#kept.get(member) ?? new KeptByMember(member, []),
      onChange: (listener) => listeners.push(listener),
    }
    const { connection } = this.#suite.cluster
    return this.#suite.start({
      connection: {
        ...connection,
        stream: async (request) => {
          const { held } = this
          if (held && request.path.includes(held.path) && !request.path.includes('watch=')) await held.until
          return connection.stream(request)
        },
      },
      share,
      mayWrite: (ref, object) => this.ownerOf(rootOf(ref, object) ?? '') === member,
      onChanges: (changes) => {
        for (const { ref, status } of changes)
          this.told.push(`${member}: ${ref.kind} ${ref.name}${status === undefined ? ' gone' : ''}`)
      },
      onWritten: ({ kind, name }) => this.written.push(`${member}: ${kind} ${name}`),
    })
  }
}
