import { safeText } from '@sitrep/present'
import type { Context } from '../../command.ts'
import { placeOf } from '../documents/document.ts'
import type { PlacedDocument } from '../submit/resolve.ts'
import { subjectOf } from './event.ts'
import type { Reporter } from './reporter.ts'

const mostTold = 20
const longest = 500

/** Tells what a server warns of, each thing once and not without end: a server may have something to say about every field. */
export class Warnings {
  readonly #reporter: Reporter
  readonly #said: Set<string> = new Set()
  #untold = 0

  constructor(reporter: Reporter) {
    this.#reporter = reporter
  }

  tell = ({ document, object }: PlacedDocument, said: string): void => {
    const text = safeText(said.slice(0, longest))
    const key = `${placeOf(document)} ${text}`
    if (this.#said.has(key)) return
    if (this.#said.size >= mostTold) this.#untold++
    else
      this.#said.add(key) &&
        this.#reporter.tell({ event: 'warning', object: subjectOf(object), text, from: placeOf(document) })
  }

  /** Says how many were not told. */
  end({ complain }: Pick<Context, 'complain'>): void {
    if (this.#untold > 0) complain(`The server has ${this.#untold} more warnings`)
  }
}
