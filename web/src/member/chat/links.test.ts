import { expect, test } from 'vitest'
import { linksIn } from './links.ts'

const linked = (text: string) => linksIn(text).flatMap(({ href }) => href ?? [])

test.each([
  ['https://kindred.example/rules', 'https://kindred.example/rules'],
  ['Look: http://cinema.example:8080/film?id=7#times.', 'http://cinema.example:8080/film?id=7#times'],
  ['(https://cinema.example)', 'https://cinema.example/'],
  ['HTTPS://Cinema.Example/A', 'https://cinema.example/A'],
  ['https://cinema.example/café', 'https://cinema.example/caf%C3%A9'],
  ['https://cinema.example/@ana', 'https://cinema.example/@ana'],
])('%j has a link', (text, href) => {
  expect(linked(text)).toEqual([href])
  expect(
    linksIn(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text)
})

test.each([
  ['a host before another', 'https://kindred.example@evil.example'],
  ['a name and a password', 'https://kindred.example:rules@evil.example/x'],
  ['an empty name', 'https://@evil.example'],
  ['an encoded sign', 'https://kindred.example%40evil.example'],
  ['a backslash', 'https://kindred.example\\@evil.example'],
  ['a Cyrillic letter', 'https://kindr\u0435d.example'],
  ['a host of another script', 'https://пример.example'],
  ['the form that such a host has on the wire', 'https://xn--kindrd-o9a.example'],
  ['a part of a host in that form', 'https://kindred.xn--e1afmkfd.example'],
  ['a slash that isn’t one', 'https://kindred.example\u2215.evil.example'],
  ['a dot that isn’t one', 'https://kindred.example\u3002evil.example'],
  ['a letter of full width', 'https://\uff4bindred.example'],
  ['an override of the direction', 'https://evil.example/\u202egro.erehwemos'],
  ['a mark of direction', 'https://kindred.example\u200f/evil.example'],
  ['an isolate', 'https://evil.example/\u2067x'],
  ['an invisible sign', 'https://kind\u200bred.example'],
  ['a number as a host', 'https://3232235777/'],
  ['a host without a dot', 'http://localhost/x'],
])('%s makes no link', (_, text) => {
  expect(linksIn(text)).toEqual([{ text }])
})
