import { safeText } from '@sitrep/present'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { AskError } from '../source/source.ts'
import { useWorld } from './hooks.ts'

/** A state of a page that has nothing else to show. */
export function Notice({
  title,
  children,
}: {
  readonly title: string
  readonly children?: ComponentChildren
}) {
  return (
    <section class="notice">
      <h2>{title}</h2>
      {children}
    </section>
  )
}

/** Something is asked for and not answered yet. */
export function Loading({ what }: { readonly what: string }) {
  return (
    <div class="loading">
      <p role="status">Reading {what} …</p>
      <div class="skeleton" aria-hidden="true">
        <i />
        <i />
        <i />
        <i />
      </div>
    </div>
  )
}

/** Why there is nothing to show, and what can be done. */
export function Failed({ error, what }: { readonly error: AskError; readonly what: string }) {
  const world = useWorld()
  switch (error.code) {
    case 'token-wanted':
      return <TokenForm />
    case 'forbidden':
      return (
        <Notice title="Not allowed">
          <p>{safeText(error.message)}</p>
          <p class="muted">Whoever runs this server decides what may be seen of {what}.</p>
        </Notice>
      )
    case 'missing':
      return (
        <Notice title="Not here">
          <p>{safeText(error.message)}</p>
          <p>
            <a href="#/">Back to the fleet</a>
          </p>
        </Notice>
      )
    default:
      return (
        <Notice title={error.code === 'unreachable' ? 'No answer' : 'That failed'}>
          <p>{safeText(error.message)}</p>
          <p class="muted">It is tried again by itself.</p>
          <button type="button" onClick={world.start}>
            Try now
          </button>
        </Notice>
      )
  }
}

/** Asks for the token that the server wants. */
export function TokenForm() {
  const world = useWorld()
  const [tried, setTried] = useState(false)
  const send = (event: Event): void => {
    event.preventDefault()
    const field = (event.currentTarget as HTMLFormElement).elements.namedItem('token') as HTMLInputElement
    setTried(true)
    world.useToken(field.value.trim())
  }
  return (
    <Notice title="A token is wanted">
      <p>
        This server answers only those who have its token. It was set when the server was started
        (--api-token).
      </p>
      <form class="token" onSubmit={send}>
        <label for="token">Token</label>
        <input
          id="token"
          name="token"
          type="password"
          autoComplete="off"
          required
          aria-describedby="token-note"
        />
        <button type="submit">Open</button>
      </form>
      <p id="token-note" class="muted" role="status">
        {tried ? 'That token was not taken.' : 'It is kept for this tab until it is closed.'}
      </p>
    </Notice>
  )
}
