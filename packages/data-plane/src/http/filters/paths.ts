import { type Fields, fields } from '@sitrep/status'
import { plainPrefix } from '../match/table.ts'
import { pathText } from './safe-text.ts'

/** Makes another path of a path; `prefix` is the prefix that was matched. */
export type PathChange = (path: string, prefix: string) => string

/** Reads how a redirect or rewrite changes a path; nothing where it does not. */
export function readPathChange(settings: Fields): PathChange | undefined {
  const change = fields(settings['path'])
  // An empty text says something here.
  const { replaceFullPath: whole, replacePrefixMatch: part } = change
  if (change['type'] === 'ReplaceFullPath' && typeof whole === 'string') {
    const path = pathText(whole) || '/'
    return () => path
  }
  if (change['type'] !== 'ReplacePrefixMatch' || typeof part !== 'string') return undefined
  const replacement = pathText(part)
  return (path, prefix) => replacePrefix(path, prefix, replacement)
}

/** Puts something else in the place of a matched prefix. Exactly one slash stands between it and what follows. */
export function replacePrefix(path: string, prefix: string, replacement: string): string {
  const rest = path.slice(plainPrefix(prefix).length)
  const replaced = rest === '' ? replacement : `${plainPrefix(replacement)}${rest}`
  return replaced === '' ? '/' : replaced
}
