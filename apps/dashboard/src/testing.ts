// What tests of pages share: a browser, and a judge of what it shows.
export { violations } from './axe.testing.ts'
export { type OpenedPage, openBrowser, openPage, withoutBrowser } from './browser.testing.ts'
