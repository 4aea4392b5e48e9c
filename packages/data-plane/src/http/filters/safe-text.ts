/** A value from a configuration as it can stand in a header: bytes of UTF-8, no line ends or other controls. */
export const headerText = (value: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what is taken out
  Buffer.from(value.replace(/[\x00-\x08\x0a-\x1f\x7f]/g, ' '), 'utf8').toString('latin1')

/** A path from a configuration as it can stand in a request line: whatever it could not hold is encoded. */
export const pathText = (value: string): string => {
  const encoded = value.toWellFormed().replace(/[^\x21-\x7e]|[?#]/gu, encodeURIComponent)
  return encoded === '' || encoded.startsWith('/') ? encoded : `/${encoded}`
}
