import type { DocumentOptions, ParseOptions, ScalarTag, SchemaOptions } from 'yaml'

const int = 'tag:yaml.org,2002:int'
const float = 'tag:yaml.org,2002:float'
const timestamp = 'tag:yaml.org,2002:timestamp'

/** An integer as Go spells it, in any base: `0x1F`, `0o14`, `014`, `0b11`, `1_000`. */
const integer: ScalarTag = {
  tag: int,
  default: true,
  test: /^[-+]?(?:0[bB]_*[01][01_]*|0[oO]_*[0-7][0-7_]*|0[xX]_*[0-9a-fA-F][0-9a-fA-F_]*|0[0-7_]*|[1-9][0-9_]*)$/,
  resolve: (text) => {
    const [, sign = '', digits = ''] = /^([-+]?)(.*)$/.exec(text.replaceAll('_', '')) ?? []
    const value = Number(/^0[0-7]/.test(digits) ? `0o${digits.slice(1)}` : digits)
    return sign === '-' && value !== 0 ? -value : value
  },
}

/** A decimal number; one that is too large for a number is a text. */
const decimal: ScalarTag = {
  tag: float,
  default: true,
  test: /^[-+]?(?:\.[0-9][0-9_]*|[0-9][0-9_]*(?:\.[0-9_]*)?)(?:[eE][-+]?[0-9]+)?$/,
  resolve: (text) => {
    const value = Number(text.replaceAll('_', ''))
    return Number.isFinite(value) ? value : text
  },
}

const noNumber: ScalarTag = {
  tag: float,
  default: true,
  test: /^(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/,
  resolve: (text, onError) => {
    onError(`${text} cannot be said in JSON, so Kubernetes has no such number`)
    return text
  },
}

const replaced: ReadonlySet<string> = new Set([int, float, timestamp])

/**
 * YAML as kubectl reads it: 1.1 with `yes` and `on` for true and `014` for 12, but times, and numbers in base 60, are texts. A port
 * `22:22` must not become 1342, nor an object called `e2` a number.
 */
export const kubernetesYaml: ParseOptions & DocumentOptions & SchemaOptions = {
  version: '1.1',
  schema: 'yaml-1.1',
  merge: true,
  logLevel: 'silent',
  customTags: (tags) => [
    ...tags.filter((tag) => typeof tag === 'string' || !replaced.has(tag.tag)),
    integer,
    decimal,
    noNumber,
  ],
}
