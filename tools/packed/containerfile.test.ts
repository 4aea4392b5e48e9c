import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { root } from '../workspace.ts'
import { imageNode, imageProgram, imageUser } from './image-root.ts'

const containerfile = readFileSync(join(root, 'Containerfile'), 'utf8')
const [, image = ''] = containerfile.split('FROM scratch')

describe('The image', () => {
  type Case = [says: string, because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Case[] = [
    [`USER ${imageUser}:${imageUser}\n`,                                 'nobody in particular runs it, by number, so that runAsNonRoot can be checked'],
    [`ENTRYPOINT ["${imageNode}", "${imageProgram}"]\n`,                 'that is where the packed program was tried'],
    ['COPY --from=build /image /\n',                                     'nothing else comes into it'],
  ]
  for (const [says, because] of cases) {
    it(`has ${says.trim()}, because ${because}`, () => assert.ok(image.includes(says)))
  }

  it('is made by the steps that were tried, and runs nothing in its last stage', () => {
    assert.match(containerfile, /node tools\/packed\/image-root\.ts \/image/)
    assert.doesNotMatch(image, /^RUN/m)
  })

  it('runs as the user that the manifests name', () => {
    const manifest = readFileSync(join(root, 'deploy', 'manifests', 'observe.yaml'), 'utf8')
    assert.match(manifest, new RegExp(`runAsUser: ${imageUser}\n`))
  })
})
