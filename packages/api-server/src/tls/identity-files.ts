import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Private texts that outlive the process: each in a file that only its owner can read. */
export interface PrivateFiles {
  /** The text of that name; made and kept at first use. */
  readonly text: (name: string, make: () => string) => string
}

/** Keeps texts in a folder, made where it is missing. */
export function openPrivateFiles(folder: string): PrivateFiles {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return {
    text: (name, make) => {
      const file = join(folder, name)
      const existing = readIfThere(file)
      if (existing !== undefined && existing !== '') return existing
      const text = make()
      writeFileSync(file, text, { mode: 0o600 })
      return text
    },
  }
}

/** Keeps nothing: every start has identities of its own. */
export function forgottenFiles(): PrivateFiles {
  const texts = new Map<string, string>()
  return {
    text: (name, make) => {
      const text = texts.get(name) ?? make()
      texts.set(name, text)
      return text
    },
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
