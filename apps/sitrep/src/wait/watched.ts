import { type Reflected, type Reflector, startReflector, type Timing } from '@sitrep/controller'
import type { Connection, ControllerError } from '@sitrep/controller/connection'
import { formatRef } from '@sitrep/status'
import type { JudgeOptions } from '@sitrep/verdict'
import { type Selection, scopeOf } from '../source/selection.ts'
import { type Awaited, absentObject, arrived } from './ask-object.ts'

/** What is known of one selection. */
interface Watched {
  readonly selection: Selection
  /** Each object with its title and verdict, which stay the same as long as it does. */
  readonly objects: Map<string, Awaited>
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
  /** The present time, and who knows the kinds. */
  readonly judging: () => JudgeOptions
  /** Called after every change; the view is asked for when it is needed. */
  readonly onChange: () => void
}

/** Watches all selections together, so that every question is asked of one moment. */
export class WatchedSelections {
  readonly #watched: readonly Watched[]
  readonly #reflectors: readonly Reflector[]

  constructor({ connection, selections, timing, judging, onChange }: WatchOptions) {
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
          for (const change of changes) take(watched, change, judging())
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

  /** What is there now. */
  view(): View {
    return {
      awaited: this.#watched.flatMap(awaitedIn),
      unread: this.#watched.filter(({ read }) => !read),
    }
  }

  async stop(): Promise<void> {
    await Promise.all(this.#reflectors.map((reflector) => reflector.stop()))
  }
}

function take(watched: Watched, change: Reflected, judging: JudgeOptions): void {
  const { namespace = '', name } = 'object' in change ? change.object.metadata : change.gone
  const key = `${namespace}/${name}`
  if ('object' in change) {
    const title = titleOf(watched.selection, change.object.metadata)
    watched.objects.set(key, arrived(title, change.object, judging))
  } else {
    watched.objects.delete(key)
    watched.gone = true
  }
}

function awaitedIn({ selection, objects, gone }: Watched): readonly Awaited[] {
  if (objects.size > 0 || selection.name === undefined) return [...objects.values()]
  const title = titleOf(selection, { name: selection.name, namespace: selection.namespace })
  return [absentObject(title, gone ? 'before' : 'never')]
}

const titleOf = (
  { resource: { group, kind } }: Selection,
  { name, namespace }: { readonly name: string; readonly namespace?: string | undefined },
): string => formatRef({ group, kind, name, ...(namespace !== undefined && { namespace }) })
