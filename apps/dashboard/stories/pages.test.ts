import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { questions, readPage } from '../src/index.ts'
import { type OpenedPage, openBrowser, openPage, violations, withoutBrowser } from '../src/testing.ts'
import { broken, hostileNames, now, objectAnswer, smallFleet, transitions } from './canned.testing.ts'
import { type FakeServer, startFakeServer } from './fake-server.testing.ts'

const limit = { timeout: 240_000 }
const object = '#/object/things.example/Cluster/prod/payments'

// biome-ignore format: the table is read as one; its columns stay aligned
const pages: readonly (readonly [name: string, fragment: string, shows: string])[] = [
  ['fleet',               '#/',                            'in all, the worst first'],
  ['fleet as cards',      '#/?view=cards',                 'in all, the worst first'],
  ['tree',                object,                          'What it is made of'],
  ['conditions',          `${object}/conditions`,          'Decided by'],
  ['why',                 `${object}/why`,                 'What helps'],
  ['timeline',            `${object}/timeline`,            'What else changed then'],
  ['rules of an object',  `${object}/rules`,               'Decides'],
  ['rules of a kind',     '#/rules/things.example/Cluster', 'otherwise'],
  ['events',              '#/events',                      'Kubelet stopped posting node status'],
]

describe('the pages', { skip: withoutBrowser }, () => {
  let browser: Browser
  let server: FakeServer
  let opened: OpenedPage | undefined
  before(async () => {
    browser = await openBrowser()
    server = await startFakeServer({ unseen: ['Secrets may not be read'] })
  })
  afterEach(() => opened?.page.context().close())
  after(async () => {
    await browser.close()
    await server.close()
  })

  const open = async (fragment: string, options: BrowserContextOptions = {}): Promise<Page> => {
    opened = await openPage(browser, server.url + fragment, options)
    return opened.page
  }

  for (const [name, fragment, shows] of pages) {
    for (const colorScheme of ['light', 'dark'] as const) {
      it(`${name}, ${colorScheme}: axe finds nothing, and nothing is refused or thrown`, limit, async () => {
        const page = await open(fragment, { colorScheme })
        await page.getByText(shows).first().waitFor()
        assert.deepEqual(await violations(page), [])
        assert.deepEqual(opened?.complaints, [])
      })
    }

    it(`${name}: fits a phone`, limit, async () => {
      const page = await open(fragment, { viewport: { width: 360, height: 740 } })
      await page.getByText(shows).first().waitFor()
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360)
    })
  }

  it('take hostile names for text, and lead to them', limit, async () => {
    const page = await open('#/')
    for (const name of [hostileNames[0], 'cod\\u{202e}gnp.exe', hostileNames[2]])
      await page.getByRole('link', { name, exact: true }).first().waitFor()
    await page.getByRole('link', { name: hostileNames[0], exact: true }).first().click()
    await page.getByRole('heading', { level: 1, name: hostileNames[0] }).waitFor()
    assert.equal(await page.locator('img').count(), 0)
    assert.deepEqual(opened?.complaints, [])
  })

  it('keep filters in the address', limit, async () => {
    const page = await open('#/')
    await page.getByLabel('Text').fill('nobody knows')
    await page.getByText('1 of 9 shown').waitFor()
    assert.match(page.url(), /#\/\?text=nobody\+knows$/)
    await page.getByLabel('Condition').selectOption('Programmed')
    await page.getByRole('heading', { name: 'Nothing fits these filters' }).waitFor()
    await page.reload()
    await page.getByText('0 of 9 shown').waitFor()
    await page.getByRole('link', { name: 'Show all 9' }).click()
    await page.getByText('9 in all').waitFor()
    await page.getByRole('button', { name: '1 wrong' }).click()
    await page.getByText('1 of 9 shown').waitFor()
    assert.match(page.url(), /weight=wrong/)
  })

  it('can be used with keys alone', limit, async () => {
    const page = await open('#/')
    await page.getByText('9 in all').waitFor()
    await page.keyboard.press('Tab')
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'Skip to what is shown')
    await page.keyboard.press('Enter')
    assert.equal(await page.evaluate('document.activeElement.id'), 'main')
    await page.getByRole('link', { name: 'payments', exact: true }).focus()
    await page.keyboard.press('ArrowDown')
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'billing')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await page.getByRole('tree').waitFor()
    await page.getByRole('treeitem').first().focus()
    for (const key of ['ArrowDown', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(key)
    assert.match(String(await page.evaluate('document.activeElement.textContent')), /payments-cp-1.*NotReady/)
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    assert.equal(await page.evaluate('document.activeElement.getAttribute("aria-expanded")'), 'false')
  })

  it('lead from a symptom to its first cause', limit, async () => {
    const page = await open(`${object}/why`)
    const steps = page.locator('.why-path li')
    await steps.first().waitFor()
    assert.match(String(await steps.last().textContent()), /First cause.*payments-cp-1.*NodeNotReady/)
    assert.equal(
      await steps.last().getByRole('link').getAttribute('href'),
      '#/object/things.example/Machine/prod/payments-cp-1',
    )
  })

  it('zoom a timeline, and tell a span that is gone to', limit, async () => {
    const page = await open(`${object}/timeline`)
    const spans = page.locator('.span')
    await spans.first().waitFor()
    const before = await spans.count()
    await page.getByRole('button', { name: 'Nearer' }).click()
    await page.getByRole('button', { name: 'Nearer' }).click()
    await page.getByRole('button', { name: 'Later' }).click()
    assert.ok((await spans.count()) < before)
    await page.getByRole('button', { name: 'All' }).click()
    assert.equal(await spans.count(), before)
    await page.locator('.span[tabindex="0"]').focus()
    await page.keyboard.press('ArrowLeft')
    await page.locator('.tooltip').filter({ hasText: 'Available' }).waitFor()
  })

  it('hold events back while they are read', limit, async () => {
    const page = await open('#/events')
    const events = page.locator('.event-list li')
    await events.first().waitFor()
    await page.getByRole('button', { name: 'Pause' }).click()
    for (const id of [1001, 1002]) server.tell('transition', { ...transitions[0], id, reason: `Held${id}` })
    await page.getByText('Paused; 2 held back').waitFor()
    assert.equal(await events.count(), transitions.length)
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.getByText('Held1002').waitFor()
    assert.equal(await events.count(), transitions.length + 2)
  })

  it('change their colours by a switch that is remembered', limit, async () => {
    const page = await open('#/', { colorScheme: 'light' })
    const ground = (): Promise<unknown> => page.evaluate('getComputedStyle(document.body).backgroundColor')
    const light = await ground()
    await page.getByLabel('Colours').selectOption('dark')
    // The page draws again in its own time.
    await page.waitForFunction(`getComputedStyle(document.body).backgroundColor !== '${light}'`)
    const dark = await ground()
    await page.reload()
    await page.getByText('9 in all').waitFor()
    assert.equal(await ground(), dark)
  })

  it('open from a disk when they were exported, and say of when they are', limit, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sitrep-export-'))
    try {
      for (const [name, { body }] of readPage()) writeFileSync(join(folder, name), body)
      const answers = {
        [questions.fleet()]: { upTo: 1, rows: smallFleet, unseen: [] },
        [questions.object(broken.ref)]: objectAnswer(broken),
      }
      const exported = { answers, at: new Date(now).toISOString(), words: 'bundle.tar.gz' }
      writeFileSync(join(folder, 'export.js'), `globalThis.sitrepExport = ${JSON.stringify(exported)}`)
      opened = await openPage(browser, pathToFileURL(join(folder, 'index.html')).href)
      const { page } = opened
      await page.getByText('Snapshot of').waitFor()
      await page.getByRole('link', { name: 'payments', exact: true }).click()
      await page.getByRole('tree').waitFor()
      await page.getByRole('link', { name: 'Timeline' }).click()
      await page.getByText('This was not exported').waitFor()
      assert.deepEqual(opened.complaints, [])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
