import { expect, test } from 'vitest'
import { merged, type Counted } from './cities.ts'

test('a district in the middle of a city doesn’t get the city’s population, a renamed city does', () => {
  const listed = (name: string, lat: string) => ({ name, country: 'ES', admin1: '29', lat, lng: '-3.7' })
  const counted = (name: string, lat: number, population: number): Counted => {
    return { name, others: [], country: 'ES', lat, lng: -3.7, population }
  }
  const text = merged(
    [listed('Sol', '40.4166'), listed('Madrid', '40.4165'), listed('Newtown', '50')],
    [counted('Madrid', 40.4165, 3_000_000), counted('Oldtown', 50, 20_000)],
  )
  expect(text.split('\n').map((line) => line.split('\t').filter((_, at) => [0, 3, 6].includes(at)))).toEqual([
    ['Madrid', '3000000', ''],
    ['Newtown', '20000', 'Oldtown'],
    ['Sol', '1000', ''],
  ])
})
