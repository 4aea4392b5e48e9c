import { render } from 'preact'
import { App } from './app.tsx'
import { takeToken, tokenStore } from './source/browser-token.ts'
import { createExportedSource, type Exported } from './source/exported-source.ts'
import { createLiveSource } from './source/live-source.ts'
import type { Source } from './source/source.ts'
import { createWorld } from './world.ts'

const tryAgainMs = 2000

function sourceHere(): Source {
  const { sitrepExport } = globalThis as { readonly sitrepExport?: Exported }
  if (sitrepExport !== undefined) return createExportedSource(sitrepExport)
  return createLiveSource({
    fetch: (input, init) => fetch(input, init),
    now: () => Date.now(),
    wait,
    token: tokenStore,
  })
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

takeToken()
const world = createWorld(sourceHere(), {
  // A page in the background is given no frames; it shall be current all the same when it is looked at.
  soon: (work) => (document.hidden ? setTimeout(work, 200) : requestAnimationFrame(work)),
  later: (work) => setTimeout(work, tryAgainMs),
})
const place = document.getElementById('page')
if (place !== null) {
  place.replaceChildren()
  render(<App world={world} />, place)
}
world.start()
