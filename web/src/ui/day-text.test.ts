import { expect, test } from 'vitest'
import { dayOrderIn, dayPattern, dayShown, typedDay } from './day-text.ts'

const [english, german, arabic] = [dayOrderIn('en-US'), dayOrderIn('de'), dayOrderIn('ar')]

/** Types a text, one character after the other. */
const typed = (text: string, order = english) =>
  [...text].reduce((value, character) => typedDay(dayShown(value, order) + character, value, order), '')

test('the order is that of the language', () => {
  expect(dayPattern('en-US', english)).toBe('month/day/year')
  expect(dayPattern('de', german)).toBe('Tag.Monat.Jahr')
  expect(arabic.parts).toEqual(['day', 'month', 'year'])
  expect(dayShown('1994-05-17', english)).toBe('05/17/1994')
  expect(dayShown('1994-05-17', german)).toBe('17.05.1994')
})

test.each([
  ['05171994', english, '1994-05-17'],
  ['5/17/1994', english, '1994-05-17'],
  ['17051994', german, '1994-05-17'],
  ['17.5.1994', german, '1994-05-17'],
  ['17 5 1994', german, '1994-05-17'],
  ['١٧٠٥١٩٩٤', arabic, '1994-05-17'],
  ['0517199', english, '05/17/199'],
  ['05', english, '05/'],
  ['02301994', english, '02/30/1994'],
  ['051719945', english, '1994-05-17'],
])('%s is typed', (text, order, value) => {
  expect(typed(text, order)).toBe(value)
})

test('a separator that is deleted stays deleted, and a digit takes a complete day apart', () => {
  expect(typedDay('05', '05/', english)).toBe('05')
  expect(typedDay('05/17/199', '1994-05-17', english)).toBe('05/17/199')
})

test('a day that the browser fills in is taken as it is', () => {
  expect(typedDay('1994-05-17', '', german)).toBe('1994-05-17')
})
