import { refKey } from '@sitrep/status'
import { type Content, fits, type Page } from '../page.ts'
import { pageOf, type State } from '../state.ts'
import { explanationContent } from './explanation.ts'
import { fleetContent } from './fleet.ts'
import { helpContent } from './help.ts'
import { historyContent } from './history.ts'
import { treeContent } from './tree.ts'

/** Two columns on the left show which row is chosen. */
export const markWidth = 2

/** What stands on the page that is shown, without what its filter leaves out. */
export function contentOf(state: State): Content {
  const page = pageOf(state)
  const whole = wholeContent(state, page)
  if (!whole.filtered || page.filter === '') return whole
  return { ...whole, rows: whole.rows.filter((row) => fits(row, page.filter)) }
}

function wholeContent(state: State, { place }: Page): Content {
  const { sight, now, reach, namespace, size } = state
  const width = Math.max(8, size.columns - markWidth)
  if (place.show === 'help') return helpContent(width)
  if (sight === undefined) return { title: 'Fleet', heads: [], rows: [], filtered: true }
  switch (place.show) {
    case 'fleet':
      return fleetContent(sight, { now, width, namespace })
    case 'kind':
      return fleetContent(sight, { now, width, namespace, kind: place.kind })
    case 'tree':
      return treeContent(sight, place.ref, { now, width })
    case 'explanation':
      return explanationContent(sight, place.ref, { now, width, reach })
    case 'history':
      return historyContent(state.histories.get(refKey(place.ref)), place.ref, { now, width })
  }
}
