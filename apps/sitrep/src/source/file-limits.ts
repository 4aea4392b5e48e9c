import { CommandError } from '../command.ts'

/** How much is read of files, folders and archives in one call. */
export interface FileLimits {
  /** Bytes of one archive, or of one packed file, once it is unpacked. */
  readonly unpacked: number
  /** Bytes of all texts together. */
  readonly text: number
  /** Bytes of those among them that are YAML and no JSON: they take many times as long, and as much memory. */
  readonly yaml: number
  /** Entries of one archive, those that are no files included. */
  readonly entries: number
}

const mebibyte = 1_048_576

/** More than any bundle holds, and little enough for any machine. */
export const fileLimits: FileLimits = {
  unpacked: 1_024 * mebibyte,
  text: 256 * mebibyte,
  yaml: 64 * mebibyte,
  entries: 200_000,
}

/** A size as people say it. */
export const sizeWords = (bytes: number): string =>
  bytes < mebibyte
    ? `${Math.ceil(bytes / 1_024)} KiB`
    : bytes < 1_024 * mebibyte
      ? `${Math.ceil(bytes / mebibyte)} MiB`
      : `${Math.ceil(bytes / (1_024 * mebibyte))} GiB`

/** Counts what has been read; the text that goes beyond a limit is refused, and the limit is named. */
export class TextBudget {
  readonly #limits: FileLimits
  #text = 0
  #yaml = 0

  constructor(limits: FileLimits) {
    this.#limits = limits
  }

  spend(text: string, named: string): void {
    const { text: mostText, yaml: mostYaml } = this.#limits
    this.#text += text.length
    if (this.#text > mostText)
      throw new LimitPassed(`with ${named} the files hold more than ${sizeWords(mostText)} of text`)
    if (/^\s*[[{]/.test(text)) return
    this.#yaml += text.length
    if (this.#yaml > mostYaml)
      throw new LimitPassed(
        `with ${named} the files hold more than ${sizeWords(mostYaml)} of YAML (as JSON: ${sizeWords(mostText)})`,
      )
  }
}

/** The files are too large to be read: nothing is said about a part of them, for nobody knows what the rest holds. */
export class LimitPassed extends CommandError {
  override readonly name: string = 'LimitPassed'

  constructor(what: string) {
    super(2, `Too much to read: ${what}`)
  }
}
