import { expect, test } from 'vitest'
import { filtersIn, filterText } from './filter-text.ts'

test('filters by own fields survive the address, and anything else in it is ignored', () => {
  const filters = { faculty: ['law', 'fine-arts'], year: { min: -2, max: 4 }, car: ['yes'] }
  expect(filterText(filters)).toBe('faculty:law,faculty:fine-arts,year:-2..4,car:yes')
  expect(filtersIn(filterText(filters))).toEqual(filters)
  expect(filtersIn('faculty,:law,year:2..,Faculty:law,<b>:x')).toEqual({})
  expect(filtersIn(undefined)).toEqual({})
})
