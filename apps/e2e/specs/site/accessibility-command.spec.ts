import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from '@playwright/test'
import { findSmallTargets } from '../../accessibility/find-small-targets.ts'
import { PLACES } from '../../accessibility/places.ts'
import { askAxe } from '../../support/ask-axe.ts'
import { findHiddenFocus } from '../../support/find-focus-problem.ts'
import { test } from '../../support/fixtures.ts'

test('`npm run accessibility` opens every page that the product has', () => {
  const tree = path.join(import.meta.dirname, '../../../web/src/route-tree.gen.ts')
  const routes = [...readFileSync(tree, 'utf8').matchAll(/fullPath: '([^']+)'/g)].map(([, route]) => route)
  const opened = new Set(Object.values(PLACES).flatMap((places) => places.map(({ route }) => route)))
  opened.delete(undefined)
  expect(routes.length).toBeGreaterThan(40)
  expect([...opened].sort()).toEqual([...new Set(routes)].sort())
})

test('`npm run accessibility` sees what is wrong with a page, and nothing where all is well', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/about')
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await Promise.all([askAxe(page, 'everything'), findSmallTargets(page)])).toEqual([[], []])
  expect(await findHiddenFocus(page)).toEqual([])

  await page.evaluate(() => {
    const faults = `
      <button id="faint">Faint</button><button id="bare">Bare</button><button id="small">S</button>
      <div id="around"><button id="covered">Covered</button><span id="cover"></span></div>
      <div><input id="shown" name="one" type="radio"><label id="label" for="shown">Shown</label></div>
      <div id="over">
        <input id="buried" name="one" type="radio"><label id="lid" for="buried">Buried</label><i id="veil"></i>
      </div>
      <p id="grey">Grey words</p>`
    document.querySelector('main')?.insertAdjacentHTML('afterbegin', faults)
    const styles = {
      faint: 'outline: 3px solid #eee; inline-size: 60px; block-size: 60px',
      bare: 'outline: none; inline-size: 60px; block-size: 60px',
      small: 'inline-size: 30px; block-size: 60px; padding: 0',
      around: 'position: relative',
      covered: 'inline-size: 60px; block-size: 60px',
      cover: 'position: absolute; inset: -9px; background: white',
      grey: 'color: #bbb; background: white',
      shown: 'position: absolute; inline-size: 0; block-size: 0; opacity: 0',
      label: 'display: block; inline-size: 60px; block-size: 60px; outline: 3px solid black',
      over: 'position: relative',
      buried: 'position: absolute; inline-size: 0; block-size: 0; opacity: 0',
      lid: 'display: block; inline-size: 60px; block-size: 30px; outline: 3px solid black',
      veil: 'position: absolute; inset: -9px; background: white',
    }
    // One by one, as the policy of the page lets no markup bring its own.
    for (const [id, style] of Object.entries(styles)) {
      const element = document.getElementById(id)
      if (element) element.style.cssText = style
    }
  })
  const seen = [...(await findHiddenFocus(page)), ...(await findSmallTargets(page))]
  const idsIn = (texts: string[]) => texts.flatMap((text) => /id="(\w+)"/.exec(text)?.[1] ?? []).sort()
  expect(idsIn(seen)).toEqual(['bare', 'buried', 'buried', 'covered', 'faint', 'small'])
  expect(await askAxe(page, 'colours')).toEqual([expect.stringContaining('#grey')])
})

test('a target that the privacy notice half covers is no fault: it can be scrolled', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/about')
  const close = await page.getByRole('button', { name: 'Close and decline' }).boundingBox()
  await page.evaluate(
    (top) => {
      document.body.insertAdjacentHTML('afterbegin', '<div><button id="half">Half</button></div>')
      const half = document.getElementById('half')
      const style = `position: absolute; right: 4px; top: ${top}px; inline-size: 44px; block-size: 40px`
      if (half) half.style.cssText = style
    },
    (close?.y ?? 0) - 12,
  )
  expect(await askAxe(page, 'everything')).toEqual([])
})
