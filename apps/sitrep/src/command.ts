import type { PageFile } from '@sitrep/dashboard'
import type { FamilyEntry } from './families/families.ts'
import type { Writer } from './terminal/terminal-text.ts'

/** How a command ends: fine, the answer is no, wrong usage, could not find out; stopped by Ctrl-C, stopped by another process. */
export type ExitCode = 0 | 1 | 2 | 3 | 130 | 143

/** The code by which shells know that a program ended because of a signal. */
export const interruptedCode = (signal: unknown): ExitCode => (signal === 'SIGTERM' ? 143 : 130)

/** Where a command reads and writes; tests bring their own. */
export interface Streams extends Writer {
  /** Shows for a moment how far it has come, where somebody sees it; absent: nobody does. */
  readonly progress?: (text: string) => void
  readonly readInput: () => Promise<string>
  /** Columns of the terminal; absent in a pipe. */
  readonly width: number | undefined
  readonly height: number | undefined
  readonly colour: boolean
  /** Calls back when the terminal has another size; the answer ends that. */
  readonly onResize?: (listener: () => void) => () => void
}

/** Told what nobody else has caught. Throwing ends the process. */
export type UncaughtListener = (error: unknown, from: 'rejection' | 'exception') => void

/** All that a command gets from outside. */
export interface Context extends Streams {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  readonly now: () => number
  /** Aborted when the person wants to stop. */
  readonly interrupted: AbortSignal
  /** How this program is called on this machine; absent: `sitrep`. */
  readonly calledAs?: string
  /** All that is known of ecosystems. */
  readonly families: readonly FamilyEntry[]
  /** The files of the dashboard's page; absent: those that were built. */
  readonly page?: () => ReadonlyMap<string, PageFile>
  /** Keeps the process going when something nobody caught would end it, until the answer is called; absent: nobody can. */
  readonly onUncaught?: (listener: UncaughtListener) => () => void
}

/** One option of a command, as `node:util` parses it and as help prints it. */
export interface OptionDescription {
  readonly type: 'string' | 'boolean'
  readonly short?: string
  readonly multiple?: true
  /** What stands for the value in help: `FILE`. */
  readonly value?: string
  readonly help: string
}

/** A command of the program. */
export interface Command {
  readonly name: string
  readonly summary: string
  /** One line a way of calling it, without the program's name. */
  readonly usage: readonly string[]
  readonly description?: string
  /** The description, where it depends on the families. */
  readonly describe?: (families: readonly FamilyEntry[]) => Promise<string>
  readonly examples: readonly { readonly does: string; readonly line: string }[]
  readonly options: Readonly<Record<string, OptionDescription>>
  /** It computes statuses, so the settings of families are options of it too; or it prints CRDs, so those are that decide what they look like. */
  readonly settings?: true | 'crds'
  readonly run: (call: Call, context: Context) => Promise<ExitCode>
}

/** What was typed after the command's name. */
export interface Call {
  readonly words: readonly string[]
  readonly options: Readonly<Record<string, string | boolean | readonly string[] | undefined>>
}

/** Said to the person in one line; the program ends with this code. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError'
  readonly exitCode: ExitCode

  constructor(exitCode: ExitCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.exitCode = exitCode
  }
}
