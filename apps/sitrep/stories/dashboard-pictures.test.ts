import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { openBrowser, openPage, withoutBrowser } from '@sitrep/dashboard/testing'
import { openPrograms } from './program.testing.ts'

const folder = join(import.meta.dirname, '..', '..', '..', 'docs', 'pictures')
const notWanted =
  process.env.SITREP_UPDATE_PICTURES === 'yes' ? false : 'SITREP_UPDATE_PICTURES=yes takes them anew'
const object = '#/object/cluster.x-k8s.io/Cluster/fleet/labs'

// biome-ignore format: the table is read as one; its columns stay aligned
const pages: readonly (readonly [name: string, fragment: string, shows: string])[] = [
  ['fleet',      '#/',                   '.row-table .is-bad'],
  ['cards',      '#/?view=cards',        '.card.is-bad'],
  ['object',     object,                 '.why-path'],
  ['conditions', `${object}/conditions`, '.conditions'],
  ['why',        `${object}/why`,        '.why'],
  ['timeline',   `${object}/timeline`,   '.span'],
  ['rules',      `${object}/rules`,      'tr.decides'],
  ['events',     '#/events',             '.event-list li'],
]

describe('Pictures of the dashboard', { skip: withoutBrowser || notWanted }, () => {
  const programs = openPrograms()
  const data = mkdtempSync(join(tmpdir(), 'sitrep-pictures-'))
  after(async () => {
    await programs.endAll()
    rmSync(data, { recursive: true })
  })

  it('are taken of each page, light and dark, and are small', { timeout: 300_000 }, async () => {
    mkdirSync(folder, { recursive: true })
    const up = await programs.up(data, '--scenario', 'demo', '--speed', '3')
    const url = /dashboard +(http:\S+)/.exec(await up.says('Ctrl-C stops it'))?.[1]
    const browser = await openBrowser()
    try {
      // By then the quota holds up a cluster, and the others are in the middle of their lives.
      const first = await openPage(browser, `${url}/#/?weight=wrong&text=labs`)
      first.page.setDefaultTimeout(200_000)
      await first.page.getByRole('link', { name: 'labs', exact: true }).waitFor()
      for (const [name, fragment, shows] of pages)
        for (const colorScheme of ['light', 'dark'] as const) {
          const { page } = await openPage(browser, `${url}/${fragment}`, {
            colorScheme,
            timezoneId: 'UTC',
            viewport: { width: 1280, height: 720 },
          })
          await page.locator(shows).first().waitFor()
          const path = join(folder, `${name}-${colorScheme}.png`)
          await page.screenshot({ path })
          await page.context().close()
          assert.ok(statSync(path).size < 200_000, `${path} has ${statSync(path).size} bytes`)
        }
    } finally {
      await browser.close()
    }
  })
})
