const reserved = new Set(
  'true false null in as break const continue else for function if import let loop package namespace return var void while'.split(
    ' ',
  ),
)

const sequences: readonly (readonly [string, string])[] = [
  ['__', '__underscores__'],
  ['.', '__dot__'],
  ['-', '__dash__'],
  ['/', '__slash__'],
]

/** A property name as an identifier of the language, or `undefined` when no identifier can stand for it. */
export function escapeName(name: string): string | undefined {
  if (reserved.has(name)) return `__${name}__`
  if (!/^[a-zA-Z_./-][a-zA-Z0-9_./-]*$/.test(name)) return undefined
  return name.replace(/__|[-./]/g, (part) => sequences.find(([plain]) => plain === part)?.[1] ?? part)
}

/** The property that an identifier stands for, or `undefined` when it stands for none. */
export function unescapeName(identifier: string): string | undefined {
  const keyword = /^__([a-z]+)__$/.exec(identifier)?.[1]
  if (keyword !== undefined && reserved.has(keyword)) return keyword
  let known = true
  const name = identifier.replace(/__[^_]+__/g, (part) => {
    const plain = sequences.find(([, escaped]) => escaped === part)?.[0]
    if (plain === undefined) known = false
    return plain ?? ''
  })
  return known ? name : undefined
}
