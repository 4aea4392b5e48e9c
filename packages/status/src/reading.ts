/**
 * One object that was asked for. "Could not look" and "looked, and it is not there" are different facts and must lead
 * to different conditions (`Unknown` against `False`).
 */
export type Reading<Item> =
  | { readonly read: true; readonly item?: Item }
  | { readonly read: false; readonly why: string }

/** The same for a query that may match any number of objects, in the byte order of their namespace and name. */
export type Listing<Item> =
  | { readonly read: true; readonly items: readonly Item[] }
  | { readonly read: false; readonly why: string }

/** Looked, and this was there. */
export const found = <Item>(item: Item): Reading<Item> => ({ read: true, item })

/** Looked, and nothing was there. */
export const missing: Reading<never> = { read: true }

/** Looked, and these were there. */
export const listed = <Item>(...items: readonly Item[]): Listing<Item> => ({ read: true, items })

/** Could not look. */
export const unreadable = (why: string): { readonly read: false; readonly why: string } => ({
  read: false,
  why,
})
