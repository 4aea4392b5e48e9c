import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import type { CorpusCase } from '../src/corpus.testing.ts'
import { caseKey, type PeerAnswers } from './answers.ts'

/** Has a genuine program judge every object of the corpus. */
export async function askPeer(program: string, corpus: readonly CorpusCase[]): Promise<PeerAnswers> {
  const child = spawn(program, { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(corpus.map(({ object }) => `${JSON.stringify(object ?? null)}\n`).join(''))
  const lines = (await text(child.stdout)).trim().split('\n')
  if (lines.length !== corpus.length)
    throw new Error(`${program} answered ${lines.length} of ${corpus.length} times`)
  return Object.fromEntries(corpus.map((each, at) => [caseKey(each), wordOf(lines[at] ?? '')]))
}

function wordOf(line: string): string | null {
  const { says, error } = JSON.parse(line) as { says?: string; error?: string }
  return error === undefined ? (says ?? null) : 'error'
}
