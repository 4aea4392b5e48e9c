import { CommandError } from '../command.ts'

/** How much is read of files, folders and archives in one call. */
export interface FileLimits {
  /** Bytes of one file, and of one archive or packed file once it is unpacked. */
  readonly unpacked: number
  /** Bytes of all that is unpacked, together: what was packed twice stands for the square of what can be seen. */
  readonly unpackedTogether: number
  /** Bytes of all texts together. */
  readonly text: number
  /** Bytes of those among them that are YAML and no JSON: they take many times as long, and as much memory. */
  readonly yaml: number
  /** YAML documents in one text. */
  readonly documents: number
  /** Parts of one YAML document, told from its line ends, commas, brackets and the like: each is a kilobyte while it is read. */
  readonly parts: number
  /** Values of one JSON text, told from its commas and brackets: each is some fifty bytes. */
  readonly values: number
  /** Entries of one archive, those that are no files included. */
  readonly entries: number
}

const mebibyte = 1_048_576

/** More than any bundle holds, and little enough for any machine. */
export const fileLimits: FileLimits = {
  unpacked: 1_024 * mebibyte,
  unpackedTogether: 2_048 * mebibyte,
  text: 256 * mebibyte,
  yaml: 64 * mebibyte,
  documents: 200_000,
  parts: 1_500_000,
  values: 40_000_000,
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

/** Counts what was unpacked; what goes beyond the limit of all is refused before it is held. */
export class UnpackBudget {
  readonly #each: number
  readonly #together: number
  #spent = 0

  constructor({ unpacked, unpackedTogether }: Pick<FileLimits, 'unpacked' | 'unpackedTogether'>) {
    this.#each = unpacked
    this.#together = unpackedTogether
  }

  /** How much the next one may unpack to. */
  get left(): number {
    return Math.max(1, Math.min(this.#each, this.#together - this.#spent))
  }

  spend(bytes: number): void {
    this.#spent += bytes
  }

  /** What is said of one that unpacks to more than was left. */
  refusal(named: string): LimitPassed {
    return new LimitPassed(
      this.left === this.#each
        ? `${named} unpacks to more than ${sizeWords(this.#each)}`
        : `with ${named} the files unpack to more than ${sizeWords(this.#together)}`,
    )
  }
}

/** All that comes, as text; what has no end is refused at the limit of texts. */
export async function boundedText(
  chunks: AsyncIterable<Uint8Array>,
  named: string,
  { text: most }: Pick<FileLimits, 'text'> = fileLimits,
): Promise<string> {
  const held: Uint8Array[] = []
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > most) throw new LimitPassed(`${named} is larger than ${sizeWords(most)}`)
    held.push(chunk)
  }
  return Buffer.concat(held).toString('utf8')
}

/** Refuses YAML of more documents, or of a heavier one, than can be read: how much memory it takes is not said by its length. */
export function refuseHeavyYaml(
  text: string,
  named: string,
  { documents: mostDocuments, parts: mostParts }: Pick<FileLimits, 'documents' | 'parts'> = fileLimits,
): void {
  let [documents, parts] = [1, 0]
  for (let at = nextMark(text, 0); at < text.length; at = nextMark(text, at + 1)) {
    if (++parts > mostParts)
      throw new LimitPassed(`a YAML document in ${named} has more than ${mostParts} parts`)
    if (text[at] !== '\n' || !text.startsWith('---', at + 1)) continue
    parts = 0
    if (++documents > mostDocuments)
      throw new LimitPassed(`${named} has more than ${mostDocuments} YAML documents`)
  }
}

const [comma, openBracket, openBrace] = [0x2c, 0x5b, 0x7b]

/** The same for JSON, of which a list of nothing but brackets takes most. */
export function refuseHeavyJson(
  text: string,
  named: string,
  { values: most }: Pick<FileLimits, 'values'> = fileLimits,
): void {
  let values = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code !== comma && code !== openBracket && code !== openBrace) continue
    if (++values > most) throw new LimitPassed(`${named} has more than ${most} values`)
  }
}

const marks: ReadonlySet<number> = new Set(Buffer.from('\n,:[]{}!&*"'))
/** In names and texts these stand for themselves; only a space makes them begin something. */
const marksBeforeSpace: ReadonlySet<number> = new Set(Buffer.from('-?'))
const space = 0x20

/** Where the next part begins or ends: at whatever a parser makes something of. The length of the text where nothing more comes. */
function nextMark(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    // Letters and digits are most of any text.
    if (code > 0x5d && code !== 0x7b && code !== 0x7d) continue
    if (marks.has(code) || (marksBeforeSpace.has(code) && text.charCodeAt(at + 1) === space)) return at
  }
  return text.length
}

/** The files are too large to be read: nothing is said about a part of them, for nobody knows what the rest holds. */
export class LimitPassed extends CommandError {
  override readonly name: string = 'LimitPassed'

  constructor(what: string) {
    super(2, `Too much to read: ${what}`)
  }
}
