/** A text without an object's own name, so that what is said of two objects can be compared. Parts of longer names stay. */
export function withoutName(text: string, name: string): string {
  if (name === '' || !text.includes(name)) return text
  const pattern = name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return text.replaceAll(new RegExp(`(?<![\\w.-])${pattern}(?![\\w.-])`, 'g'), '')
}
