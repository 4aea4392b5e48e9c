import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Context } from '../command.ts'
import { textOf } from '../source/file-text.ts'
import type { ObjectFromFile } from '../source/parse-objects.ts'
import { readFiles } from '../source/read-files.ts'
import type { ObservedFile, ObservedObject } from './observed-object.ts'
import { placesIn } from './places.ts'

/** All objects in files, each with a way to find its parts in the text. */
export async function readObserved(
  paths: readonly string[],
  context: Pick<Context, 'cwd' | 'readInput' | 'complain'>,
): Promise<readonly ObservedObject[]> {
  let input = ''
  const readInput = async (): Promise<string> => {
    input = await context.readInput()
    return input
  }
  const found = await readFiles(paths, { ...context, readInput })
  const inFile = Map.groupBy(found, ({ file }) => file)
  return [...inFile].flatMap(([name, objects]) => observedIn(name, objects, () => textIn(name)))

  function textIn(name: string): string {
    if (name === 'standard input') return input
    const bytes = readFileSync(resolve(context.cwd, name))
    return textOf(name.endsWith('.gz') ? gunzipSync(bytes) : bytes, name)
  }
}

function observedIn(
  name: string,
  objects: readonly ObjectFromFile[],
  textOf: () => string,
): readonly ObservedObject[] {
  let places: ReturnType<typeof placesIn> | undefined
  return objects.map(({ object }, index) => {
    const file: ObservedFile = {
      name,
      // Most objects keep every rule: the text is only read again for one that does not.
      place: (path) => {
        places ??= placesIn(textOf())
        return places(index, path)
      },
    }
    return { object, file }
  })
}
