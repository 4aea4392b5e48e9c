import { type ConditionRules, False, otherwise, True } from '@sitrep/conditions'
import type { MachineFacts } from '../facts/facts.ts'

// biome-ignore format: the table is the specification; its columns stay aligned
export const updating: ConditionRules<MachineFacts> = {
  type: 'Updating',
  rows: [
    ['an in-place update is starting, under way or ending', (f) => f.updating, True('InPlaceUpdating', 'In-place update in progress')],
    ['otherwise',                                           otherwise,         False('NotUpdating')],
  ],
}
