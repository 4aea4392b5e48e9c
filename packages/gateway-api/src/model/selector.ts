import { parseSelector, selects } from '@sitrep/status'

/** The labels of an object. */
export type Labels = Readonly<Record<string, string>>

/** Whether a label selector picks an object with these labels. One that is missing or malformed picks nothing. */
export const picks = (selector: unknown, labels: Labels): boolean =>
  typeof selector === 'object' && selector !== null && selects(parseSelector(selector), { labels })
