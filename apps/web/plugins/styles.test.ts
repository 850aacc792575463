import { expect, test } from 'vitest'
import { dropUnusedStyles } from './styles.ts'

test('rules for classes that a page has stay, in whatever state, and others go', () => {
  const sheet =
    '@layer a{.shown{color:red}.gone{color:red}}.shown:hover:not(.gone),.gone{top:0}.shown .gone{top:0}' +
    '@media (min-width:2em){.gone{top:0}}[dir=rtl] .shown[data-open=true]{left:0}body{margin:0}'
  expect(dropUnusedStyles([sheet], '<p class="other shown">')).toEqual([
    '@layer a{.shown{color:red}}.shown:hover:not(.gone),.gone{top:0}[dir=rtl] .shown[data-open=true]{left:0}body{margin:0}',
  ])
})

test('variables stay if a rule of any sheet or the page reads them, also through another variable', () => {
  const theme = ':root{--near:1px;--far:var(--near);--lost:2px;--worse:var(--lost);--inline:3px;color:red}'
  const sheets = [theme, '.a{top:var(--far)}.b{top:var(--worse)}']
  expect(dropUnusedStyles(sheets, '<style>i{left:var(--inline)}</style><p class="a">')).toEqual([
    ':root{--near:1px;--far:var(--near);--inline:3px;color:red}',
    '.a{top:var(--far)}',
  ])
})

test('key frames, nested rules, and characters inside strings and addresses do not confuse it', () => {
  const sheet =
    '@layer a;@keyframes b{50%{top:0}}.a{content:"}.b{";background:url(data:x;y)}.a{&:hover{top:0}}@font-face{src:x}'
  expect(dropUnusedStyles([sheet], '<p class="a">')).toEqual([sheet])
})
