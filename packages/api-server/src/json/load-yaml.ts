import { createRequire } from 'node:module'

export type YamlLibrary = typeof import('yaml')

const load = createRequire(import.meta.url)

/** Loaded with the first text that needs it: most clients speak JSON only, and reading and writing stay synchronous. */
export function loadYaml(): YamlLibrary {
  return load('yaml') as YamlLibrary
}
