import { type Reflected, type Reflector, startReflector, type Timing } from '@sitrep/controller'
import type { Connection, ControllerError } from '@sitrep/controller/connection'
import { formatRef, type KubeObject } from '@sitrep/status'
import { judge } from '@sitrep/verdict'
import { type Selection, scopeOf } from '../source/selection.ts'
import type { Awaited } from './ask-object.ts'

/** What is known of one selection. */
interface Watched {
  readonly selection: Selection
  readonly objects: Map<string, KubeObject>
  /** A named object that was there before. */
  gone: boolean
  read: boolean
  error: ControllerError | undefined
}

/** Everything that is waited for, as it is at one moment. */
export interface View {
  readonly awaited: readonly Awaited[]
  /** Selections that cannot be read now, with why. */
  readonly unread: readonly { readonly selection: Selection; readonly error: ControllerError | undefined }[]
}

export interface WatchOptions {
  readonly connection: Connection
  readonly selections: readonly Selection[]
  readonly timing: Timing
  /** Called after every change; the view is asked for when it is needed. */
  readonly onChange: () => void
}

/** Watches all selections together, so that every question is asked of one moment. */
export class WatchedSelections {
  readonly #watched: readonly Watched[]
  readonly #reflectors: readonly Reflector[]

  constructor({ connection, selections, timing, onChange }: WatchOptions) {
    this.#watched = selections.map((selection) => ({
      selection,
      objects: new Map(),
      gone: false,
      read: false,
      error: undefined,
    }))
    this.#reflectors = this.#watched.map((watched) =>
      startReflector({
        connection,
        resource: watched.selection.resource,
        scope: scopeOf(watched.selection),
        timing,
        onChanges: (changes) => {
          for (const change of changes) take(watched, change)
          // The first list comes page by page; half of it is no moment that ever was.
          if (watched.read) onChange()
        },
        onState: (state) => {
          watched.read = state.read
          watched.error = state.read ? undefined : state.error
          onChange()
        },
      }),
    )
  }

  /** What is there now, judged as of a time. */
  view(now: string): View {
    return {
      awaited: this.#watched.flatMap((watched) => awaitedOf(watched, now)),
      unread: this.#watched.filter(({ read }) => !read),
    }
  }

  async stop(): Promise<void> {
    await Promise.all(this.#reflectors.map((reflector) => reflector.stop()))
  }
}

function take(watched: Watched, change: Reflected): void {
  const { namespace = '', name } = 'object' in change ? change.object.metadata : change.gone
  const key = `${namespace}/${name}`
  if ('object' in change) watched.objects.set(key, change.object)
  else {
    watched.objects.delete(key)
    watched.gone = true
  }
}

function awaitedOf({ selection, objects, gone }: Watched, now: string): readonly Awaited[] {
  if (objects.size === 0 && selection.name !== undefined) {
    const title = titleOf(selection, { name: selection.name, namespace: selection.namespace })
    return [{ title, object: undefined, gone, verdict: undefined }]
  }
  return [...objects.values()].map((object) => ({
    title: titleOf(selection, object.metadata),
    object,
    gone: false,
    verdict: judge(object, { now }),
  }))
}

const titleOf = (
  { resource: { group, kind } }: Selection,
  { name, namespace }: { readonly name: string; readonly namespace?: string | undefined },
): string => formatRef({ group, kind, name, ...(namespace !== undefined && { namespace }) })
