import { expect, test } from 'vitest'
import { inactive, pageWith } from './first-paint.ts'
import { usedCss } from './used-css.ts'

test('nobody can type into a first paint, send it, or lose the focus in it', () => {
  const form = '<form><input name="password" type="password"><button type="submit">Go</button><a href="/x">x</a></form>'
  expect(inactive(form)).toBe(
    '<form><input readonly tabindex="-1" type="password"><button tabindex="-1" type="button">Go</button>' +
      '<a tabindex="-1" href="/x">x</a></form>',
  )
})

test('the stylesheets of the whole page come after the first paint, which brings its own styles', () => {
  const page = '<head><link rel="stylesheet" href="/a.css"></head><body><div id="root"></div></body>'
  const whole = pageWith(page, 'other', '<p class="a">Hello $&</p>', '.a{color:red}.b{color:blue}')
  expect(whole).toContain('<style>.a{color:red}</style><p class="a">Hello $&</p>')
  expect(whole.indexOf('stylesheet')).toBeGreaterThan(whole.indexOf('Hello'))
  expect(() => pageWith('<div id="root"></div>', 'welcome', '', '')).toThrow('stylesheet')
})

test('the hero asks for the face of its heading together with the page', () => {
  const page = '<head><link rel="stylesheet" href="/a.css"></head><body><div id="root"></div></body>'
  const face = (file: string, range: string) =>
    `@font-face{font-family:Bricolage Grotesque Variable;src:url(/${file}.woff2)format("woff2");unicode-range:${range}}`
  const css = face('extended', 'U+100-2BA') + face('latin', 'U+??,U+131')
  expect(pageWith(page, 'welcome', '<h1>Hello</h1>', css)).toContain(
    'as="font" type="font/woff2" crossorigin href="/latin',
  )
  expect(() => pageWith(page, 'welcome', '<h1>Hello</h1>', face('extended', 'U+100-2BA'))).toThrow('face of headings')
})

test('of a stylesheet only what a piece of markup uses is left, in its order and its layers', () => {
  const css =
    '@layer theme,base;@layer theme{:root{--a:red;--b:var(--c);--c:blue;--d:1px}}' +
    '@font-face{font-family:X;src:url(x-latin-ext-1.woff2)}@font-face{font-family:X;src:url(x-latin-1.woff2)}' +
    '@media (max-width:860px){.phone\\:a{color:var(--b)}.other{x:y}}@media print{.other{x:y}}' +
    'h1,h2{margin:0}p:hover{x:y}.w-\\[3rem\\]:before{content:"{"}[data-area=office] p{color:green}.a:is(.b,.c){x:y}' +
    '@keyframes spin{to{x:y}}'
  const html = '<h1 class="w-[3rem] phone:a">Hi</h1><p class="a">there</p>'
  expect(usedCss(css, html)).toBe(
    '@layer theme,base;@layer theme{:root{--b:var(--c);--c:blue}}' +
      '@font-face{font-family:X;src:url(x-latin-1.woff2)}' +
      '@media (max-width:860px){.phone\\:a{color:var(--b)}}' +
      'h1{margin:0}.w-\\[3rem\\]:before{content:"{"}.a:is(.b,.c){x:y}',
  )
})
