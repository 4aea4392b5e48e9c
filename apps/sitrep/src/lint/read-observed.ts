import type { Context } from '../command.ts'
import type { ObjectFromFile } from '../source/parse-objects.ts'
import { readFiles } from '../source/read-files.ts'
import type { ObservedFile, ObservedObject } from './observed-object.ts'
import { placesIn } from './places.ts'

/** All objects in files, each with a way to find its parts in the text. */
export async function readObserved(
  paths: readonly string[],
  context: Pick<Context, 'cwd' | 'readInput' | 'complain' | 'interrupted'>,
): Promise<readonly ObservedObject[]> {
  const texts = new Map<string, () => string>()
  const found = await readFiles(paths, context, { onText: (file, read) => texts.set(file, read) })
  const inFile = Map.groupBy(found, ({ file }) => file)
  return [...inFile].flatMap(([name, objects]) => observedIn(name, objects, () => texts.get(name)?.() ?? ''))
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
