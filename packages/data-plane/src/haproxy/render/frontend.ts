import type { RoutingListener } from '@sitrep/gateway-api'
import { type RuleUse, sharesOf } from './backends.ts'
import { type Buckets, bucketsOf } from './buckets.ts'
import { classMaps, type NameClass, nameClasses } from './classes.ts'
import { createConditions } from './conditions.ts'
import { word } from './text.ts'
import type { Line, Section } from './types.ts'

/** One port of one Gateway, with listeners that all work alike. */
export interface Port {
  readonly name: string
  /** The folder in which its maps will stand. */
  readonly folder: string
  readonly manner: Manner
  readonly listeners: readonly RoutingListener[]
  /** The lines that open its sockets. */
  readonly binds: readonly string[]
  readonly connections: number
  readonly port: number
  readonly use: (rule: string) => Pick<RuleUse, 'site' | 'key' | 'name'>
  readonly uses: readonly string[]
}

/** In clear text, TLS ended, or passed through; HTTP or whatever. */
export type Manner = 'http' | 'https' | 'tls' | 'passthrough' | 'tcp'

/** Writes the frontend of a port. */
export function frontendSection(port: Port): Section {
  const http = port.manner === 'http' || port.manner === 'https'
  const classes = nameClasses(port.listeners)
  const found = http ? httpRules(port, classes) : tcpRules(port, classes)
  const head = [`mode ${http ? 'http' : 'tcp'}`, ...port.binds, `maxconn ${port.connections}`]
  const when = http ? 'http-request' : 'tcp-request content'
  const lines: readonly Line[] = [
    { text: `frontend ${port.name}` },
    ...[
      ...head.map((text) => ({ text })),
      ...found.lines,
      ...port.uses.flatMap((rule) => drawLines(port, rule, when)),
      { text: http ? 'http-request return status 404 if !routed' : 'tcp-request content reject if !routed' },
      { text: 'use_backend %[var(txn.r)]' },
    ].map((line) => ({ ...line, text: `  ${line.text}` })),
  ]
  return { lines, files: found.files }
}

// Which class a name belongs to, kept under a name.
function classLines(
  port: Port,
  classes: readonly NameClass[],
  from: { sample: string; as: string; when: string },
) {
  const maps = classMaps(classes)
  const file = (kind: string) => `${port.name}.${kind}.map`
  const set = `${from.when} set-var(txn.${from.as})`
  const missing = `if !{ var(txn.${from.as}) -m found }`
  return {
    files: { [file('names')]: maps.exact, [file('endings')]: maps.endings },
    lines: [
      `${set} ${from.sample},map_str(${port.folder}/${file('names')})`,
      `${set} ${from.sample},map_end(${port.folder}/${file('endings')}) ${missing}`,
      ...(maps.others === undefined ? [] : [`${set} str(${maps.others}) ${missing}`]),
    ],
  }
}

function httpRules(port: Port, classes: readonly NameClass[]) {
  const buckets = bucketsOf(classes)
  const host = classLines(port, classes, { sample: 'var(txn.host)', as: 'class', when: 'http-request' })
  const sni = classLines(port, classes, { sample: 'ssl_fc_sni,lower', as: 'sni', when: 'http-request' })
  const file = (kind: string) => `${port.name}.${kind}.map`
  const map = (kind: string) => `${port.folder}/${file(kind)}`
  const scheme = port.manner === 'https' ? 'https' : 'http'
  const last = [...buckets.last].map(([bucket, rule]) => `${bucket} ${port.use(rule).name}\n`).join('')
  return {
    files: {
      ...host.files,
      [file('exact')]: buckets.exact,
      [file('prefixes')]: buckets.prefixes,
      [file('last')]: last,
    },
    lines: [
      ...[
        'http-request set-var(txn.host) req.fhdr(host),host_only,lower',
        ...host.lines,
        // Whoever asked for a name of one listener when TLS began gets nothing of another one, which may want other certificates.
        ...(port.manner === 'https'
          ? [
              ...sni.lines,
              'http-request set-var(txn.sni) var(txn.sni),field(1,.)',
              'http-request return status 421 if { var(txn.class) -m found } !{ var(txn.class),field(1,.),strcmp(txn.sni) eq 0 }',
            ]
          : []),
        'option forwardfor',
        `http-request set-header x-forwarded-proto ${scheme}`,
        'http-request set-header x-forwarded-host %[req.fhdr(host)]',
        `http-request set-header x-forwarded-port ${port.port}`,
        'http-request set-var(txn.path) path',
        'http-request set-var(txn.key) var(txn.class),concat(|,txn.path)',
        `http-request set-var(txn.b) var(txn.key),map_str_int(${map('exact')})`,
        `http-request set-var(txn.b) var(txn.key),concat(/),map_beg_int(${map('prefixes')}) if !{ var(txn.b) -m found }`,
        'acl routed var(txn.r) -m found',
      ].map((text): Line => ({ text })),
      ...conditionalLines(port, buckets),
      {
        text: `http-request set-var(txn.r) var(txn.b),map_int(${map('last')}) if !routed { var(txn.b) -m found }`,
      },
    ],
  }
}

