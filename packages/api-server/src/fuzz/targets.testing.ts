import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { runTextTask } from '../json/text-task.ts'
import { compileJsonPath, JsonPathError } from '../jsonpath/index.ts'
import { decodeProtobuf } from '../protobuf/decode-protobuf.ts'
import { ProtobufError } from '../protobuf/protobuf-error.ts'
import { parseFieldSelector } from '../request/selectors/field-selector.ts'
import { parseLabelSelector } from '../request/selectors/label-selector.ts'
import { SelectorSyntaxError } from '../request/selectors/selector-error.ts'
import { evaluate, self } from '../schema/cel/cel.testing.ts'
import { compilePattern } from '../schema/pattern.ts'
import {
  applyPatch,
  configMap,
  configMapsPath,
  jsonPatch,
  mergePatch,
  strategicPatch,
  type TestServer,
} from '../server.testing.ts'
import { mutated, pick, type Random } from './mutate.testing.ts'

/** Something that reads what comes from outside. Whatever it is given, it answers or refuses in its own words. */
export interface FuzzTarget {
  /** The file of the corpus that its seeds lie in. */
  readonly corpus: string
  readonly run: (text: string, random: Random) => void | Promise<void>
}

/** The texts that a target starts from: each was trouble somewhere, or is close to it. */
export function seedsOf(corpus: string): readonly string[] {
  const file = new URL(`../../corpus/${corpus}.jsonl`, import.meta.url)
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  return lines.map((line) => (JSON.parse(line) as { readonly text: string }).text)
}

export function fuzzTargets(test: TestServer): readonly FuzzTarget[] {
  return [...readers, ...requests(test)]
}

/** Tries as many texts near the seeds of a target. A text that it stumbles over is named in the error. */
export async function fuzz({ corpus, run }: FuzzTarget, random: Random, rounds: number): Promise<void> {
  const seeds = seedsOf(corpus)
  for (const text of [...seeds, ...Array.from({ length: rounds }, () => mutated(random, seeds))]) {
    try {
      await run(text, random)
    } catch (cause) {
      throw new Error(`${corpus} stumbles over ${JSON.stringify(text)}`, { cause })
    }
  }
}

const readers: readonly FuzzTarget[] = [
  {
    corpus: 'json',
    run: (text) => void runTextTask({ kind: 'read-json', text, options: { repeated: 'merge' } }),
  },
  { corpus: 'yaml', run: (text) => void runTextTask({ kind: 'read-yaml', text }) },
  { corpus: 'label-selector', run: refusing(parseLabelSelector, SelectorSyntaxError) },
  { corpus: 'field-selector', run: refusing(parseFieldSelector, SelectorSyntaxError) },
  { corpus: 'json-path', run: refusing((text) => compileJsonPath(text)(self), JsonPathError) },
  { corpus: 'pattern', run: refusing((text) => compilePattern(text).test('a'.repeat(100)), SyntaxError) },
  {
    corpus: 'protobuf',
    run: refusing(
      (text) => decodeProtobuf(Buffer.from(text, 'base64'), { apiVersion: 'v1', kind: 'Pod' }),
      ProtobufError,
    ),
  },
  {
    corpus: 'cel',
    run: (text) => {
      const outcome = evaluate(text, 10_000)
      // Evaluation tells of its errors by name; any other name is a mistake of ours.
      if (typeof outcome === 'string')
        assert.doesNotMatch(outcome, /^(TypeError|RangeError|ReferenceError|SyntaxError|Error):/)
    },
  },
]

type Refusal = abstract new (...values: never[]) => Error

function refusing(read: (text: string) => unknown, refusal: Refusal): FuzzTarget['run'] {
  return (text) => {
    try {
      read(text)
    } catch (error) {
      if (!(error instanceof refusal)) throw error
    }
  }
}

const patchTypes = [jsonPatch, mergePatch, strategicPatch, applyPatch]

/** Through the whole server: nothing may be answered with a mistake of ours. */
function requests(test: TestServer): readonly FuzzTarget[] {
  const send = async (
    method: string,
    path: string,
    rest: { body?: Buffer; headers?: Record<string, string> },
  ): Promise<void> => {
    const { status, text } = await test.call(method, path, rest.body, rest.headers)
    assert.ok(status < 500 || isGenuine(text), `${status} ${text.slice(0, 300)}`)
    assert.deepEqual(test.mistakes, [])
  }
  const bodies = ['application/json', 'application/yaml', 'application/vnd.kubernetes.protobuf']
  return [
    // A watch answers with a stream, which nobody here would end.
    {
      corpus: 'path',
      run: (text, random) => send(pick(random, ['GET', 'DELETE', 'POST']), withoutWatch(text), {}),
    },
    {
      corpus: 'header',
      run: (text) => {
        const [name = '', ...value] = text.split(':')
        return send('GET', configMapsPath, { headers: { [name.toLowerCase()]: value.join(':').trim() } })
      },
    },
    {
      corpus: 'patch',
      run: async (text, random) => {
        await test.call('POST', configMapsPath, configMap('a', { a: '1' }))
        const headers = pick(random, patchTypes)
        const query = headers === applyPatch ? '?fieldManager=f&force=true' : ''
        await send('PATCH', `${configMapsPath}/a${query}`, { body: Buffer.from(text), headers })
      },
    },
    ...['json', 'yaml'].map((corpus) => ({
      corpus,
      run: (text: string, random: Random) =>
        send('POST', configMapsPath, {
          body: Buffer.from(text),
          headers: { 'content-type': pick(random, bodies) },
        }),
    })),
  ]
}

const withoutWatch = (path: string): string => path.replace(/watch/gi, 'wach')

/** kube-apiserver answers a few mistakes of clients with a 500, and so do we: those tell what the mistake is. */
function isGenuine(text: string): boolean {
  return !text.includes('the server made a mistake')
}
