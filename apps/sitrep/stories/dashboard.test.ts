import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { type OpenedPage, openBrowser, openPage, violations, withoutBrowser } from '@sitrep/dashboard/testing'
import { at, type KubeObject } from '@sitrep/status'
import { eventually, openPrograms, type RunningUp } from './program.testing.ts'

const limit = { timeout: 240_000 }

const scenario = `
name: dashboard
timings: { clusterInfrastructure: 2s, bootstrap: 1s, machineInfrastructure: 3s, nodeJoin: 2s }
clusters:
  - { name: shop, namespace: prod, at: 20s, controlPlane: 1, workers: [{ name: web, replicas: 1 }] }
`

type Browser = Awaited<ReturnType<typeof openBrowser>>

describe('The dashboard of sitrep up', { skip: withoutBrowser }, () => {
  const programs = openPrograms()
  const data = mkdtempSync(join(tmpdir(), 'sitrep-dashboard-'))
  const file = join(data, 'scenario.yaml')
  let up: RunningUp
  let url: string
  let browser: Browser
  let opened: OpenedPage

  const start = async (): Promise<void> => {
    up = await programs.up(join(data, 'up'), '--scenario', file, '--speed', '4')
    const said = await up.says('Ctrl-C stops it')
    url = /dashboard +(http:\S+)/.exec(said)?.[1] ?? ''
  }
  before(async () => {
    writeFileSync(file, scenario)
    browser = await openBrowser()
    await start()
    opened = await openPage(browser, url)
    opened.page.setDefaultTimeout(40_000)
  })
  after(async () => {
    await browser.close()
    await programs.endAll()
    rmSync(data, { recursive: true })
  })

  const list = async (path: string): Promise<readonly KubeObject[]> =>
    (await up.connection.request<{ items: readonly KubeObject[] }>({ path })).items

  it('shows a cluster from the moment it is created until it is available, live', limit, async () => {
    const { page } = opened
    await page.getByRole('heading', { name: 'Nothing here yet' }).waitFor()
    await page.getByRole('button', { name: '1 under way' }).waitFor()
    await page.getByRole('link', { name: 'shop', exact: true }).waitFor()
    await page.getByRole('button', { name: '1 fine' }).waitFor()
    assert.deepEqual(opened.complaints, [])
  })

  it('turns red when a Node breaks, and Why leads to it', limit, async () => {
    const { page } = opened
    const machines = await list('/apis/cluster.x-k8s.io/v1beta2/namespaces/prod/machines')
    const worker = machines.find(({ metadata }) => metadata.name.includes('web'))
    const reference = at(worker?.spec, 'infrastructureRef') as { apiGroup: string; name: string }
    await up.connection.request({
      method: 'PATCH',
      path: `/apis/${reference.apiGroup}/v1beta2/namespaces/prod/simulatedmachines/${reference.name}`,
      body: { metadata: { annotations: { 'simulator.sitrep.dev/node': 'NotReady' } } },
      contentType: 'application/merge-patch+json',
    })
    await page.getByRole('button', { name: '1 wrong' }).waitFor()
    await page.getByRole('link', { name: 'shop', exact: true }).click()
    await page.getByRole('link', { name: 'Why', exact: true }).click()
    const cause = page.locator('.why.is-leading .is-first-cause')
    await cause.waitFor()
    assert.match(String(await cause.textContent()), new RegExp(worker?.metadata.name ?? 'none'))
  })

  it('shows it in the timeline and among the events', limit, async () => {
    const { page } = opened
    await page.getByRole('link', { name: 'Timeline', exact: true }).click()
    const lane = page.locator('.span[aria-label^="Available "]')
    await eventually(async () => ((await lane.count()) >= 3 ? true : undefined))
    assert.match(String(await lane.last().getAttribute('aria-label')), /^Available False/)
    await page.getByRole('link', { name: 'Events', exact: true }).click()
    await page.locator('.event-list li').filter({ hasText: 'Available True → False' }).first().waitFor()
  })

  it('marks the row of each rule table that decides', limit, async () => {
    const { page } = opened
    await page.goto(`${url}/#/object/cluster.x-k8s.io/Cluster/prod/shop/rules`)
    const table = page
      .locator('.tab > section')
      .filter({ has: page.getByRole('heading', { name: 'Paused', exact: true }) })
    assert.match(String(await table.locator('tr.decides').last().textContent()), /otherwise.*False.*Decides/)
  })

  it('says that it is stale while the server is away, and goes on when it is back', limit, async () => {
    const { page } = opened
    await page.goto(`${url}/#/`)
    await page.getByRole('button', { name: '1 wrong' }).waitFor()
    await up.kill('SIGINT')
    await page.getByRole('alert').filter({ hasText: 'The connection is lost' }).waitFor()
    await page.getByRole('link', { name: 'shop', exact: true }).waitFor()
    const before = url
    await start()
    assert.equal(url, before)
    await page.getByText('Live', { exact: true }).waitFor()
    await page.getByRole('button', { name: '1 wrong' }).waitFor()
  })

  const object = '#/object/cluster.x-k8s.io/Cluster/prod/shop'
  for (const fragment of [
    '#/',
    object,
    `${object}/conditions`,
    `${object}/why`,
    `${object}/timeline`,
    `${object}/rules`,
    '#/rules/cluster.x-k8s.io/Cluster',
    '#/events',
  ])
    it(`is usable by everybody, says axe: ${fragment}`, limit, async () => {
      // Both colour schemes are looked at in the page's own tests; here it is about what a real server answers.
      const { page, complaints } = await openPage(browser, `${url}/${fragment}`, { colorScheme: 'dark' })
      await page.getByText('Live', { exact: true }).waitFor()
      await page.locator('.loading').waitFor({ state: 'detached' })
      assert.deepEqual(await violations(page), [])
      assert.deepEqual(complaints, [])
      await page.context().close()
    })
})
