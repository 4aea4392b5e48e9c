import { type CreateNodeOptions, type DocumentOptions, stringify, type ToStringOptions } from 'yaml'
import { escapeHostile, isHostile } from './format-json.ts'

type Options = DocumentOptions & CreateNodeOptions & ToStringOptions

const plain: Options = { lineWidth: 0, aliasDuplicateObjects: false }

/** A value as YAML that is harmless on a terminal too, without a line end. Characters can be escaped only in quotes: then all texts have some. */
export function formatYaml(value: unknown, options: Options = {}): string {
  const text = stringify(value, { ...plain, ...options }).trimEnd()
  if (!isHostile(text)) return text
  const quoted: Options = {
    defaultStringType: 'QUOTE_DOUBLE',
    defaultKeyType: 'QUOTE_DOUBLE',
    blockQuote: false,
  }
  return escapeHostile(stringify(value, { ...plain, ...options, ...quoted }).trimEnd())
}