function conditionalLines(port: Port, { conditional }: Buckets): readonly Line[] {
  const conditions = createConditions()
  const tried = conditional.flatMap(({ entry, buckets }, index): readonly Line[] => {
    const names = entry.match === undefined ? [] : conditions.namesFor(entry.match)
    if (names === undefined) return []
    const set = `http-request set-var(txn.r) str(${port.use(entry.rule).name})`
    return [
      ...chunks(ranges(buckets)).map((some) => `acl b${index} var(txn.b) -m int -- ${some.join(' ')}`),
      `${set} if !routed b${index} ${names.join(' ')}`.trimEnd(),
    ].map((text) => ({ text, rule: entry.rule }))
  })
  // A condition may serve several rules; the first that asks is named where it cannot be read.
  const first = new Map(
    tried
      .flatMap(({ text, rule }) => [...text.matchAll(/ (c\d+)\b/g)].map(([, name]) => [name, rule] as const))
      .reverse(),
  )
  const meanings = conditions.lines().map((text): Line => {
    const rule = first.get(text.split(' ')[1])
    return { text, ...(rule !== undefined && { rule }) }
  })
  return [...meanings, ...tried]
}

function tcpRules(port: Port, classes: readonly NameClass[]) {
  const when = 'tcp-request content'
  const sample = port.manner === 'passthrough' ? 'req.ssl_sni,lower' : 'ssl_fc_sni,lower'
  const named = classLines(port, classes, { sample, as: 'class', when })
  const rules = classes.flatMap(({ id, entries: [entry] }) =>
    entry === undefined ? [] : [`${id} ${port.use(entry.rule).name}\n`],
  )
  const file = `${port.name}.last.map`
  const lines = [
    ...(port.manner === 'passthrough'
      ? ['tcp-request inspect-delay 5s', 'tcp-request content reject if !{ req.ssl_hello_type 1 }']
      : []),
    ...named.lines,
    `${when} set-var(txn.r) var(txn.class),map_str(${port.folder}/${file})`,
    'acl routed var(txn.r) -m found',
  ]
  return { files: { ...named.files, [file]: rules.join('') }, lines: lines.map((text): Line => ({ text })) }
}

// Where a rule has several backends, one is drawn.
function drawLines(port: Port, key: string, when: string): readonly Line[] {
  const use = port.use(key)
  const shares = sharesOf(use)
  if (shares.length < 2) return []
  const here = `if { var(txn.r) -m str ${use.name} }`
  const sum = (shares.at(-1)?.to ?? 0) + 1
  return [
    `${when} set-var(txn.w) rand(${sum}) ${here}`,
    ...shares.map(
      ({ name, from, to }) =>
        `${when} set-var(txn.r) str(${name}) ${here} { var(txn.w) -m int -- ${from}:${to} }`,
    ),
  ].map((text) => ({ text, rule: key }))
}

/** Numbers that follow each other, written as ranges. */
function ranges(numbers: readonly number[]): readonly string[] {
  const found: [number, number][] = []
  for (const each of numbers) {
    const open = found.at(-1)
    if (open !== undefined && open[1] === each - 1) open[1] = each
    else found.push([each, each])
  }
  return found.map(([from, to]) => (from === to ? `${from}` : `${from}:${to}`))
}

// A line has at most 64 words.
const chunks = <Item>(items: readonly Item[]): readonly (readonly Item[])[] =>
  Array.from({ length: Math.ceil(items.length / 40) }, (_, index) => items.slice(index * 40, index * 40 + 40))

/** The line that opens a socket, with the list of certificates where TLS is ended. */
export const bindLine = (
  socket: string,
  tls: { list: string; strict: boolean; http: boolean } | undefined,
): string =>
  [
    `bind ${socket}`,
    ...(tls === undefined
      ? []
      : [
          `ssl crt-list ${word(tls.list)}`,
          ...(tls.strict ? ['strict-sni'] : []),
          ...(tls.http ? ['alpn h2,http/1.1'] : []),
        ]),
  ].join(' ')
