import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { readPage } from './read-page.ts'

const text = (name: string): string => new TextDecoder().decode(readPage().get(name)?.body)

describe('the built page', () => {
  it('is a document, a script, a style sheet, an empty export and a licence', () => {
    const types = [...readPage()].map(([name, { type }]) => [name, type.split(';')[0]])
    assert.deepEqual(types.sort(), [
      ['export.js', 'text/javascript'],
      ['index.html', 'text/html'],
      ['page.css', 'text/css'],
      ['page.js', 'text/javascript'],
      ['preact-licence.txt', 'text/plain'],
    ])
  })

  it('is under 200 KB gzipped', () => {
    const bytes = [...readPage().values()].reduce((sum, { body }) => sum + gzipSync(body).length, 0)
    assert.ok(bytes < 200_000, `${bytes} bytes`)
  })

  it('holds no script, style or handler inside the document, and asks nobody else', () => {
    const html = text('index.html')
    assert.doesNotMatch(html, /<script(?![^>]*\bsrc=)|<style|\bstyle=|\bon\w+=/)
    assert.doesNotMatch(html, /(src|href)="(https?:)?\/\//)
    assert.doesNotMatch(text('page.css'), /url\(|@import/)
  })

  it('opens from a disk: its parts are found beside it, and its script is no module', () => {
    const sources = [...text('index.html').matchAll(/(?:src|href)="(?!data:)([^"]*)"/g)].map(
      ([, path]) => path,
    )
    assert.deepEqual(sources, ['page.css', 'export.js', 'page.js'])
    assert.doesNotMatch(text('index.html'), /type="module"/)
  })
})
