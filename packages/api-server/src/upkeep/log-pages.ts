import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'

/** Where a log of SQLite has what: https://sqlite.org/fileformat2.html#walformat says so. */
const header = { bytes: 32, pageSizeAt: 8, saltsAt: 16 } as const
const frameHeader = { bytes: 24, committedAt: 4, saltsAt: 8, saltBytes: 8 } as const
const usualPageBytes = 8192

/**
 * Puts the pages of a log into a copy of the file that it belongs to, up to its last transaction. SQLite stops at the
 * first changed byte; this goes on after it, and leaves it to the checksums of rows to tell which of them are sound.
 */
export function putPages(log: string, copy: string): void {
  const bytes = readFileSync(log)
  const said = bytes.length < header.bytes ? 0 : bytes.readUInt32BE(header.pageSizeAt)
  const pageBytes = isPageSize(said) ? said : usualPageBytes
  const frames = framesOf(bytes, pageBytes)
  const end = frames.findLastIndex(({ committed }) => committed)
  const descriptor = openSync(copy, 'r+')
  try {
    for (const { page, content } of frames.slice(0, end + 1))
      writeSync(descriptor, content, 0, content.length, (page - 1) * pageBytes)
  } finally {
    closeSync(descriptor)
  }
}

interface Frame {
  readonly page: number
  readonly committed: boolean
  readonly content: Buffer
}

function framesOf(bytes: Buffer, pageBytes: number): readonly Frame[] {
  const frameBytes = frameHeader.bytes + pageBytes
  const count = Math.max(0, Math.floor((bytes.length - header.bytes) / frameBytes))
  const frames = Array.from({ length: count }, (_, index) => {
    const start = header.bytes + index * frameBytes
    return bytes.subarray(start, start + frameBytes)
  })
  const salts = saltsOf(bytes, frames)
  return (
    frames
      // Others are of an earlier round through the same file, or have lost what they are.
      .filter((frame) => saltIn(frame) === salts && plausible(frame.readUInt32BE(0), bytes))
      .map((frame) => ({
        page: frame.readUInt32BE(0),
        committed: frame.readUInt32BE(frameHeader.committedAt) > 0,
        content: frame.subarray(frameHeader.bytes),
      }))
  )
}

/** The header says which round this is, unless it is the header that was changed: then its first frames agree on another. */
function saltsOf(bytes: Buffer, frames: readonly Buffer[]): string {
  const said = bytes.toString('latin1', header.saltsAt, header.saltsAt + frameHeader.saltBytes)
  const [first, second] = frames.map(saltIn)
  return first !== undefined && first === (second ?? first) ? first : said
}

const saltIn = (frame: Buffer): string =>
  frame.toString('latin1', frameHeader.saltsAt, frameHeader.saltsAt + frameHeader.saltBytes)

// A changed page number must not make the copy as large as a disk.
const plausible = (page: number, bytes: Buffer): boolean => page > 0 && page < 10_000_000 + bytes.length

const isPageSize = (bytes: number): boolean => bytes >= 512 && bytes <= 65_536 && (bytes & (bytes - 1)) === 0
