import { formatAge, safeText } from '@sitrep/present'
import { formatRef, type ObjectRef } from '@sitrep/status'
import { useEffect, useState } from 'preact/hooks'
import { objectHref, type Tab } from '../route/route.ts'
import { useNow } from './hooks.ts'

/** Text from an object, line by line: whatever could hide or turn round text is shown as its code. */
export function Message({ text }: { readonly text: string }) {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return (
    <>
      {lines.map((line, at) => (
        <span class="message-line" key={at}>
          {safeText(line)}
        </span>
      ))}
    </>
  )
}

/** An object by its name, leading to it. */
export function ObjectLink({
  to,
  tab,
  short,
}: {
  readonly to: ObjectRef
  readonly tab?: Tab
  readonly short?: true
}) {
  return (
    <a class="object-link" href={objectHref(to, tab)}>
      {short === true ? safeText(to.name) : safeText(formatRef(to))}
    </a>
  )
}

/** How long ago an instant was; the instant itself when it is pointed at. */
export function Age({
  since,
  words = 'ago',
}: {
  readonly since: string | number | undefined
  readonly words?: string
}) {
  const now = useNow()
  const at = typeof since === 'string' ? Date.parse(since) : since
  if (at === undefined || Number.isNaN(at)) return <span class="muted">not known</span>
  const text = formatAge(Math.max(0, now - at))
  return (
    <time dateTime={new Date(at).toISOString()} title={formatInstant(at)}>
      {words === '' ? text : `${text} ${words}`}
    </time>
  )
}

/** Day and time of an instant, in the reader's zone. */
export const formatInstant = (at: number): string =>
  new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' })

/** The time of an instant, with its day when that is not today's. */
export function formatTime(at: number, now: number): string {
  const [date, today] = [new Date(at), new Date(now)]
  const time = date.toLocaleTimeString(undefined, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
  if (date.toDateString() === today.toDateString()) return time
  return `${date.toLocaleDateString(undefined, { day: 'numeric', month: 'short' })} ${time}`
}

const copiedMs = 1500

/** A command to run, and a button that copies it. */
export function Command({ line }: { readonly line: string }) {
  return (
    <div class="command">
      <code tabIndex={0}>{safeText(line)}</code>
      <CopyButton text={line} what="command" />
    </div>
  )
}

/** Copies a text, and says that it did. */
export function CopyButton({
  text,
  what,
  label = 'Copy',
}: {
  readonly text: string
  readonly what: string
  readonly label?: string
}) {
  const [said, setSaid] = useState<string | undefined>(undefined)
  useEffect(() => {
    if (said === undefined) return undefined
    const timer = setTimeout(() => setSaid(undefined), copiedMs)
    return () => clearTimeout(timer)
  }, [said])
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => setSaid('Copied'),
      () => setSaid('Not allowed'),
    )
  }
  return (
    <button
      type="button"
      class="quiet"
      onClick={copy}
      aria-label={`${label} ${what}: ${safeText(text)}`}
      title={safeText(text)}
    >
      <span role="status">{said ?? label}</span>
    </button>
  )
}
