/** One event of a stream of server-sent events. */
export interface StreamEvent {
  readonly name: string
  readonly id: string | undefined
  readonly text: string
}

/** Reads a stream of server-sent events, in whatever pieces it arrives. */
export interface EventStreamParser {
  /** The events that this piece completes. */
  readonly push: (piece: string) => readonly StreamEvent[]
}

/** A parser for one connection: what a connection leaves unfinished is no event. */
export function createEventStreamParser(): EventStreamParser {
  let rest = ''
  let name = ''
  let id: string | undefined
  let lines: string[] = []

  const take = (line: string): StreamEvent | undefined => {
    if (line === '') {
      const event = lines.length === 0 ? undefined : { name: name || 'message', id, text: lines.join('\n') }
      name = ''
      lines = []
      return event
    }
    const colon = line.indexOf(':')
    const field = colon === -1 ? line : line.slice(0, colon)
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (field === 'event') name = value
    else if (field === 'data') lines.push(value)
    else if (field === 'id' && !value.includes('\0')) id = value
    return undefined
  }

  return {
    push(piece) {
      // A carriage return at the end may be half of a line's end.
      const text = rest + piece
      const held = text.endsWith('\r') ? 1 : 0
      const parts = text.slice(0, text.length - held).split(/\r\n|\n|\r/)
      rest = (parts.pop() ?? '') + text.slice(text.length - held)
      return parts.map(take).filter((event) => event !== undefined)
    },
  }
}
