/** Longer than anything that a person reads in one place; what an object says beyond is in the object. */
const longest = 4_000

/** A text from an object, cut where it would be too long to show. Nothing else is done to it: whoever shows it sets it as text. */
export function bounded(text: string, most: number = longest): string {
  if (text.length <= most) return text
  const cut = text.slice(0, most - 1)
  // Half of a character is none.
  return `${/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut}…`
}
