import { Worker } from 'node:worker_threads'
import { Seats } from '../fairness/seats.ts'
import { JsonSyntaxError } from './json-syntax-error.ts'
import { parsePlainJson } from './parse-json.ts'
import type { Parsed, ParseOptions } from './parsed.ts'
import { runTextTask, type TextOutcome, type TextTask } from './text-task.ts'

/** Text up to this length is worked on at once: the worst of it takes a few milliseconds. */
const shortText = 4096
/** The largest body takes seconds; whatever takes longer than this was made to. */
const patienceMs = 10_000
const idleMs = 10_000
const threadLimits = { maxOldGenerationSizeMb: 256, stackSizeMb: 16 }

export interface TextThreadOptions {
  /** How long one text may take. */
  readonly patienceMs?: number
}

/**
 * Reads and writes text without holding up anybody: what is long goes to a thread of its own, one at a time, flows taking
 * turns, and the thread is ended when it takes too long. The thread starts with the first text that needs it.
 */
export class TextThread {
  readonly #patienceMs: number
  readonly #turns = new Seats({ total: 1, perFlow: 1, queued: 20 })
  #worker: Worker | undefined
  #idle: NodeJS.Timeout | undefined

  constructor(options: TextThreadOptions = {}) {
    this.#patienceMs = options.patienceMs ?? patienceMs
  }

  /** Whether a thread is running at present. */
  get running(): boolean {
    return this.#worker !== undefined
  }

  /** Reads JSON; at once, where the platform can. Throws `JsonSyntaxError`. */
  readJson(flow: string, text: string, options: ParseOptions = {}): Parsed | Promise<Parsed> {
    return parsePlainJson(text) ?? this.#read(flow, { kind: 'read-json', text, options })
  }

  /** Reads one YAML document. Throws `JsonSyntaxError`. */
  readYaml(flow: string, text: string): Parsed | Promise<Parsed> {
    // JSON is YAML, and most "YAML" bodies that clients send are JSON.
    const plain = text.trimStart().startsWith('{') ? parsePlainJson(text) : undefined
    return plain ?? this.#read(flow, { kind: 'read-yaml', text })
  }

  /** JSON, written as Go writes the same in YAML. Throws `JsonSyntaxError` for what takes too long. */
  async writeYaml(flow: string, json: string): Promise<string> {
    const outcome = await this.#run(flow, { kind: 'write-yaml', text: json })
    if (outcome.kind !== 'written') throw brokenText(outcome, json)
    return outcome.text
  }

  close(): void {
    this.#stop()
  }

  #read(flow: string, task: TextTask): Parsed | Promise<Parsed> {
    const outcome = this.#run(flow, task)
    return outcome instanceof Promise
      ? outcome.then((each) => parsedOf(each, task.text))
      : parsedOf(outcome, task.text)
  }

  #run(flow: string, task: TextTask): TextOutcome | Promise<TextOutcome> {
    if (task.text.length <= shortText) return runTextTask(task)
    return this.#turns.run(flow, () => this.#delegate(task))
  }

  #delegate(task: TextTask): Promise<TextOutcome> {
    clearTimeout(this.#idle)
    const worker = this.#worker ?? startWorker()
    this.#worker = worker
    return new Promise((resolve, reject) => {
      const settle = (conclude: () => void): void => {
        clearTimeout(timer)
        worker.off('message', hear).off('error', fail)
        conclude()
      }
      const giveUp = (why: string): void =>
        settle(() => {
          this.#stop()
          resolve({ kind: 'broken', message: why, position: 0 })
        })
      const timer = setTimeout(
        () => giveUp(`the text takes longer than ${this.#patienceMs} ms`),
        this.#patienceMs,
      )
      const hear = (outcome: TextOutcome): void => {
        settle(() => resolve(outcome))
        this.#rest()
      }
      const fail = (error: Error & { readonly code?: string }): void => {
        if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') giveUp('the text takes too much memory')
        else
          settle(() => {
            this.#stop()
            reject(error)
          })
      }
      worker.on('message', hear).on('error', fail)
      worker.postMessage(task)
    })
  }

  /** A thread costs memory; one that nobody needs goes. */
  #rest(): void {
    this.#idle = setTimeout(() => this.#stop(), idleMs)
    this.#idle.unref()
  }

  #stop(): void {
    clearTimeout(this.#idle)
    const worker = this.#worker
    this.#worker = undefined
    worker?.terminate().catch(() => undefined)
  }
}

function startWorker(): Worker {
  // Beside this file in sources and in the built package alike, and it needs none of the options that this process was started with.
  const file = new URL(import.meta.url.replace(/text-thread(\.[jt]s)(\?.*)?$/, 'text-worker$1'))
  const worker = new Worker(file, { execArgv: [], resourceLimits: threadLimits })
  worker.unref()
  // A thread that is being ended may still run out of memory on the way: nobody waits for it any more.
  worker.on('error', () => undefined)
  return worker
}

function parsedOf(outcome: TextOutcome, text: string): Parsed {
  if (outcome.kind !== 'parsed') throw brokenText(outcome, text)
  return { value: outcome.value, duplicates: outcome.duplicates }
}

function brokenText(outcome: TextOutcome, text: string): JsonSyntaxError {
  const { message, position } =
    outcome.kind === 'broken' ? outcome : { message: 'the text is none of its kind', position: 0 }
  return new JsonSyntaxError(message, text, position)
}
