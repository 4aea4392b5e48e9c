/**
 * A text without an object's own name, so that what is said of two objects can be compared. Names that are made from it count as its own
 * (`guard-NAME`); words of which it is only a part stay.
 */
export function withoutName(text: string, name: string): string {
  if (name === '' || !text.includes(name)) return text
  const pattern = name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return text.replaceAll(new RegExp(`(?<!\\w)${pattern}(?!\\w)`, 'g'), '')
}
