import type { Streams } from '../command.ts'

// More would scroll what was asked for off the screen.
const most = 20

/** Warnings about one reading: the first are said at once, the others are counted. */
export class Warnings {
  readonly #complain: Streams['complain']
  #count = 0

  constructor({ complain }: Pick<Streams, 'complain'>) {
    this.#complain = complain
  }

  readonly add = (line: string): void => {
    this.#count += 1
    if (this.#count <= most) this.#complain(line)
  }

  /** Says how many were not said. */
  end(): void {
    if (this.#count > most) this.#complain(`and ${this.#count - most} more warnings`)
  }
}
