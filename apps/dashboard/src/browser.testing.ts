import { existsSync } from 'node:fs'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

const usualPlaces = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const required = process.env.SITREP_REQUIRE_BROWSER === '1'
const found = [process.env.SITREP_CHROMIUM, ...usualPlaces].find(
  (path) => path !== undefined && existsSync(path),
)

/** Why tests with a browser are left out, or `false` where there is one or one is required. */
export const withoutBrowser: string | false =
  found === undefined && !required ? 'no Chromium here (SITREP_CHROMIUM names one)' : false

// Nothing but the pages that it is sent to, and nothing of its own over the network.
const flags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** A browser with a profile of its own. */
export function openBrowser(): Promise<Browser> {
  if (found === undefined) throw new Error('SITREP_REQUIRE_BROWSER is set, and there is no Chromium')
  return chromium.launch({ executablePath: found, args: flags, chromiumSandbox: false })
}

/** A page, and everything that it complained of. */
export interface OpenedPage {
  readonly page: Page
  /** Errors, and what the policy refused. */
  readonly complaints: readonly string[]
}

/** Opens an address in a context of its own, so that nothing is left of the page before. */
export async function openPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<OpenedPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options })
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('dialog', (dialog) => {
    complaints.push(`dialog ${dialog.message()}`)
    dialog.dismiss().catch((error: Error) => complaints.push(error.message))
  })
  page.on('console', (message) => {
    // That an answer was refused or a connection lost is what some tests are about.
    if (message.type() === 'error' && !/Failed to load resource|net::ERR/.test(message.text()))
      complaints.push(message.text())
  })
  await page.goto(url)
  return { page, complaints }
}
