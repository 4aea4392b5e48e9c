import type { GoFacts } from './modules.ts'
import { apiPackageOf, splitTypeName } from './packages.ts'

/** Types whose JSON or protobuf form is not that of their fields: the tables name them and the reader knows them. */
const specialTypes: ReadonlyMap<string, string> = new Map([
  ['k8s.io/apimachinery/pkg/apis/meta/v1.Time', 'Time'],
  ['k8s.io/apimachinery/pkg/apis/meta/v1.MicroTime', 'MicroTime'],
  ['k8s.io/apimachinery/pkg/apis/meta/v1.Duration', 'Duration'],
  ['k8s.io/apimachinery/pkg/apis/meta/v1.FieldsV1', 'FieldsV1'],
  ['k8s.io/apimachinery/pkg/api/resource.Quantity', 'Quantity'],
  ['k8s.io/apimachinery/pkg/util/intstr.IntOrString', 'IntOrString'],
  ['k8s.io/apimachinery/pkg/runtime.RawExtension', 'RawExtension'],
  ['k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1.JSON', 'JSON'],
  ['k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1.JSONSchemaPropsOrBool', 'JSONSchemaPropsOrBool'],
  [
    'k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1.JSONSchemaPropsOrArray',
    'JSONSchemaPropsOrArray',
  ],
  [
    'k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1.JSONSchemaPropsOrStringArray',
    'JSONSchemaPropsOrStringArray',
  ],
])

export const specialTypeNames: ReadonlySet<string> = new Set(specialTypes.values())

/** Named lists of strings that protobuf wraps in a message with one field `items`. */
const wrappedLists = new Set(['ExtraValue', 'Verbs'])

/** Where a type is written, and whom to tell that another type is needed. */
export interface TypeContext {
  readonly facts: GoFacts
  readonly packagePath: string
  readonly need: (qualified: string) => void
}

/**
 * A Go type in the notation of the tables: `*T` pointer, `[]T` list, `{}T` map with string keys, `items[]T` wrapped list,
 * a scalar, a special type, `Name` of the same package or `alias.Name` of another. What Go calls by a name of its own
 * carries it in front, as its messages show it: `(v1.Protocol)string`.
 */
export function typeText(type: string, context: TypeContext): string {
  if (type.startsWith('*')) return `*${typeText(type.slice(1), context)}`
  if (type.startsWith('[]')) return `[]${typeText(type.slice(2), context)}`
  if (type.startsWith('{')) return `{}${typeText(type.slice(type.indexOf('}') + 1), context)}`
  if (!type.includes('.')) return type === 'int' ? 'int64' : type
  const special = specialTypes.get(type)
  if (special !== undefined) return special
  return namedTypeText(type, context)
}

function namedTypeText(type: string, context: TypeContext): string {
  const { path, name } = splitTypeName(type)
  const described = context.facts.types[type]
  if (described === undefined) throw new TypeError(`go-types described no ${type}`)
  if (described.underlying !== undefined) {
    const text = typeText(described.underlying, context)
    return `(${path.slice(path.lastIndexOf('/') + 1)}.${name})${wrappedLists.has(name) ? `items${text}` : text}`
  }
  const owner = apiPackageOf(path)
  if (owner === undefined) throw new TypeError(`${type} is in no API package and is not known as special`)
  context.need(type)
  return path === context.packagePath ? name : `${owner.alias}.${name}`
}
