/**
 * The command line of Sitrep for programs that run it with families of their own.
 * Not pure: commands read files, ask servers and listen on sockets.
 */

// What a command gets from outside
export { CommandError, type Context, type ExitCode, type Streams } from './command.ts'
// What is known of ecosystems
export { builtInFamilies, type FamilyEntry, type ListedFamily, loadFamilies } from './families/families.ts'
// Running it
export { type MainOptions, main, runCommand } from './main.ts'
// What reaches a terminal
export {
  type Outlets,
  openWriter,
  type Shown,
  type TerminalText,
  type Writer,
} from './terminal/terminal-text.ts'
