import type { OptionDescription } from '../command.ts'

/** The options that every command understands. */
export const generalOptions: Readonly<Record<string, OptionDescription>> = {
  help: { type: 'boolean', short: 'h', help: 'Show this text' },
  debug: { type: 'boolean', help: 'Show where an error comes from' },
  'no-color': { type: 'boolean', help: 'Use no colours (so does the variable NO_COLOR)' },
}

/** `-f`, wherever files are read. */
export const filesOption = (
  help: string = 'Read a file, folder, archive (.tar.gz) or https address, or - for standard input, instead of a server',
): OptionDescription => ({ type: 'string', short: 'f', multiple: true, value: 'PATH', help })

/** `--at`, wherever files are looked at as of a moment. */
export const atOption: OptionDescription = {
  type: 'string',
  value: 'TIME',
  help: 'As of this time (RFC 3339; default: now, of a bundle when it was collected; only with -f)',
}

/** `--whole`, wherever statuses are computed from files. */
export const wholeOption: OptionDescription = {
  type: 'boolean',
  help: 'The files hold all there is: what is not in them does not exist',
}

/** `-n`, wherever one namespace is meant. */
export const namespaceOption = (
  help: string = 'In this namespace (default: that of the context)',
): OptionDescription => ({ type: 'string', short: 'n', value: 'NAME', help })

/** `-n`, `-A` and `-l`, wherever all objects of a kind can be meant. */
export const selectionOptions = (
  allNamespaces: string = 'In all namespaces',
): Readonly<Record<string, OptionDescription>> => ({
  namespace: namespaceOption(),
  'all-namespaces': { type: 'boolean', short: 'A', help: allNamespaces },
  selector: { type: 'string', short: 'l', value: 'SELECTOR', help: 'Only objects with these labels' },
})

/** `-o json`, wherever programs are answered in one form only. */
export const jsonOption: OptionDescription = { type: 'string', short: 'o', value: 'json', help: 'Print JSON' }
