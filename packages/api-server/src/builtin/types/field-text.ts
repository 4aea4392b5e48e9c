import { type Field, type FieldType, namedTypes } from './definition.ts'

const namedTypeSet: ReadonlySet<string> = new Set(namedTypes)

/**
 * Reads one field of a table: protobuf number (or `-`), type, then marks: `?` left out when empty, `??` when zero, `!`
 * required, and `list=`, `keys=`, `map=`, `patch=`, `merge=`, `enum=`, `default=`. A key that begins with `+` is an inlined struct.
 */
export function parseField(key: string, text: string, packageAlias: string): Field {
  const [number = '-', type = '', ...marks] = text.split(' ')
  const inline = key.startsWith('+')
  const field = {
    name: inline ? key.slice(1) : key,
    number: number === '-' ? undefined : Number(number),
    type: parseType(type, packageAlias),
    inline,
    omit: 'never' as Field['omit'],
    required: false,
  }
  return marks.reduce(withMark, field)
}

function withMark(field: Field, mark: string): Field {
  if (mark === '?') return { ...field, omit: 'empty' }
  if (mark === '??') return { ...field, omit: 'zero' }
  if (mark === '!') return { ...field, required: true }
  const [name, value = ''] = splitOnce(mark, '=')
  switch (name) {
    case 'list':
      return { ...field, listType: value as 'atomic' | 'set' | 'map' }
    case 'keys':
      return { ...field, listKeys: value.split(',') }
    case 'map':
      return { ...field, mapType: value as 'atomic' | 'granular' }
    case 'patch':
      return { ...field, patchStrategy: value }
    case 'merge':
      return { ...field, patchMergeKey: value }
    case 'enum':
      return { ...field, enum: value.split('|').map(decodeURIComponent) }
    case 'default':
      return { ...field, defaultText: value }
    default:
      throw new TypeError(`unknown mark ${mark} in a table of types`)
  }
}

function parseType(text: string, packageAlias: string): FieldType {
  if (text.startsWith('*')) return { form: 'pointer', of: parseType(text.slice(1), packageAlias) }
  if (!text.startsWith('(')) return parseUnnamedType(text, packageAlias)
  const end = text.indexOf(')')
  return { ...parseUnnamedType(text.slice(end + 1), packageAlias), goName: text.slice(1, end) } as FieldType
}

function parseUnnamedType(text: string, packageAlias: string): FieldType {
  if (text.startsWith('[]')) {
    return { form: 'list', of: parseType(text.slice(2), packageAlias), wrapped: false }
  }
  if (text.startsWith('items[]')) {
    return { form: 'list', of: parseType(text.slice('items[]'.length), packageAlias), wrapped: true }
  }
  if (text.startsWith('{}')) return { form: 'map', of: parseType(text.slice(2), packageAlias) }
  if (namedTypeSet.has(text)) return { form: 'named', name: text } as FieldType
  return { form: 'struct', name: text.includes('.') ? text : `${packageAlias}.${text}` }
}

function splitOnce(text: string, separator: string): readonly [string, string?] {
  const at = text.indexOf(separator)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}
