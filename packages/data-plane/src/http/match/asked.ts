import type { Target } from '../target.ts'

/** What matches look at. Headers and parameters are only sorted out where a match asks for them. */
export class Asked {
  readonly method: string
  readonly target: Target
  readonly #lines: readonly string[]
  #headers: Map<string, string> | undefined
  #parameters: Map<string, string> | undefined

  /** `lines` are headers as they came: name, value, name, value. */
  constructor(method: string, target: Target, lines: readonly string[]) {
    this.method = method
    this.target = target
    this.#lines = lines
  }

  /** A header by its name in lower case; one that came several times is put together with commas. */
  header(name: string): string | undefined {
    this.#headers ??= sortHeaders(this.#lines)
    return this.#headers.get(name)
  }

  /** A query parameter, decoded; of one that came several times the first. */
  parameter(name: string): string | undefined {
    this.#parameters ??= sortParameters(this.target.search)
    return this.#parameters.get(name)
  }
}

function sortHeaders(lines: readonly string[]): Map<string, string> {
  const headers = new Map<string, string>()
  for (let index = 0; index + 1 < lines.length; index += 2) {
    const name = (lines[index] ?? '').toLowerCase()
    const before = headers.get(name)
    const value = lines[index + 1] ?? ''
    headers.set(name, before === undefined ? value : `${before},${value}`)
  }
  return headers
}

function sortParameters(search: string): Map<string, string> {
  const parameters = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(search))
    if (!parameters.has(name)) parameters.set(name, value)
  return parameters
}
