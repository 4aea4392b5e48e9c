/**
 * CEL as kube-apiserver has it, for expressions over objects: read, compiled with the place of every mistake, and run within a bound of
 * steps. Nothing of the server is loaded with it. No I/O, no clock.
 */

// Running
export { CelError, CostExceededError } from './cel-error.ts'
// Reading and compiling
export type { Issue } from './issues.ts'
export { Meter } from './meter.ts'
export { type ASTNode, parseExpression } from './parse.ts'
// Values
export { type Members, mapOver, plainValue } from './plain-value.ts'
export { compileTree, type Program, type Refused, type Variables } from './program.ts'
export { bool, type CelType, dyn, formatType, isDyn } from './types.ts'
export { CelList, CelMap, type CelValue } from './values.ts'
