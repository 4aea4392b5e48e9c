interface Writer {
  /** The query parameter, already validated; empty when the client gave none. */
  readonly fieldManager: string
  /** The header; its part before the first slash names the program. */
  readonly userAgent: string
}

const nameLimit = 128
const plainName = /^[ -~]{0,128}$/
const unprintable = /\p{C}|(?! )\p{Z}/u

/** Under which name a write goes into managed fields: what the client asks for, else what its user agent tells. */
export function writerName({ fieldManager, userAgent }: Writer): string {
  if (fieldManager !== '') return fieldManager
  const [program = ''] = userAgent.split('/', 1)
  if (plainName.test(program)) return program
  let name = ''
  let size = 0
  for (const char of program) {
    if (unprintable.test(char)) continue
    size += new TextEncoder().encode(char).length
    if (size > nameLimit) break
    name += char
  }
  return name
}
