/** JSON under construction: what `canonical` hands out and the defaulting of a kind fills in place. */
export type DraftValue = null | boolean | number | bigint | string | DraftValue[] | Draft

export interface Draft {
  [key: string]: DraftValue
}

function isDraft(value: DraftValue | undefined): value is Draft {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The object under `key`, if there is one. */
export function draftAt(parent: Draft | undefined, key: string): Draft | undefined {
  const value = parent?.[key]
  return isDraft(value) ? value : undefined
}

/** The object under `key`, put there empty if there is none. */
export function ensureDraft(parent: Draft, key: string): Draft {
  const known = draftAt(parent, key)
  if (known !== undefined) return known
  const made: Draft = {}
  parent[key] = made
  return made
}

/** The objects in the list under `key`. */
export function draftsAt(parent: Draft | undefined, key: string): readonly Draft[] {
  const value = parent?.[key]
  return Array.isArray(value) ? value.filter(isDraft) : []
}

/** The text under `key`; empty when there is none, as Go reads an absent string. */
export function textAt(parent: Draft | undefined, key: string): string {
  const value = parent?.[key]
  return typeof value === 'string' ? value : ''
}

/**
 * Sets what is absent. An empty text is not: reading drops it where Go would see an unset scalar, so what is left was
 * given through a pointer.
 */
export function fill(target: Draft | undefined, defaults: Readonly<Record<string, DraftValue>>): void {
  if (target === undefined) return
  for (const [key, value] of Object.entries(defaults)) {
    const present = target[key]
    if (present === undefined || present === null) target[key] = value
  }
}
