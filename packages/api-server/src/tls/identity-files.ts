import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Private texts that outlive the process: each in a file that only its owner can read. */
export interface PrivateFiles {
  /** The text of that name; made and kept at first use. Throws `IdentityError` where it is there and not usable. */
  readonly text: (name: string, kind: PrivateText) => string
}

/** One private text: how it is made, and what keeps it from being used. */
export interface PrivateText {
  readonly make: () => string
  /** What is wrong with a text, as the end of a sentence; absent where it can be used. */
  readonly fault: (text: string) => string | undefined
  /** What comes of making it anew, as the end of a sentence. */
  readonly anew: string
}

/** Thrown where a key, a certificate or a token lies in the folder and cannot be used. It stays as it is. */
export class IdentityError extends Error {
  override readonly name: string = 'IdentityError'
  readonly code = 'unusable-identity'
  readonly retry = 'never'
}

/** Keeps texts in a folder, made where it is missing. */
export function openPrivateFiles(folder: string): PrivateFiles {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return {
    text: (name, { make, fault, anew }) => {
      const file = join(folder, name)
      const existing = readIfThere(file)
      if (existing === undefined) return keep(file, make())
      const wrong = existing === '' ? 'it is empty' : fault(existing)
      if (wrong === undefined) return existing
      throw new IdentityError(
        `${file} cannot be used (${wrong}); it was left as it is: put a copy of it back, or move it away and ${anew}`,
      )
    },
  }
}

/** Keeps nothing: every start has identities of its own. */
export function forgottenFiles(): PrivateFiles {
  const texts = new Map<string, string>()
  return {
    text: (name, { make }) => {
      const text = texts.get(name) ?? make()
      texts.set(name, text)
      return text
    },
  }
}

// In one step: a process that ends in the middle of it leaves no half of a key behind.
function keep(file: string, text: string): string {
  writeFileSync(`${file}.new`, text, { mode: 0o600, flush: true })
  renameSync(`${file}.new`, file)
  return text
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    if (code === undefined) throw error
    throw new IdentityError(`${file} cannot be read: ${message}`, { cause: error })
  }
}
