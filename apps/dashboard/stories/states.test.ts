import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { type OpenedPage, openBrowser, openPage, violations, withoutBrowser } from '../src/testing.ts'
import { broken, largeFleet, now } from './canned.testing.ts'
import { type FakeServer, type FakeState, healed, startFakeServer } from './fake-server.testing.ts'

const limit = { timeout: 240_000 }
const object = '#/object/things.example/Cluster/prod/payments'

describe('the states of the page', { skip: withoutBrowser }, () => {
  let browser: Browser
  let server: FakeServer
  let opened: OpenedPage | undefined
  before(async () => {
    browser = await openBrowser()
  })
  afterEach(async () => {
    await opened?.page.context().close()
    await server?.close()
  })
  after(() => browser.close())

  const open = async (given: Partial<FakeState>, fragment = ''): Promise<Page> => {
    server = await startFakeServer(given)
    opened = await openPage(browser, server.url + fragment)
    return opened.page
  }
  const calm = async (page: Page): Promise<void> => {
    assert.deepEqual(await violations(page), [])
    assert.deepEqual(opened?.complaints, [])
    const wide = page.viewportSize()
    await page.setViewportSize({ width: 360, height: 740 })
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360, 'it fits a phone')
    if (wide !== null) await page.setViewportSize(wide)
  }

  it('says that it reads while no answer comes', limit, async () => {
    const page = await open({ silent: true })
    await page.getByText('Reading the fleet …').waitFor()
    await page.getByText('Connecting').waitFor()
    await calm(page)
  })

  it('says that nothing is there, and how to create something', limit, async () => {
    const page = await open({ rows: [] })
    await page.getByRole('heading', { name: 'Nothing here yet' }).waitFor()
    await calm(page)
  })

  it('asks for a token, says when it was wrong, and keeps it out of the address', limit, async () => {
    const page = await open({ token: 's3cret' })
    await page.getByLabel('Token').fill('wrong')
    await page.getByRole('button', { name: 'Open' }).click()
    await page.getByText('That token was not taken').waitFor()
    await calm(page)
    await page.getByLabel('Token').fill('s3cret')
    await page.getByRole('button', { name: 'Open' }).click()
    await page.getByRole('link', { name: 'payments', exact: true }).waitFor()
    assert.doesNotMatch(page.url(), /s3cret/)
  })

  it('takes a token from the address, and takes it out of it', limit, async () => {
    const page = await open({ token: 's3cret' }, '#token=s3cret')
    await page.getByRole('link', { name: 'payments', exact: true }).waitFor()
    assert.doesNotMatch(page.url(), /s3cret/)
  })

  it('says what is not allowed', limit, async () => {
    const page = await open({ refuse: { status: 403, error: 'You may not read clusters' } })
    await page.getByRole('heading', { name: 'Not allowed' }).waitFor()
    await page.getByText('You may not read clusters').waitFor()
    await calm(page)
  })

  it('says what failed, and goes on by itself once it does not any more', limit, async () => {
    const page = await open({ refuse: { status: 500, error: 'The engine is not ready' } })
    await page.getByText('The engine is not ready').waitFor()
    await calm(page)
    delete server.state.refuse
    await page.getByRole('link', { name: 'payments', exact: true }).waitFor()
  })

  it('says that an object is not there', limit, async () => {
    const page = await open({}, '#/object/things.example/Cluster/prod/nobody')
    await page.getByText('There is no such object').waitFor()
    await calm(page)
  })

  it('says that an address leads nowhere', limit, async () => {
    const page = await open({}, '#/nowhere')
    await page.getByRole('heading', { name: 'No such page' }).waitFor()
  })

  it('marks itself as stale, keeps what it shows, and resumes where it was', limit, async () => {
    const page = await open({})
    await page.getByText('Live', { exact: true }).waitFor()
    server.tell('row', { row: healed })
    await page.getByRole('button', { name: '0 wrong' }).waitFor()
    server.state.refuse = { status: 503, error: 'Restarting' }
    server.drop()
    await page.getByRole('alert').filter({ hasText: 'The connection is lost' }).waitFor()
    await page.getByText('Not current').waitFor()
    await page.getByRole('link', { name: 'payments', exact: true }).waitFor()
    await calm(page)
    delete server.state.refuse
    await page.getByText('Live', { exact: true }).waitFor()
    assert.equal(await page.getByRole('alert').count(), 0)
    assert.deepEqual(server.resumedAfter, ['100', '101'])
    assert.equal(server.asked.filter((url) => url === '/api/v1/fleet').length, 1)
  })

  it('asks for everything again when nobody knows what happened in between', limit, async () => {
    const page = await open({}, object)
    await page.getByText('Unavailable').first().waitFor()
    server.state.rows = [healed]
    server.tell('reset', { upTo: 101 })
    await page.locator('.verdict').filter({ hasText: 'Available' }).waitFor()
    await page.goto(`${server.url}#/`)
    await page.getByText('1 in all').waitFor()
    assert.ok(server.asked.filter((url) => url === '/api/v1/fleet').length >= 2)
  })

  it('shows a change at once, without asking for the fleet again', limit, async () => {
    const page = await open({})
    await page.getByRole('button', { name: '1 wrong' }).waitFor()
    server.tell('row', { row: healed })
    await page.getByRole('button', { name: '0 wrong' }).waitFor()
    server.tell('row', { gone: healed.ref })
    await page.getByRole('link', { name: 'payments', exact: true }).waitFor({ state: 'detached' })
    assert.equal(server.asked.filter((url) => url === '/api/v1/fleet').length, 1)
  })

  it('asks again about the object that is shown when something in its tree changes', limit, async () => {
    const page = await open({}, object)
    await page.locator('.verdict').filter({ hasText: 'Unavailable' }).waitFor()
    server.state.rows = [healed]
    server.tell('touched', { refs: [{ group: 'other.example', kind: 'Thing', name: 'stranger' }] })
    server.tell('touched', {
      refs: [{ group: 'things.example', kind: 'Machine', namespace: 'prod', name: 'payments-cp-0' }],
    })
    await page
      .locator('.verdict')
      .filter({ hasText: /^Available/ })
      .waitFor()
  })

  it('counts ages from the instant at which everything stands, and asks for no stream', limit, async () => {
    const since = new Date(now - 86_400_000).toISOString()
    const at = new Date(now - 86_400_000 + 300_000).toISOString()
    const page = await open({ rows: [{ ...broken, since }], at })
    await page.getByText('Snapshot of').waitFor()
    await page.locator('.since time').filter({ hasText: '5m' }).waitFor()
    assert.deepEqual(server.resumedAfter, [])
  })

  it('draws only the rows that are seen', limit, async () => {
    const page = await open({ rows: largeFleet(2000) })
    await page.getByText('2000 in all').waitFor()
    const drawn = (): Promise<number> => page.locator('.row-table tbody tr:not(.gap)').count()
    assert.ok((await drawn()) < 60)
    const last = page.getByRole('link', { name: 'cluster-01999', exact: true })
    // The page is as high as its rows are thought to be until they are laid out: at its end there may be more.
    while (!(await last.isVisible())) {
      await page.keyboard.press('End')
      await page.evaluate('new Promise(requestAnimationFrame)')
    }
    assert.ok((await drawn()) < 60)
  })
})
