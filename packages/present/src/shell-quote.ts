/** A word for a POSIX shell, quoted where it must be: whatever it holds, the shell takes it for one word and runs none of it. */
export const shellQuote = (word: string): string =>
  /^[A-Za-z0-9_./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`

/** A command line of these words. */
export const shellLine = (words: readonly string[]): string => words.map(shellQuote).join(' ')
