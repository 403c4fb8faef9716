import { expect, test } from 'vitest'
import { barePlaces, physicalPlaces } from './directions.ts'

test('styles name starts and ends of lines, not left and right', () => {
  expect(physicalPlaces()).toEqual([])
})

test.each([
  ['a.css', '.a {\n  margin-left: 1px;\n}', 'a.css:2: margin-left'],
  ['a.css', '.a { left: 0 }', 'a.css:1: left'],
  ['a.css', '.a { border-right-color: red }', 'a.css:1: border-right-color'],
  ['a.css', '.a { text-align: right; }', 'a.css:1: text-align: right'],
  ['a.css', '.a { border-top-left-radius: 1px }', 'a.css:1: border-top-left-radius'],
  ['a.css', '.a { padding: 1px 2px 1px calc(1px + 2px); }', 'a.css:1: padding: 1px 2px 1px calc(1px + 2px)'],
  ['a.css', '.a { background: linear-gradient(to right, red, blue) }', 'a.css:1: gradient(to right'],
  ['a.tsx', '<p className="mt-2 phone:ml-2" />', 'a.tsx:1: phone:ml-2'],
  ['a.tsx', "const a = 'p-2 ' +\n  '-left-2.5'", 'a.tsx:2: -left-2.5'],
  ['a.tsx', '<p className={`${a} text-right`} />', 'a.tsx:1: text-right'],
  ['a.tsx', '<p className="[&>b]:pr-[calc(1px+2px)]!" />', 'a.tsx:1: [&>b]:pr-[calc(1px+2px)]!'],
  ['a.tsx', '<p className="-translate-x-1/2" />', 'a.tsx:1: -translate-x-1/2'],
  ['a.tsx', '<p style={{ left: 0 }} />', 'a.tsx:1: left'],
  ['a.ts', "box.style.marginRight = '1px'", 'a.ts:1: marginRight'],
])('it is found in %s: %s', (file, source, place) => {
  expect(physicalPlaces(new Map([[file, source]]))).toEqual([place])
})

test.each([
  ['a.css', '/* on the left: text-align: left */ .a { padding: 1px 2px 3px 2px; inset-inline-start: 0 }'],
  ['a.tsx', '<p className="ms-2 pe-2 text-start inset-s-0 rtl:-translate-x-1/2 ltr:translate-x-1/2" />'],
  ['a.tsx', 'const { left, right } = box.getBoundingClientRect()'],
  ['a.tsx', '<p title="You have 2 likes left" />'],
])('nothing is found in %s: %s', (file, source) => {
  expect(physicalPlaces(new Map([[file, source]]))).toEqual([])
})

test('ranges, signed numbers and lists are written by useFormats, or are part of a text', () => {
  expect(barePlaces()).toEqual([])
})

test.each([
  ['<p>\n  {low}–{high}\n</p>', 'a.tsx:2: –'],
  ['<p>+{points}</p>', 'a.tsx:1: +'],
  ['<Trans><b>{share}%</b> of all</Trans>', 'a.tsx:1: %'],
  ['<p><b>{before}</b> → <b>{after}</b></p>', 'a.tsx:1: →'],
  ['<p>{kind}, {day}</p>', 'a.tsx:1: ,'],
  ['const a = t`${low}–${high} of ${all}`', 'a.tsx:1: –'],
  ['const a = `${most}+`', 'a.tsx:1: +'],
  ["const a = [city, country].join(', ')", "a.tsx:1: join(', ')"],
])('a mark is bare in %s', (source, place) => {
  expect(barePlaces(new Map([['a.tsx', source]]))).toEqual([place])
})

test.each([
  ['<td>{day ?? "–"}</td>'],
  ['<td>–</td>'],
  ['<Trans>{kind}, {day}</Trans>'],
  ['const a = t`${kind}, ${day}`'],
  ["const a = `${base}?${all.join(',')}`"],
])('no mark is bare in %s', (source) => {
  expect(barePlaces(new Map([['a.tsx', source]]))).toEqual([])
})
