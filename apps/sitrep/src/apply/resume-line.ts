import type { Call } from '../command.ts'

const plain = /^[\w@%+=:,./-]+$/

/** The command line that was typed, so that it can be typed again. */
export function resumeLine(command: string, { words, options }: Call): string {
  const typed = Object.entries(options).flatMap(([name, value]) => {
    if (value === undefined || value === false) return []
    if (value === true) return [`--${name}`]
    return [value].flat().flatMap((each) => [`--${name}`, quoted(String(each))])
  })
  return ['sitrep', command, ...words.map(quoted), ...typed].join(' ')
}

const quoted = (word: string): string => (plain.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)
