import type { Page } from 'playwright-core'
import { buildPageWhenChanged } from '../build.mjs'
import { openBrowser, openPage, withoutBrowser } from '../src/testing.ts'
import { largeFleet } from '../stories/canned.testing.ts'
import { startFakeServer } from '../stories/fake-server.testing.ts'

interface BenchRow {
  readonly name: string
  readonly value: number
  readonly unit: string
}

const clusters = 2000

// Scrolls through the whole list, 120 pixels a frame, which is faster than anybody reads, and measures how long each frame took.
const scrollThrough = `new Promise((resolve) => {
  const frames = []
  let last = performance.now()
  const step = (now) => {
    frames.push(now - last)
    last = now
    if (scrollY >= document.documentElement.scrollHeight - innerHeight - 1) return resolve(frames.slice(2))
    scrollBy(0, 120)
    requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
})`

const firstPaint = `new Promise((resolve) => {
  const painted = () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime
  const look = () => painted() === undefined ? setTimeout(look, 10) : resolve(painted())
  look()
})`

/** A fleet of 2,000 clusters in a browser: how soon it is seen, and whether it stutters. */
export async function bench(): Promise<readonly BenchRow[]> {
  if (withoutBrowser !== false) {
    console.log(`skipped: the page in a browser (${withoutBrowser})`)
    return []
  }
  await buildPageWhenChanged()
  const server = await startFakeServer({ rows: largeFleet(clusters) })
  const browser = await openBrowser()
  try {
    const { page } = await openPage(browser, server.url)
    await page.locator('.row-table tbody tr:not(.gap)').first().waitFor()
    const painted = Number(await page.evaluate(firstPaint))
    const shown = Number(await page.evaluate('performance.now()'))
    const work = await mainThread(page)
    const before = await work()
    const frames = (await page.evaluate(scrollThrough)) as readonly number[]
    const worked = (await work()) - before
    const sorted = [...frames].sort((a, b) => a - b)
    const of = `with ${clusters} clusters`
    return [
      { name: `page: first paint ${of}`, value: painted, unit: 'ms' },
      { name: `page: rows shown at most ${of}`, value: shown, unit: 'ms' },
      {
        name: `page: frame while scrolling, median ${of}`,
        value: sorted[Math.floor(sorted.length / 2)] ?? 0,
        unit: 'ms',
      },
      { name: `page: frame while scrolling, longest ${of}`, value: sorted.at(-1) ?? 0, unit: 'ms' },
      {
        name: `page: frames over 50 ms while scrolling ${of}`,
        value: frames.filter((frame) => frame > 50).length,
        unit: `of ${frames.length}`,
      },
      // What the page itself needs, however busy the machine is.
      {
        name: `page: processor time of a frame while scrolling ${of}`,
        value: worked / frames.length,
        unit: 'ms',
      },
    ]
  } finally {
    await browser.close()
    await server.close()
  }
}

/** How long the main thread of a page has worked, in milliseconds of the processor. */
async function mainThread(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
  }
}
