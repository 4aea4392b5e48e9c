import axe from 'axe-core'
import type { Page } from 'playwright-core'

interface Violation {
  readonly id: string
  readonly nodes: readonly { readonly target: readonly unknown[]; readonly failureSummary?: string }[]
}

/** What axe finds against the page as it is now, a line each. */
export async function violations(page: Page): Promise<readonly string[]> {
  // Past the page's policy, which refuses scripts that are not its own.
  await page.evaluate(axe.source)
  const found = (await page.evaluate(
    'axe.run(document).then(({ violations }) => violations)',
  )) as readonly Violation[]
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
  )
}
